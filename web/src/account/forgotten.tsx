/** A new password by mail, and the links that letters have. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { language, t } from '../i18n/whole';
import { site } from '../site/site-api';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import { problemText, resetPassword, sendReset, verifyEmail } from './account-api';
import { AccountForm, said } from './account-form';
import { NewPassword } from './new-password';

/** Asks for a letter. */
export function Forgotten({ onBack }: { onBack(): void }) {
  const words = t().account.forgotten;
  const sent = useSignal(false);
  return (
    <section class="card">
      <h1>{words.title}</h1>
      {!site.value?.mail ? (
        <p>
          {words.operator} <a href="/contact">{words.contact}</a>
        </p>
      ) : sent.value ? (
        <p role="status">{words.sent}</p>
      ) : (
        <AccountForm
          title={words.title}
          action={words.send}
          onSubmit={async (form) => {
            await sendReset(said(form, 'email'), language.value);
            sent.value = true;
          }}
        >
          <p class="note">{words.lead}</p>
          <TextField
            exact
            label={t().account.mail.email}
            name="email"
            type="email"
            autocomplete="email"
            required
          />
        </AccountForm>
      )}
      <button type="button" class="quiet" onClick={onBack}>
        {words.back}
      </button>
    </section>
  );
}

/** What a letter's link brings along behind `#`. */
export interface Ticket {
  purpose: 'verify' | 'reset' | 'freeze';
  ticket: string;
}

export function ticketIn(hash: string): Ticket | null {
  const [, purpose, ticket] = /^#(verify|reset|freeze)=([0-9a-f]{64})$/.exec(hash) ?? [];
  return ticket ? { purpose: purpose as Ticket['purpose'], ticket } : null;
}

/** Sets a new password with the ticket of a letter. */
export function Reset({ ticket, onDone }: { ticket: string; onDone(): void }) {
  const words = t().account.forgotten;
  return (
    <section class="card">
      <h1>{words.title}</h1>
      <AccountForm
        title={words.title}
        action={words.save}
        onSubmit={async (form) => {
          await resetPassword(ticket, said(form, 'password'), language.value);
          toast.show(words.saved, 'good');
          onDone();
        }}
      >
        <p class="note">{words.resetLead}</p>
        <NewPassword label={words.reset} name="password" />
      </AccountForm>
    </section>
  );
}

/** Says that whoever opened the link reads the address. */
export function Verify({ ticket, onDone }: { ticket: string; onDone(): void }) {
  const words = t().account;
  const state = useSignal<'asking' | 'done' | { refused: unknown }>('asking');
  useEffect(() => {
    verifyEmail(ticket, language.value).then(
      () => {
        state.value = 'done';
      },
      (cause) => {
        state.value = { refused: cause };
      },
    );
  }, [ticket]);
  const now = state.value;
  const isGood = now === 'asking' || now === 'done';
  return (
    <section class="card">
      <h1>{isGood ? words.mail.title : words.mail.failed}</h1>
      <p role="status">
        {now === 'asking'
          ? words.mail.verifying
          : now === 'done'
            ? words.mail.done
            : problemText(now.refused)}
      </p>
      <button type="button" onClick={onDone}>
        {words.mail.toAccount}
      </button>
    </section>
  );
}
