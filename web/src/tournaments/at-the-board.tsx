/** What a player does in the hall: says how the own game came out, and calls the arbiter. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import type { OwnPart, Pairing, Tournament } from '../wire/generated';
import { isTyped } from './result-grid';
import { act, clockPage } from './tournament-api';
import { handicapText, isEvening, nameOf, personOf } from './words';

export function AtTheBoard({ view, own }: { view: Tournament; own: OwnPart }) {
  if (view.phase !== 'running' || own.entry === null) return null;
  const game = own.pairings?.find(isTyped);
  return (
    <>
      {game && <OwnResult view={view} game={game} entry={own.entry} />}
      {(game || own.game || own.calls.length > 0) && (
        <CallArbiter code={view.code} called={own.calls.some((it) => it.entry === own.entry)} />
      )}
    </>
  );
}

function OwnResult({ view, game, entry }: { view: Tournament; game: Pairing; entry: string }) {
  const words = t().tournaments;
  const entries = new Map(view.entries.map((it) => [it.id, it]));
  const side = game.sente === entry ? 'sente' : 'gote';
  const opponent = side === 'sente' ? game.gote : game.sente;
  const saidBy = (who: string) => game.reports?.find((it) => it.entry === who)?.outcome;
  const other = side === 'sente' ? 'gote' : 'sente';
  const choices = [
    [side, words.hall.iWon],
    ['draw', words.outcomes.draw],
    [other, words.hall.iLost],
  ] as const;
  const [mine, theirs] = [saidBy(entry), saidBy(opponent)];
  const isTheirs = theirs !== undefined && theirs !== mine;
  return (
    <div class="own-result">
      <p>
        <Sentence of={(name) => words.youMeet(game.board, name)}>
          <PlayerName person={personOf(entries, opponent)} />
        </Sentence>{' '}
        {isEvening(view) && <span class="note">{placeText(game, side)}</span>}
      </p>
      <fieldset class="row plain" aria-label={words.hall.report}>
        {choices.map(([outcome, text]) => (
          <button
            key={outcome}
            type="button"
            aria-pressed={mine === outcome}
            onClick={() => void act(view.code, { t: 'report', game: game.key, outcome })}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <p>
        <a class="button quiet" href={clockPage(view.code, game.key)}>
          {t().tableClock.event.here}
        </a>
      </p>
      {isTheirs && (
        <p class={mine === undefined ? 'note' : 'warning'}>
          {words.hall.reports(nameOf(entries, opponent), words.outcomes[theirs])}
        </p>
      )}
      {mine !== undefined && theirs === undefined && <p class="note">{words.hall.waitsForOther}</p>}
    </div>
  );
}

/** Who moves first, or what is given. */
function placeText(game: Pairing, side: 'sente' | 'gote'): string | null {
  const handicap = handicapText(game);
  if (handicap) return t().evening.gives(side, handicap);
  return game.toss ? null : t().evening.place(side);
}

/** Calls the arbiter, with a word if one likes; or says that nobody is needed any more. */
export function CallArbiter({ code, called, onDone }: { code: string; called: boolean; onDone?(): void }) {
  const words = t().tournaments;
  const text = useSignal<string | null>(null);
  if (called)
    return (
      <p>
        {words.hall.called}{' '}
        <button
          type="button"
          class="quiet"
          onClick={async () => {
            if (await act(code, { t: 'answer' })) onDone?.();
          }}
        >
          {words.hall.takeBack}
        </button>
      </p>
    );
  return (
    <>
      <button
        type="button"
        class="quiet"
        name="call-arbiter"
        onClick={() => {
          text.value = '';
        }}
      >
        {words.hall.call}
      </button>
      {text.value !== null && (
        <Dialog
          title={words.hall.call}
          size="alert"
          onClose={() => {
            text.value = null;
          }}
        >
          <form
            class="setup"
            onSubmit={async (event) => {
              event.preventDefault();
              if (!(await act(code, { t: 'call', text: text.value ?? '' }))) return;
              text.value = null;
              onDone?.();
            }}
          >
            <TextField
              label={words.hall.why}
              name="why"
              maxLength={200}
              value={text.value}
              onInput={(it) => {
                text.value = it;
              }}
            />
            <button type="submit" class="primary">
              {words.hall.call}
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}
