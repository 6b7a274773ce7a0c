/**
 * What one has composed: drafts to go on with and to propose, and what has become of the others.
 */

import { useSignal } from '@preact/signals';
import { problemText, settled } from '../api/request';
import { BoardPreview } from '../board/board-preview';
import { labelled } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Sure } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import type { Loaded } from '../ui/loaded';
import { PartFailed } from '../ui/page';
import { toast } from '../ui/toast';
import type { Composition, Compositions } from '../wire/generated';
import { deleteComposition, propose, withdraw } from './tsume-api';

interface Props {
  list: Loaded<Compositions>;
  /** The draft on the board. */
  onBoard: string | null;
  /** Puts a draft on the board. */
  onEdit(draft: Composition): void;
}

export function OwnCompositions({ list, onBoard, onEdit }: Props) {
  const words = t().training.compose;
  const found = list.value;
  return (
    <section class="card trainer-panel own-compositions" aria-labelledby="own-compositions">
      <h2 id="own-compositions">{words.own}</h2>
      <PartFailed of={list} />
      {found && (
        <>
          <p class="note">
            {words.rules(found.votes_needed, found.percent_needed)}{' '}
            <a href="/tsume/proposed">{t().training.proposed.all}</a>
          </p>
          {found.compositions.length === 0 && <EmptyState text={words.none} />}
          <ul>
            {found.compositions.map((it) => (
              <li key={it.id} aria-current={it.id === onBoard}>
                <Own composition={it} onEdit={onEdit} onChange={list.again} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface OwnProps {
  composition: Composition;
  onEdit(draft: Composition): void;
  onChange(): Promise<void>;
}

function Own({ composition, onEdit, onChange }: OwnProps) {
  const { training } = t();
  const words = training.compose;
  const { id, state, number, plies, removed_reason: reason } = composition;
  const asked = useSignal<'remove' | 'withdraw' | null>(null);
  const busy = useSignal(false);
  const problem = useSignal('');
  const does = async (doing: () => Promise<unknown>, done = '') => {
    if (busy.value) return;
    busy.value = true;
    const result = await settled(doing());
    busy.value = false;
    problem.value = result.ok ? '' : problemText(result.problem);
    if (result.ok && done) toast.show(done, 'good');
    if (result.ok) await onChange();
  };
  const day = dateText(composition.since_ms);
  return (
    <>
      <BoardPreview variant="standard" sfen={composition.sfen} />
      <div>
        <p>
          {number === null ? (
            labelled(words.states.draft, day)
          ) : state === 'removed' ? (
            training.tsume.problem(number)
          ) : (
            <a href={`/tsume/${number}`}>{training.tsume.problem(number)}</a>
          )}
        </p>
        {plies !== null && <p class="note">{training.tsume.inMoves(plies)}</p>}
        {state !== 'draft' && <p class="note">{labelled(words.states[state], day)}</p>}
        {reason !== null && <p class="note">{labelled(words.why, reason)}</p>}
        {composition.declined_ms !== null && <p class="note">{words.declined}</p>}
        <div class="row">
          {state === 'draft' && (
            <>
              <button type="button" name="edit" onClick={() => onEdit(composition)}>
                {words.edit}
              </button>
              <button
                type="button"
                name="propose"
                aria-disabled={busy.value}
                onClick={() => void does(() => propose(id), words.proposed)}
              >
                {words.propose}
              </button>
            </>
          )}
          {(state === 'draft' || state === 'removed') && (
            <button
              type="button"
              name="remove"
              class="quiet"
              onClick={() => {
                asked.value = 'remove';
              }}
            >
              {words.remove}
            </button>
          )}
          {state === 'proposed' && (
            <button
              type="button"
              name="withdraw"
              class="quiet"
              onClick={() => {
                asked.value = 'withdraw';
              }}
            >
              {words.withdraw}
            </button>
          )}
        </div>
        <p class="note" role="status">
          {busy.value && state === 'draft' ? words.proposing : problem.value}
        </p>
      </div>
      {asked.value && (
        <Sure
          title={asked.value === 'remove' ? words.sureRemove : words.sureWithdraw}
          yes={words[asked.value]}
          onYes={() => void does(() => (state === 'proposed' ? withdraw(id) : deleteComposition(id)))}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
    </>
  );
}
