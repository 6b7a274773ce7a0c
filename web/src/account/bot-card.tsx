/** Makes an account that of a program. */

import { t } from '../i18n/whole';
import { toast } from '../ui/toast';
import type { Account } from '../wire/generated';
import { becomeBot } from './account-api';
import { AccountForm } from './account-form';

export function BotCard({ account, onChange }: { account: Account; onChange(account: Account): void }) {
  const words = t().bots;
  return (
    <section class="card" aria-labelledby="bot-title">
      <h2 id="bot-title">{words.become}</h2>
      {account.bot ? (
        <p class="note">{words.done}</p>
      ) : (
        <>
          <p class="note">{words.becomeLead}</p>
          <details>
            <summary>{words.becomeDo}</summary>
            <AccountForm
              title={words.become}
              action={words.becomeDo}
              danger
              onSubmit={async () => {
                await becomeBot();
                onChange({ ...account, bot: true });
                toast.show(words.done, 'good');
              }}
            >
              <div class="account-choices">
                <label>
                  <input type="checkbox" name="sure" required /> {words.becomeSure}
                </label>
              </div>
            </AccountForm>
          </details>
        </>
      )}
    </section>
  );
}
