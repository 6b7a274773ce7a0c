/**
 * The next round as it would be: looked at before it counts, with what speaks against each pairing.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import type { PairingWhy, Tournament } from '../wire/generated';
import { Orders } from './orders';
import { act, nextPairings, problemText } from './tournament-api';
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

export function NextRoundDialog({ view, onClose }: { view: Tournament; onClose(): void }) {
  const words = t().tournaments;
  const found = useSignal<PairingWhy[] | null>(null);
  const refused = useSignal('');
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  useEffect(() => {
    found.value = null;
    nextPairings(view.code).then(
      (why) => {
        found.value = why;
      },
      (problem) => {
        refused.value = problemText(problem);
      },
    );
    // Whatever changes meanwhile, an order or who plays, may change the round.
  }, [view.code, view.version]);
  const isPlayed = view.rounds.at(-1)?.games.some(({ result }) => result === null) ?? false;
  const pairings = found.value ?? [];
  const warned = pairings.filter((it) => against(it).length > 0);
  return (
    <Dialog title={words.round(view.rounds.length + 1)} onClose={onClose}>
      <form
        class="setup"
        aria-busy={found.value === null && !refused.value}
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, { t: 'next_round' })) onClose();
        }}
      >
        {refused.value && (
          <p class="warning" role="alert">
            {refused.value}
          </p>
        )}
        {isPlayed && <p class="warning">{words.problems.results_missing}</p>}
        {found.value && pairings.length === 0 && !isPlayed && <p>{words.why.plan}</p>}
        {pairings.length > 0 && (
          <>
            <p>{warned.length === 0 ? words.preview.good : words.preview.warned(warned.length)}</p>
            <ol class="round-preview">
              {pairings.map((it) => (
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
            <p class="note">{words.preview.change}</p>
          </>
        )}
        <div class="row">
          <button type="submit" class="primary">
            {words.acts.next_round}
          </button>
          <button type="button" onClick={onClose}>
            {t().game.cancel}
          </button>
        </div>
      </form>
      {/* What is fixed here shows above at once. */}
      {pairings.length > 0 && <Orders view={view} />}
    </Dialog>
  );
}
