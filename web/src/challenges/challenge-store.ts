/** The challenges that concern us, as the server tells them, and what can be done about them. */

import { signal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import { setupInWords } from '../lobby/setup-words';
import { go } from '../router';
import { theSocket } from '../session';
import type { Refused } from '../socket/socket';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { Challenge, DeclineReason, MeEvent, Setup } from '../wire/generated';

/** Those to us and our own, the oldest first. */
export const challenges = signal<Challenge[]>([]);

/** The longest that a browser's timer waits. */
const TIMER_MAX_MS = 2 ** 31 - 1;

let cancelExpiry = () => {};

/** Takes over a list; what has expired drops out, now and when its time comes. */
function hold(list: Challenge[]): void {
  cancelExpiry();
  const now = theSocket().serverNow();
  challenges.value = list.filter((it) => it.expires > now);
  const next = Math.min(...challenges.value.map((it) => it.expires));
  if (!Number.isFinite(next)) return;
  const timer = setTimeout(() => hold(challenges.value), Math.min(next - now + 1, TIMER_MAX_MS));
  cancelExpiry = () => clearTimeout(timer);
}

export const holdChallenges = hold;

/** Whether the event was about a challenge. */
export function heardOfChallenge(event: MeEvent): boolean {
  if (event.t === 'challenge_gone') {
    hold(challenges.value.filter((it) => it.challenge !== event.challenge));
    toast.forget(event.challenge);
    return true;
  }
  if (event.t !== 'challenge') return false;
  const { challenge } = event;
  hold([...challenges.value.filter((it) => it.challenge !== challenge.challenge), challenge]);
  const words = t().challenges;
  if (challenge.declined) toast.show(words.declinedBy(challenge.to.name, words.reasons[challenge.declined]));
  else if (!challenge.mine && !challenge.again) askFor(challenge);
  return true;
}

/** Says what is asked, with the answers. */
function askFor({ challenge, from, setup }: Challenge): void {
  const words = t();
  toast.say({
    about: challenge,
    text: words.challenges.from(from.name),
    detail: noted([clocksInWords(words, setup.clock), setupInWords(setup)]),
    tone: 'good',
    acts: [
      {
        text: words.challenges.accept,
        label: words.challenges.acceptLabel(from.name),
        primary: true,
        run: () => void accept(challenge),
      },
      { text: words.challenges.decline, run: () => void decline(challenge, 'no') },
    ],
  });
}

/** Null once it stands, otherwise why it does not. */
export async function challenge(to: string, setup: Setup, hours: number): Promise<Refused | null> {
  const answer = await theSocket().send({ t: 'challenge', challenge: uuid(), to, setup, hours });
  return answer.t === 'refused' ? answer : null;
}

/** Goes to the game once it is there; whether it is. */
export async function accept(id: string): Promise<boolean> {
  const answer = await theSocket().send({ t: 'accept_challenge', challenge: id });
  if (answer.t === 'refused') toast.refusal(answer);
  else if (answer.game) go(`/${answer.game}`);
  return answer.t === 'ack';
}

export async function decline(id: string, reason: DeclineReason): Promise<void> {
  const answer = await theSocket().send({ t: 'decline_challenge', challenge: id, reason });
  if (answer.t === 'refused') toast.refusal(answer);
}

export async function withdraw(id: string): Promise<void> {
  const answer = await theSocket().send({ t: 'withdraw_challenge', challenge: id });
  if (answer.t === 'refused') toast.refusal(answer);
}
