/** `/account`: sign in or register; afterwards, what belongs to the account. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { language, t } from '../i18n';
import { DECLARABLE, gradeText } from '../ratings/words';
import { user } from '../session';
import { site } from '../site/site-api';
import { Segments } from '../ui/choice';
import { toast } from '../ui/toast';
import {
  type Account,
  AccountProblem,
  changeName,
  changePassword,
  fetchAccount,
  register,
  signIn,
  signOut,
  signOutEverywhere,
} from './account-api';

/** The fewest signs a password may have. */
const PASSWORD_SIGNS_MIN = 8;

export function AccountPage() {
  const words = t().account;
  const account = useSignal<Account | null | 'asking'>('asking');
  useEffect(() => {
    document.title = `Komadai – ${words.title}`;
  }, [words]);
  useEffect(() => {
    fetchAccount().then(
      (found) => {
        account.value = found;
      },
      () => {
        account.value = null;
      },
    );
  }, []);
  const known = account.value;
  return (
    <main id="main" class="account-page" aria-busy={known === 'asking'}>
      {known === 'asking' ? null : known ? (
        <Member
          account={known}
          onChange={(changed) => {
            account.value = changed;
          }}
        />
      ) : (
        <Stranger />
      )}
    </main>
  );
}

/** The page is loaded anew, because everything on it belongs to somebody else now. */
function startAnew() {
  location.assign('/');
}

/** A form that says what went wrong beside its button, and cannot be sent twice. */
function AccountForm({
  title,
  action,
  onSubmit,
  children,
}: {
  title: string;
  action: string;
  onSubmit(form: FormData): Promise<void>;
  children: ComponentChildren;
}) {
  const words = t().account;
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  return (
    <form
      class="account-form"
      aria-label={title}
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy.value) return;
        busy.value = true;
        problem.value = null;
        const form = event.currentTarget;
        try {
          await onSubmit(new FormData(form));
        } catch (cause) {
          const code = cause instanceof AccountProblem ? cause.code : 'other';
          problem.value = words.problems[code];
        }
        busy.value = false;
      }}
    >
      {children}
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <button type="submit" class="primary" disabled={busy.value}>
        {action}
      </button>
    </form>
  );
}

function Field({
  label,
  help,
  type,
  ...rest
}: {
  label: string;
  help?: string;
  name: string;
  type?: 'password';
  autocomplete: 'username' | 'nickname' | 'current-password' | 'new-password' | 'off';
  value?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
}) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  const input = {
    ...rest,
    id,
    spellcheck: false,
    autocapitalize: 'none',
    'aria-describedby': helpId,
  } as const;
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      {type === 'password' ? <input type="password" {...input} /> : <input type="text" {...input} />}
      {help && (
        <span class="note" id={helpId}>
          {help}
        </span>
      )}
    </div>
  );
}

const said = (form: FormData, name: string) => String(form.get(name) ?? '');

function Stranger() {
  const words = t().account;
  const mode = useSignal<'signIn' | 'register'>('signIn');
  const guest = user.value?.guest ? user.value.name : null;
  return (
    <section class="card">
      <h1>{words[mode.value]}</h1>
      {site.value?.registration === 'closed' && <p class="note">{t().site.registrationClosed}</p>}
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
            await signIn(said(form, 'handle'), said(form, 'password'));
            startAnew();
          }}
        >
          <Field label={words.handle} name="handle" autocomplete="username" required />
          <Field
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
            await register(
              said(form, 'handle'),
              said(form, 'name'),
              said(form, 'password'),
              said(form, 'declared'),
              said(form, 'invitation'),
            );
            startAnew();
          }}
        >
          <p class="note">{guest ? words.guestKeeps(guest) : words.registerLead}</p>
          {site.value?.registration === 'invitation' && (
            <Field
              label={t().site.invitation}
              help={t().site.invitationHelp}
              name="invitation"
              autocomplete="off"
              required
            />
          )}
          <Field
            label={words.handle}
            help={words.handleHelp}
            name="handle"
            autocomplete="username"
            required
            minLength={3}
            maxLength={20}
          />
          <Field
            label={words.name}
            help={words.nameHelp}
            name="name"
            autocomplete="nickname"
            maxLength={30}
          />
          <Field
            label={words.password}
            help={words.passwordHelp}
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minLength={PASSWORD_SIGNS_MIN}
          />
          <Declared />
        </AccountForm>
      )}
    </section>
  );
}

/** §6 Only sets where ratings begin. */
function Declared() {
  const words = t().ratings;
  const id = useId();
  return (
    <div class="field">
      <label class="label" for={id}>
        {words.declaredLabel}
      </label>
      <select id={id} name="declared" aria-describedby={`${id}-help`}>
        <option value="">{words.declaredNone}</option>
        {DECLARABLE.map((grade) => (
          <option key={grade} value={grade}>
            {gradeText(grade)}
          </option>
        ))}
      </select>
      <span class="note" id={`${id}-help`}>
        {words.declaredHelp}
      </span>
    </div>
  );
}

function Member({ account, onChange }: { account: Account; onChange(account: Account): void }) {
  const words = t().account;
  const since = new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }).format(account.registered);
  return (
    <>
      <header class="account-head">
        <h1>{account.name}</h1>
        <p class="note">
          @{account.handle} · {words.since(since)}
        </p>
        {account.role && <a href="/moderation">{t().site.moderation.title}</a>}
      </header>
      <section class="card">
        <h2>{words.changeName}</h2>
        <AccountForm
          title={words.changeName}
          action={words.save}
          onSubmit={async (form) => {
            const changed = await changeName(said(form, 'name'));
            if (changed) onChange(changed);
            toast.show(words.saved, 'good');
          }}
        >
          <Field
            label={words.name}
            help={words.changeNameHelp}
            name="name"
            autocomplete="nickname"
            value={account.name}
            required
            maxLength={30}
          />
        </AccountForm>
      </section>
      <section class="card">
        <h2>{words.changePassword}</h2>
        <AccountForm
          title={words.changePassword}
          action={words.save}
          onSubmit={async (form) => {
            await changePassword(said(form, 'old'), said(form, 'new'));
            toast.show(words.passwordSaved, 'good');
          }}
        >
          <Field
            label={words.oldPassword}
            name="old"
            type="password"
            autocomplete="current-password"
            required
          />
          <Field
            label={words.newPassword}
            help={words.passwordHelp}
            name="new"
            type="password"
            autocomplete="new-password"
            required
            minLength={PASSWORD_SIGNS_MIN}
          />
        </AccountForm>
      </section>
      <section class="card">
        <h2>{words.signOut}</h2>
        <div class="row">
          <button type="button" onClick={() => void signOut().then(startAnew, refused)}>
            {words.signOut}
          </button>
          <button type="button" onClick={() => void signOutEverywhere().then(startAnew, refused)}>
            {words.signOutEverywhere}
          </button>
        </div>
      </section>
    </>
  );
}

function refused(cause: unknown) {
  const code = cause instanceof AccountProblem ? cause.code : 'other';
  toast.show(t().account.problems[code], 'bad');
}
