/** The challenges that wait for an answer, with what can be done about each. */

import { useSignal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import { shortMomentText } from '../i18n/moment';
import { setupInWords } from '../lobby/setup-words';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { StrengthLine } from '../ratings/strength';
import { EmptyState } from '../ui/empty-state';
import type { Challenge } from '../wire/generated';
import { accept, challenges, decline, withdraw } from './challenge-store';

/** In the order of the list of reasons. */
const REASONS = ['later', 'clock', 'start', 'rated', 'no'] as const;

/** `onAccepted` once the page of the game is there. */
export function ChallengeList({ onAccepted = () => {} }: { onAccepted?: () => void }) {
  if (challenges.value.length === 0) return <EmptyState text={t().challenges.none} />;
  return (
    <ul class="challenge-list">
      {challenges.value.map((it) => (
        <Item key={it.challenge} challenge={it} onAccepted={onAccepted} />
      ))}
    </ul>
  );
}

function Item({ challenge, onAccepted }: { challenge: Challenge; onAccepted: () => void }) {
  const words = t();
  const declining = useSignal(false);
  const { mine, from, to, setup, declined } = challenge;
  const other = mine ? to : from;
  const title = (name: string) =>
    declined
      ? words.challenges.declinedBy(name, words.challenges.reasons[declined])
      : mine
        ? words.challenges.waiting(name)
        : words.challenges.from(name);
  return (
    <li class={mine ? 'mine' : ''}>
      <div class="challenge-what">
        <strong>
          <Sentence of={title}>
            <PlayerName person={other} />
          </Sentence>
        </strong>
        <StrengthLine strength={other.strength} />
        <span>
          {noted([clocksInWords(words, setup.clock), setupInWords(setup, mine ? 'mine' : 'theirs')])}
        </span>
        {!declined && <span>{words.challenges.until(shortMomentText(challenge.expires))}</span>}
      </div>
      <div class="row">
        {mine ? (
          <button type="button" onClick={() => void withdraw(challenge.challenge)}>
            {declined ? words.challenges.noted : words.challenges.withdraw}
          </button>
        ) : (
          <>
            <button
              type="button"
              class="primary"
              aria-label={words.challenges.acceptLabel(other.name)}
              onClick={async () => {
                if (await accept(challenge.challenge)) onAccepted();
              }}
            >
              {words.challenges.accept}
            </button>
            <button
              type="button"
              aria-expanded={declining.value}
              onClick={() => {
                declining.value = !declining.value;
              }}
            >
              {words.challenges.decline}
            </button>
          </>
        )}
      </div>
      {declining.value && !mine && (
        <fieldset class="challenge-reasons">
          <legend class="label">{words.challenges.why}</legend>
          {REASONS.map((reason) => (
            <button key={reason} type="button" onClick={() => void decline(challenge.challenge, reason)}>
              {words.challenges.reasons[reason]}
            </button>
          ))}
        </fieldset>
      )}
    </li>
  );
}
