/** The vote about a proposed problem, below its board. */

import { useSignal } from '@preact/signals';
import { problemText, settled } from '../api/request';
import { t } from '../i18n/whole';
import { isMember } from '../session';
import type { CompositionState, TsumeProposal } from '../wire/generated';
import { vote } from './tsume-api';

interface Props {
  number: number;
  proposal: TsumeProposal;
  /** Whether it has been solved just now. */
  hasSolved: boolean;
}

export function Voting({ number, proposal, hasSolved }: Props) {
  const words = t().training.proposed;
  const own = useSignal(proposal.vote);
  const state = useSignal<CompositionState>('proposed');
  const problem = useSignal('');
  const busy = useSignal(false);
  const cast = async (yes: boolean) => {
    if (busy.value) return;
    busy.value = true;
    const asked = await settled(vote(number, yes));
    busy.value = false;
    problem.value = asked.ok ? '' : problemText(asked.problem);
    if (!asked.ok) return;
    own.value = yes;
    state.value = asked.value.state;
  };
  if (proposal.mine) return <p class="note">{words.mine}</p>;
  if (!isMember.value)
    return (
      <p class="note">
        <a href="/account">{words.needsAccount}</a>
      </p>
    );
  if (!proposal.solved && !hasSolved) return <p class="note">{words.solveFirst}</p>;
  const isNew = proposal.vote === null && own.value !== null;
  const counted = proposal.n_votes + (isNew ? 1 : 0);
  return (
    <section class="tsume-voting" aria-labelledby="voting">
      <h2 id="voting">{words.question}</h2>
      {state.value === 'proposed' && (
        <div class="row">
          {([true, false] as const).map((yes) => (
            <button
              key={String(yes)}
              type="button"
              name={yes ? 'yes' : 'no'}
              aria-pressed={own.value === yes}
              aria-disabled={busy.value}
              onClick={() => void cast(yes)}
            >
              {yes ? words.yes : words.no}
            </button>
          ))}
        </div>
      )}
      <p class="note" role="status">
        {problem.value ||
          (state.value === 'published'
            ? words.published
            : state.value === 'draft'
              ? words.declined
              : own.value !== null && words.changeable)}
      </p>
      {state.value === 'proposed' && <p class="note">{words.votes(counted, proposal.n_needed)}</p>}
    </section>
  );
}
