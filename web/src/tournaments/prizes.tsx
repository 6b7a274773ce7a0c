/** Who gets which prize, as it stands. */

import { labelled, listed, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { Noted } from '../ui/noted';
import type { PrizeAward, PrizeCategory, Tournament, TournamentEntry } from '../wire/generated';
import { whoText } from './who-fields';
import { personOf } from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
}

/** What is to be won there: `cup`, or of several that are shared `cup + book`. */
export const prizeText = ({ prizes }: PrizeCategory, { first, last }: PrizeAward): string =>
  prizes
    .slice(first - 1, last)
    .filter(Boolean)
    .join(' + ');

export function PrizeList({ view, entries }: Props) {
  const words = t().tournaments.prizes;
  const categories = view.prizes?.categories ?? [];
  if (categories.length === 0) return null;
  const awards = view.standings?.prizes ?? [];
  return (
    <section class="card prizes">
      <h2>{words.title}</h2>
      {view.phase === 'running' && <p class="note">{words.asItStands}</p>}
      {categories.map((category, at) => {
        const own = awards.filter((award) => award.category === at);
        return (
          <section key={at}>
            <h3>{category.name || words.main}</h3>
            {own.length === 0 ? (
              <p class="note">{words.nobody}</p>
            ) : (
              <dl class="facts">
                {own.map((award) => (
                  <div key={award.first}>
                    <dt>
                      {award.first === award.last
                        ? words.place(award.first)
                        : words.places(award.first, award.last)}
                    </dt>
                    <dd>
                      <Noted>
                        {award.entries.map((id) => (
                          <PlayerName key={id} person={personOf(entries, id)} />
                        ))}
                      </Noted>
                      {prizeText(category, award) && <span class="note"> {prizeText(category, award)}</span>}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
        );
      })}
    </section>
  );
}

const forWhom = (who: string, what: string) => (who && what ? labelled(who, what) : who || what);

/** What is to be won, before anything is played: of each category for whom it is, and what. */
export function prizeFacts({ prizes }: Pick<Tournament, 'prizes'>): [label: string, value: string][] {
  const words = t().tournaments.prizes;
  return (prizes?.categories ?? []).map((category) => {
    const said = category.prizes.map((it, i) => words.nth(i + 1, it));
    const label = titled(words.title, category.name || words.main);
    return [label, forWhom(whoText(category.who ?? {}), listed(said))];
  });
}
