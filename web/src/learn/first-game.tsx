/** The way out of the course: a game with the built-in opponent at its lowest level. */

import type { Signal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { theSocket } from '../session';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';

/** Time enough to think: half an hour, then a minute a move. */
const SETUP = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'byoyomi', main_ms: 1_800_000, byoyomi_ms: 60_000, periods: 1 },
  side: 'sente',
  rated: false,
} as const;

interface Props {
  /** While the game is being made, so that one press makes one game. */
  busy: Signal<boolean>;
  /** Whether the lessons on pieces and rules are done. */
  knowsRules: boolean;
}

export function PlayFirstGame({ busy, knowsRules }: Props) {
  const words = t().training.learn;
  const begin = async () => {
    if (busy.value) return;
    busy.value = true;
    const answer = await theSocket().send({ t: 'play_engine', create: uuid(), setup: SETUP, level: 1 });
    busy.value = false;
    if (answer.t === 'refused') toast.refusal(answer);
    else if (answer.game) go(`/${answer.game}`);
  };
  return (
    <section class="card learn-play">
      <p>{knowsRules ? words.playLead : words.playEarly}</p>
      <button
        type="button"
        class={knowsRules ? 'primary' : ''}
        disabled={busy.value}
        onClick={() => void begin()}
      >
        {words.play}
      </button>
    </section>
  );
}
