/**
 * The next round as it would be, the first one too: looked at before it counts, with what speaks
 * against each pairing, and then published as it was seen.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Undecided } from '../simul/applying';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type { ComingRound, OwnPart, PairingReasons, PairingWhy, Tournament } from '../wire/generated';
import { Orders } from './orders';
import { act, comingOf, problemText } from './tournament-api';
import { nameOf, pointsText } from './words';

/** What an organiser would want to change, if it can be. */
const GRAVE: ReadonlySet<string> = new Set(['forbidden', 'repeat', 'bye_again', 'club', 'colour_limit']);

/** What speaks against a pairing, the gravest first, in words. */
export function against({ costs, ordered }: Pick<PairingWhy, 'costs' | 'ordered'>): string[] {
  const { why, repair } = t().tournaments;
  const grave = costs.filter(({ rule }) => GRAVE.has(rule));
  // That there was no other way is true of what was not ordered.
  return grave.map(({ rule }) => (ordered ? repair.warned(why.rules[rule]) : why.costs[rule]));
}

type Names = Map<string, Tournament['entries'][number]>;

export function NextRoundDialog({
  view,
  own,
  step,
  onClose,
}: {
  view: Tournament;
  own: OwnPart | null;
  step: 'begin' | 'next_round';
  onClose(): void;
}) {
  const words = t().tournaments;
  const found = useSignal<PairingReasons | null>(null);
  const refused = useSignal('');
  const looks = useSignal(0);
  const entries: Names = new Map(view.entries.map((entry) => [entry.id, entry]));
  useEffect(() => {
    found.value = null;
    refused.value = '';
    comingOf(view.code).then(
      (coming) => {
        found.value = coming;
      },
      (problem) => {
        refused.value = problemText(problem);
      },
    );
    // Whatever changes meanwhile, an order or who plays, may change the round.
  }, [view.code, view.version, looks.value]);
  const n_played = view.rounds.flatMap(({ games }) => games).filter(({ result }) => result === null).length;
  const coming = found.value?.coming ?? null;
  const why = found.value?.why ?? [];
  const areSeveral = new Set(coming?.games.map(({ round }) => round)).size > 1;
  const title = areSeveral ? words.acts[step] : words.round(view.rounds.length + 1);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="setup"
        aria-busy={found.value === null && !refused.value}
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, { t: step, seen: coming?.seen ?? null })) onClose();
          else looks.value += 1;
        }}
      >
        {refused.value && (
          <p class="warning" role="alert">
            {refused.value}
          </p>
        )}
        {n_played > 0 && <p class="warning">{words.preview.waiting(n_played)}</p>}
        {step === 'begin' && <Undecided own={own} />}
        {view.paused && <p class="note">{words.preview.paused}</p>}
        {why.length > 0 ? (
          <Explained why={why} entries={entries} />
        ) : (
          coming && <Planned coming={coming} entries={entries} />
        )}
        {coming && step === 'begin' && <p class="note">{words.preview.first}</p>}
        {coming && view.takes_orders && <p class="note">{words.preview.change}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={coming === null}>
            {words.acts[step]}
          </button>
          <button type="button" onClick={onClose}>
            {t().game.cancel}
          </button>
        </div>
      </form>
      {/* What is fixed here shows above at once. */}
      {coming && view.takes_orders && <Orders view={view} />}
      {coming && view.takes_swaps && <Swap view={view} coming={coming} />}
    </Dialog>
  );
}

/** Free pairings, with the scores and what speaks against them. */
function Explained({ why, entries }: { why: readonly PairingWhy[]; entries: Names }) {
  const words = t().tournaments;
  const warned = why.filter((it) => against(it).length > 0);
  return (
    <>
      <p>{warned.length === 0 ? words.preview.good : words.preview.warned(warned.length)}</p>
      <ol class="round-preview">
        {why.map((it) => (
          <li key={it.sente}>
            {it.gote === undefined
              ? words.repair.alone(nameOf(entries, it.sente))
              : `▲ ${nameOf(entries, it.sente)} – △ ${nameOf(entries, it.gote)}`}{' '}
            <span class="note">
              {noted([it.scores.map(pointsText).join(' : '), it.ordered && words.why.ordered])}
            </span>
            {against(it).map((text) => (
              <span key={text} class="wrong">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Pairings that follow a plan, round by round where several are published at once. */
function Planned({ coming, entries }: { coming: ComingRound; entries: Names }) {
  const words = t().tournaments;
  const rounds = [...new Set(coming.games.map(({ round }) => round))];
  return (
    <>
      {rounds.map((round) => (
        <section key={round}>
          {rounds.length > 1 && <h3>{words.round(round)}</h3>}
          <ol class="round-preview">
            {coming.games
              .filter((game) => game.round === round)
              .map(({ board, sente, gote }) => (
                <li key={`${board} ${sente} ${gote}`}>
                  ▲ {nameOf(entries, sente)} – △ {nameOf(entries, gote)}
                </li>
              ))}
          </ol>
        </section>
      ))}
      {coming.byes.map((entry) => (
        <p key={entry} class="note">
          {words.repair.alone(nameOf(entries, entry))}
        </p>
      ))}
    </>
  );
}

/** Two of a draw exchange their places. */
function Swap({ view, coming }: { view: Tournament; coming: ComingRound }) {
  const words = t().tournaments;
  const there = view.entries.filter(({ left }) => !left);
  const [first, second] = coming.games;
  const a = useSignal(first?.sente ?? there[0]?.id ?? '');
  const b = useSignal(second?.sente ?? there[1]?.id ?? '');
  const options = there.map(({ id, name }) => [id, name] as const);
  // Said twice, they change back.
  const busy = useSignal(false);
  const swap = async () => {
    busy.value = true;
    await act(view.code, { t: 'swap', a: a.value, b: b.value });
    busy.value = false;
  };
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        if (a.value !== b.value && !busy.value) void swap();
      }}
    >
      <p class="note">{words.preview.swap}</p>
      <div class="columns">
        {([a, b] as const).map((seat, i) => (
          <Select
            key={i}
            label={words.name}
            name={i === 0 ? 'swap-a' : 'swap-b'}
            options={options}
            value={seat.value}
            onChange={(it) => {
              seat.value = it;
            }}
          />
        ))}
      </div>
      <button type="submit" disabled={busy.value || a.value === b.value}>
        {words.acts.swap}
      </button>
    </form>
  );
}
