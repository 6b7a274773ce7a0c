/** Applications: a player asks for a place, and the organisers or the host choose. */

import { useSignal } from '@preact/signals';
import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { entryGradeText } from '../ratings/words';
import { act } from '../tournaments/tournament-api';
import { TextField } from '../ui/text-field';
import type { OwnPart, Tournament } from '../wire/generated';

interface Props {
  view: Tournament;
  own: OwnPart;
}

/** What an own application has come to, or the way to make one. */
export function ApplicationCard({ view, own }: Props) {
  const words = t().simul;
  const text = useSignal('');
  const { application, entry } = own;
  const { code, phase } = view;
  if (entry !== null) return null;
  if (application?.chosen === false) return <p role="status">{words.notChosen}</p>;
  if (phase !== 'open') return null;
  if (application)
    return (
      <>
        <p role="status">{words.applied}</p>
        {application.text && (
          <p class="note">
            <q>{application.text}</q>
          </p>
        )}
        <button type="button" class="quiet" name="unapply" onClick={() => void act(code, { t: 'unapply' })}>
          {words.unapply}
        </button>
      </>
    );
  return (
    <form
      class="field-row"
      onSubmit={(event) => {
        event.preventDefault();
        void act(code, { t: 'apply', text: text.value });
      }}
    >
      <TextField
        label={words.word}
        name="word"
        maxLength={200}
        value={text.value}
        onInput={(it) => {
          text.value = it;
        }}
      />
      <button type="submit" class="primary" name="apply">
        {words.apply}
      </button>
    </form>
  );
}

/** For the organisers and the host: who has applied, each with yes and no. */
export function Applicants({ view, own }: Props) {
  const words = t().simul;
  const applicants = own.applicants ?? [];
  if (applicants.length === 0 || (view.phase !== 'open' && view.phase !== 'draft')) return null;
  const waiting = applicants.filter(({ chosen }) => chosen === undefined);
  return (
    <section class="card no-print">
      <h2>{words.applicants(waiting.length)}</h2>
      <ul class="account-list">
        {applicants.map((it) => (
          <li key={it.user}>
            <span>
              <PlayerName person={it} />{' '}
              <span class="note">
                {noted([
                  entryGradeText(it.grade, it.provisional),
                  it.rating,
                  it.chosen === undefined ? '' : it.chosen ? words.isChosen : words.isPassedOver,
                ])}
              </span>
              {it.text && (
                <p class="note">
                  <q>{it.text}</q>
                </p>
              )}
            </span>
            <span class="row">
              {it.chosen !== true && (
                <button
                  type="button"
                  class={it.chosen === undefined ? 'primary' : 'quiet'}
                  name="choose"
                  onClick={() => void act(view.code, { t: 'choose', user: it.user })}
                >
                  {words.choose}
                </button>
              )}
              {it.chosen === undefined && (
                <button
                  type="button"
                  name="pass-over"
                  onClick={() => void act(view.code, { t: 'pass_over', user: it.user })}
                >
                  {words.passOver}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Before the start: who has applied and has no answer yet. They are told that they have no place. */
export function Undecided({ own }: { own: OwnPart | null }) {
  const waiting = (own?.applicants ?? []).filter(({ chosen }) => chosen === undefined);
  if (waiting.length === 0) return null;
  return (
    <p class="warning">{t().simul.undecided(listed(waiting.map(({ name }) => name)), waiting.length)}</p>
  );
}
