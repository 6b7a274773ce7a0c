/**
 * The way out of the course: a game with the built-in opponent at its lowest level. Nothing hurries: there
 * is no clock.
 */

import { useSignal } from '@preact/signals';
import { SetChoice } from '../board/set-choice';
import { t } from '../i18n/whole';
import { go } from '../router';
import { theSocket } from '../session';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';

const SETUP = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'untimed' },
  side: 'sente',
  rated: false,
} as const;

export function FirstGameButton({ primary }: { primary: boolean }) {
  // While the game is being made, so that one press makes one game.
  const busy = useSignal(false);
  const begin = async () => {
    if (busy.value) return;
    busy.value = true;
    const answer = await theSocket().send({ t: 'play_engine', create: uuid(), setup: SETUP, level: 1 });
    busy.value = false;
    if (answer.t === 'refused') toast.refusal(answer);
    else if (answer.game) go(`/${answer.game}`);
  };
  return (
    <button type="button" class={primary ? 'primary' : ''} disabled={busy.value} onClick={() => void begin()}>
      {t().training.learn.play}
    </button>
  );
}

/** With the pieces to choose. */
export function PlayFirstGame({ knowsRules }: { knowsRules: boolean }) {
  const words = t().training.learn;
  return (
    <section class="card learn-play">
      <p>{knowsRules ? words.playLead : words.playEarly}</p>
      <SetChoice variant={SETUP.variant} />
      <FirstGameButton primary={knowsRules} />
    </section>
  );
}
