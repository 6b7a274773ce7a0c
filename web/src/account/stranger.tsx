/** Who has no account in this browser signs in, registers, or has forgotten the password. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { forgetScores } from '../broadcast/kept-scores';
import { t } from '../i18n/whole';
import { forgetStanding } from '../lobby/lobby-store';
import { shownName } from '../people/shown-name';
import { gamesThatHold, user } from '../session';
import { site } from '../site/site-api';
import { Segments } from '../ui/choice';
import { TextField } from '../ui/text-field';
import { register, signIn, signInWithCode } from './account-api';
import { AccountForm, said } from './account-form';
import { Forgotten } from './forgotten';
import { NewPassword } from './new-password';
import { StrengthField, strengthOf } from './strength-field';
import { keepWayBack, takeWayBack } from './way-back';

/** The page is loaded anew, because everything on it belongs to somebody else now. */
export function startAnew() {
  forgetScores();
  forgetStanding();
  location.assign('/');
}

/**
 * The same for somebody who has an account now: they go back to where they were sent here from, or
 * to the board at which they sit, and what they searched for as a guest is searched for again.
 */
function goOn() {
  forgetScores();
  const [game] = gamesThatHold.value;
  location.assign(takeWayBack() ?? (game ? `/${game.game}` : '/'));
}

/** What a user name is made of, as the server has it. */
export const HANDLE = '[A-Za-z][A-Za-z0-9_\\-]*';

export function Stranger() {
  const words = t().account;
  /** The code of the link that somebody was invited with. */
  const [, invited = ''] = /^#invitation=([0-9A-Za-z]+)$/.exec(location.hash) ?? [];
  const mode = useSignal<'signIn' | 'register' | 'forgotten'>(
    invited || location.hash === '#register' ? 'register' : 'signIn',
  );
  /** Of a password that was right, where a code is asked for as well. */
  const ticket = useSignal<string | null>(null);
  const guest = user.value?.guest ? user.value.name : null;
  useEffect(keepWayBack, []);
  if (ticket.value) return <SecondStep ticket={ticket.value} />;
  if (mode.value === 'forgotten')
    return (
      <Forgotten
        onBack={() => {
          mode.value = 'signIn';
        }}
      />
    );
  return (
    <section class="card">
      <h1>{words[mode.value]}</h1>
      {!invited && site.value?.registration === 'closed' && <p class="note">{t().site.registrationClosed}</p>}
      <Segments
        label={words.title}
        options={[
          ['signIn', words.signIn],
          ['register', words.register],
        ]}
        value={mode.value}
        onChange={(next) => {
          mode.value = next;
        }}
      />
      {mode.value === 'signIn' ? (
        <AccountForm
          key="signIn"
          title={words.signIn}
          action={words.signIn}
          onSubmit={async (form) => {
            ticket.value = await signIn(said(form, 'handle'), said(form, 'password'));
            if (!ticket.value) goOn();
          }}
          aside={
            <button
              type="button"
              class="quiet"
              onClick={() => {
                mode.value = 'forgotten';
              }}
            >
              {words.forgotten.link}
            </button>
          }
        >
          <TextField exact label={words.handle} name="handle" autocomplete="username" required />
          <TextField
            exact
            label={words.password}
            name="password"
            type="password"
            autocomplete="current-password"
            required
          />
        </AccountForm>
      ) : (
        <AccountForm
          key="register"
          title={words.register}
          action={words.register}
          onSubmit={async (form) => {
            const declared = strengthOf(form);
            await register({
              handle: said(form, 'handle'),
              name: said(form, 'name'),
              password: said(form, 'password'),
              ...(declared !== null && { declared }),
              invitation: said(form, 'invitation'),
            });
            goOn();
          }}
        >
          <p class="note">{guest ? words.guestKeeps(shownName(guest)) : words.registerLead}</p>
          {(invited || site.value?.registration === 'invitation') && (
            <TextField
              exact
              label={t().site.invitation}
              help={t().site.invitationHelp}
              name="invitation"
              {...(invited && { value: invited })}
              autocomplete="off"
              required
            />
          )}
          <TextField
            exact
            label={words.handle}
            help={words.handleHelp}
            isRule
            pattern={HANDLE}
            name="handle"
            autocomplete="username"
            required
            minLength={3}
            maxLength={20}
          />
          <TextField
            exact
            label={words.name}
            help={words.nameHelp}
            name="name"
            autocomplete="nickname"
            maxLength={30}
          />
          <NewPassword label={words.password} name="password" />
          <StrengthField />
          {(site.value?.branding.conduct.length ?? 0) > 0 && (
            <p class="note">
              <a href="/conduct" target="_blank" rel="noopener">
                {t().site.pages.conduct}
              </a>
            </p>
          )}
        </AccountForm>
      )}
    </section>
  );
}

function SecondStep({ ticket }: { ticket: string }) {
  const words = t().account.factor;
  return (
    <section class="card">
      <h1>{words.askTitle}</h1>
      <AccountForm
        title={words.askTitle}
        action={words.next}
        onSubmit={async (form) => {
          await signInWithCode(ticket, said(form, 'code'));
          goOn();
        }}
      >
        <p>{words.askLead}</p>
        <TextField
          exact
          label={words.code}
          help={words.codeHelp}
          name="code"
          autocomplete="one-time-code"
          required
        />
      </AccountForm>
    </section>
  );
}
