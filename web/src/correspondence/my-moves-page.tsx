/** `/my-move`: one's games by correspondence, those that wait for one's move first. */

import { useEffect } from 'preact/hooks';
import { leftInWords } from '../clock/format';
import { shortDayText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { LiveGame } from '../watch/live-game';
import { LiveWall } from '../watch/live-wall';
import type { CorrespondenceGame } from '../wire/generated';
import {
  correspondence,
  loadCorrespondence,
  playsByCorrespondence,
  waitingForUs,
} from './correspondence-store';
import { NewLetter } from './new-letter';
import { VacationCard } from './vacation-card';

export function MyMovesPage() {
  useEffect(() => void loadCorrespondence(), []);
  const words = t().correspondence;
  const known = correspondence.value;
  const games = known ?? [];
  const mine = waitingForUs.value;
  const theirs = games.filter((it) => !it.my_turn);
  return (
    <Page class="archive my-moves" busy={playsByCorrespondence.value && known === null}>
      <h1>{words.title}</h1>
      {playsByCorrespondence.value || games.length > 0 ? (
        <>
          <p class="note">{words.lead}</p>
          <p class="row">
            <NewLetter />
          </p>
        </>
      ) : (
        <EmptyState text={words.none}>
          <NewLetter />
        </EmptyState>
      )}
      {games.length > 0 && (
        <section aria-labelledby="mine-title">
          <h2 id="mine-title">{words.mine}</h2>
          {mine.length === 0 ? <p>{words.noneMine}</p> : <Games games={mine} />}
        </section>
      )}
      {theirs.length > 0 && (
        <section aria-labelledby="theirs-title">
          <h2 id="theirs-title">{words.theirs}</h2>
          <Games games={theirs} />
        </section>
      )}
      <VacationCard />
    </Page>
  );
}

function Games({ games }: { games: readonly CorrespondenceGame[] }) {
  const words = t();
  const away = ({ side, vacations }: CorrespondenceGame) => {
    const it = vacations?.[side === 'sente' ? 'gote' : 'sente'];
    return it ? words.game.onVacation(shortDayText(it.until_ms)) : null;
  };
  const left = (due: number) => leftInWords(words, Math.max(0, due - theSocket().serverNow()));
  return (
    <LiveWall boards={games} keyOf={(it) => it.game.game}>
      {(it) => (
        <>
          <LiveGame
            code={it.game.game}
            known={it.game}
            label={it.due_ms === undefined ? undefined : words.correspondence.left(left(it.due_ms))}
            note={away(it) ?? (it.rated ? words.ratings.rated : undefined)}
          />
          {it.note !== undefined && <p class="note own-note">{words.correspondence.note.own(it.note)}</p>}
        </>
      )}
    </LiveWall>
  );
}
