/** What an admin does with one account: a dialog with a form for each act. */

import { problemText } from '../account/account-api';
import { AccountForm, said } from '../account/account-form';
import { ask } from '../api/request';
import { t } from '../i18n/whole';
import { Impose } from '../site/moderation/sanctions';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { AdminAccount } from '../wire/generated';

export type Act = 'rename' | 'email' | 'ban' | 'remove';

interface Props {
  account: AdminAccount;
  act: Act;
  /** It was done. */
  onDone(): void;
  onClose(): void;
}

export function AccountAct({ account, act, onDone, onClose }: Props) {
  const words = t().admin.accounts;
  const done = (text: string) => {
    toast.show(text, 'good');
    onClose();
    onDone();
  };
  const { handle, name } = account;
  return (
    <Dialog title={words[act]} onClose={onClose}>
      <p>
        <strong>{name}</strong> <span class="note">@{handle}</span>
      </p>
      {act === 'ban' ? (
        <Impose
          user={account.user}
          onDone={() => {
            onClose();
            onDone();
          }}
        />
      ) : (
        <AccountForm
          title={words[act]}
          action={words[act]}
          danger={act === 'remove'}
          onSubmit={async (form) => {
            const path = { handle };
            const reason = said(form, 'reason');
            if (act === 'rename') {
              const body = { name: said(form, 'name'), reason };
              const given = await ask('POST', '/admin/accounts/{handle}/name', { path, body });
              done(t().site.moderation.renamed(given.name));
            } else if (act === 'email') {
              const body = { email: said(form, 'email') };
              await ask('POST', '/admin/accounts/{handle}/email', { path, body });
              done(words.emailSet);
            } else {
              await ask('POST', '/admin/accounts/{handle}/delete', { path, body: { reason } });
              done(words.removed(name));
            }
          }}
        >
          {act === 'remove' && <p>{words.removeHelp}</p>}
          {act === 'rename' && (
            <TextField
              label={words.newName}
              help={words.newNameHelp}
              name="name"
              autocomplete="off"
              maxLength={30}
            />
          )}
          {act === 'email' ? (
            <TextField
              exact
              label={t().account.mail.email}
              help={words.emailHelp}
              name="email"
              type="email"
              autocomplete="off"
            />
          ) : (
            <TextField label={t().site.moderation.reason} name="reason" required maxLength={500} />
          )}
        </AccountForm>
      )}
    </Dialog>
  );
}

/** Lifts all that is imposed on an account. */
export async function lift(handle: string, onDone: () => void): Promise<void> {
  try {
    await ask('POST', '/admin/accounts/{handle}/lift', { path: { handle } });
    toast.show(t().admin.accounts.lifted, 'good');
    onDone();
  } catch (cause) {
    toast.show(problemText(cause), 'bad');
  }
}
