/** What an arbiter does at one board: results, clocks, decisions. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { clockOf, hasPeriods } from '../clock/remaining';
import { titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { SideClockFields } from '../lobby/side-clock-fields';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type {
  ClockState,
  GameSnapshot,
  Pairing,
  PairingOutcome,
  Tournament,
  TournamentAct,
} from '../wire/generated';
import { Reason } from './desk-fields';
import { act, OUTCOMES } from './tournament-api';
import { nameOf } from './words';

type Step = 'result' | 'rule' | 'halt' | 'release' | 'set_clocks' | 'adjudicate' | 'restart';

const SIDES = ['sente', 'gote'] as const;

interface Props {
  view: Tournament;
  game: Pairing;
  onClose(): void;
}

export function ArbiterDialog({ view, game, onClose }: Props) {
  const all = t();
  const words = all.tournaments;
  const isLive = game.result === null && game.games.length > 0;
  const isTyped = game.result === null && game.games.length === 0 && !game.waits;
  const live = useSignal<Pick<GameSnapshot, 'clock' | 'clocks' | 'halted'> | null>(null);
  const last = game.games.at(-1);
  useEffect(() => {
    if (isLive && last)
      void orNull(ask('GET', '/games/{code}', { path: { code: last } })).then((found) => {
        if (found) live.value = found;
      });
  }, [isLive, last]);
  const halted = live.value?.halted ?? false;
  const steps: Step[] = isTyped
    ? ['result', 'rule']
    : isLive
      ? [halted ? 'release' : 'halt', 'set_clocks', 'adjudicate', 'restart', 'rule']
      : ['rule'];
  const chosen = useSignal<Step | null>(null);
  // What could be done a moment ago may have been done meanwhile.
  const step = steps.find((it) => it === chosen.value) ?? steps[0] ?? 'rule';
  const outcome = useSignal<PairingOutcome>('sente');
  const left = useSignal<Pick<ClockState, 'sente' | 'gote'> | null>(null);
  const shown = left.value ?? live.value?.clocks ?? null;
  const reason = useSignal('');
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const needsReason = ['rule', 'set_clocks', 'adjudicate', 'restart'].includes(step);
  const wanted = (): TournamentAct | null => {
    const { key } = game;
    switch (step) {
      case 'result':
      case 'rule':
        return { t: step, game: key, outcome: outcome.value };
      case 'adjudicate':
        return { t: step, game: key, winner: SIDES.find((it) => it === outcome.value) ?? null };
      case 'set_clocks':
        return shown && { t: step, game: key, sente: shown.sente, gote: shown.gote };
      default:
        return { t: step, game: key };
    }
  };
  const submit = async () => {
    // Clocks are set while they stand.
    if (step === 'set_clocks' && !halted && !(await act(view.code, { t: 'halt', game: game.key }))) return;
    const sent = wanted();
    if (sent && (await act(view.code, sent, reason.value))) onClose();
  };
  const outcomes: readonly PairingOutcome[] =
    step === 'adjudicate'
      ? ['sente', 'gote', 'draw']
      : step === 'result'
        ? OUTCOMES.filter((it) => it !== 'annulled')
        : OUTCOMES;
  const outcomeText = (it: PairingOutcome) => {
    const text = words.outcomes[it];
    return it === 'sente' || it === 'gote' ? `${text} (${nameOf(entries, game[it])})` : text;
  };
  const title = `${nameOf(entries, game.sente)} – ${nameOf(entries, game.gote)}`;
  return (
    <Dialog title={words.arbiterOf(title)} onClose={onClose}>
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Select
          label={words.arbiter}
          name="step"
          options={steps.map((it) => [it, words.acts[it]] as const)}
          value={step}
          onChange={(next) => {
            chosen.value = next;
            outcome.value = 'sente';
          }}
        />
        <p class="note">{words.actsHelp[step]}</p>
        {['result', 'rule', 'adjudicate'].includes(step) && (
          <Select
            label={step === 'adjudicate' ? words.winner : words.result}
            name="outcome"
            options={outcomes.map((it) => [it, outcomeText(it)] as const)}
            value={outcome.value}
            onChange={(it) => {
              outcome.value = it;
            }}
          />
        )}
        {step === 'set_clocks' &&
          shown &&
          SIDES.map((side) => (
            <SideClockFields
              key={side}
              legend={titled(all.sides[side], nameOf(entries, game[side]))}
              value={shown[side]}
              hasPeriods={!!live.value && hasPeriods(clockOf(live.value.clock, side))}
              onChange={(to) => {
                left.value = { ...shown, [side]: to };
              }}
            />
          ))}
        {needsReason && (
          <Reason
            value={reason.value}
            onInput={(text) => (reason.value = text)}
            // Beside a result that is overruled everybody reads it.
            isPrivate={step !== 'rule'}
          />
        )}
        <button type="submit" class="primary" disabled={step === 'set_clocks' && !shown}>
          {words.acts[step]}
        </button>
      </form>
    </Dialog>
  );
}
