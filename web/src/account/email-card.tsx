/** The mail address of an account. */

import { language, t } from '../i18n/whole';
import { site } from '../site/site-api';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { Account } from '../wire/generated';
import { lookAgain, proposeEmail, removeEmail } from './account-api';
import { AccountForm, PasswordNow, said } from './account-form';

export function EmailCard({ account, onChange }: { account: Account; onChange(account: Account): void }) {
  const words = t().account.mail;
  const refresh = () => lookAgain(onChange);
  const lang = language.value;
  const { email, unverified_email: unverified } = account;
  return (
    <section class="card" aria-labelledby="mail-title">
      <h2 id="mail-title">{words.title}</h2>
      {email && <p>{words.verified(email)}</p>}
      {unverified && <p>{words.unverified(unverified)}</p>}
      {site.value?.mail ? (
        <AccountForm
          title={words.title}
          action={words.set}
          onSubmit={async (form) => {
            await proposeEmail(said(form, 'email'), said(form, 'password'), lang);
            toast.show(words.sent, 'good');
            await refresh();
          }}
        >
          {!email && <p class="note">{words.none}</p>}
          <TextField
            exact
            label={words.email}
            name="email"
            type="email"
            autocomplete="email"
            required
            maxLength={254}
          />
          <PasswordNow />
        </AccountForm>
      ) : (
        <p class="note">{words.off}</p>
      )}
      {(email || unverified) && (
        <details>
          <summary>{words.remove}</summary>
          <AccountForm
            title={words.remove}
            action={words.remove}
            onSubmit={async (form) => {
              await removeEmail(said(form, 'password'), lang);
              toast.show(words.removed, 'good');
              await refresh();
            }}
          >
            <PasswordNow />
          </AccountForm>
        </details>
      )}
    </section>
  );
}
