/** What was done by mistake is undone: a round is taken back, a tournament that is over reopened. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import { MenuAct } from '../ui/menu';
import type { Tournament } from '../wire/generated';
import { Reason } from './desk-fields';
import { act } from './tournament-api';

/** The games that would be gone if the last round were taken back. */
export const lastGames = ({ rounds, last_from }: Pick<Tournament, 'rounds' | 'last_from'>) =>
  rounds.filter(({ round }) => last_from !== undefined && round >= last_from).flatMap(({ games }) => games);

/** Whether the last round may be taken back, as far as the page knows. */
export function mayTakeBack(view: Tournament): boolean {
  if (view.phase !== 'running' || view.last_from === undefined) return false;
  const hasResult = lastGames(view).some(({ result }) => result !== null && result !== 'annulled');
  return view.plan.at_the_board || !hasResult;
}

type Step = 'take_back' | 'reopen';

/** What can be undone, as lines of the menu. */
export function Undo({ view, onAsk }: { view: Tournament; onAsk(step: Step): void }) {
  const words = t().tournaments.acts;
  return (
    <>
      {mayTakeBack(view) && (
        <MenuAct icon="undo" text={words.take_back(view.last_from ?? 1)} onClick={() => onAsk('take_back')} />
      )}
      {view.phase === 'over' && <MenuAct icon="pencil" text={words.reopen} onClick={() => onAsk('reopen')} />}
    </>
  );
}

export function UndoDialog({ view, step, onClose }: { view: Tournament; step: Step; onClose(): void }) {
  const words = t().tournaments;
  const reason = useSignal('');
  const lost = lastGames(view).filter(({ result }) => result !== null && result !== 'annulled').length;
  const name = step === 'reopen' ? words.acts.reopen : words.acts.take_back(view.last_from ?? 1);
  return (
    <Dialog title={name} size="alert" onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, { t: step }, reason.value)) onClose();
        }}
      >
        {step === 'reopen' && <p class="note">{words.reopenHelp}</p>}
        {step === 'take_back' && (
          <p class="note">{view.plan.at_the_board ? words.takeBack.hall : words.takeBack.online}</p>
        )}
        {step === 'take_back' && view.last_from === 1 && <p class="note">{words.takeBack.first}</p>}
        {step === 'take_back' && lost > 0 && <p class="warning">{words.takeBack.loses(lost)}</p>}
        <Reason value={reason.value} onInput={(text) => (reason.value = text)} />
        <div class="row">
          <button type="submit" class={step === 'reopen' ? 'primary' : 'danger'}>
            {name}
          </button>
          <button type="button" onClick={onClose}>
            {t().game.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The rounds that were taken back, for everybody. */
export const takenBackFacts = ({ taken_back }: Tournament): [string, string][] =>
  (taken_back ?? []).map(({ round, reason }) => [
    t().tournaments.takeBack.label,
    t().tournaments.takeBack.done(round, reason),
  ]);
