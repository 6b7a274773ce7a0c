/** What belongs to an account. */

import { noted } from '../i18n/listed';
import { longDateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { Account } from '../wire/generated';
import { changeName, changePassword } from './account-api';
import { AccountForm, said } from './account-form';
import { AwayCard } from './away-card';
import { BotCard } from './bot-card';
import { DataCard } from './data-card';
import { EmailCard } from './email-card';
import { FactorCard } from './factor-card';
import { NewPassword } from './new-password';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';
import { ProgramsToo, SignOutCard } from './sign-out-card';
import { TokensCard } from './tokens-card';

export function Member({ account, onChange }: { account: Account; onChange(account: Account): void }) {
  const words = t().account;
  const since = longDateText(account.registered_ms);
  return (
    <>
      <header class="account-head">
        <h1>{account.name}</h1>
        <p class="note">{noted([`@${account.handle}`, words.since(since)])}</p>
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
          <TextField
            exact
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
      <ProfileCard />
      <section class="card">
        <h2>{words.changePassword}</h2>
        <AccountForm
          title={words.changePassword}
          action={words.save}
          onSubmit={async (form) => {
            await changePassword(said(form, 'old'), said(form, 'new'), form.has('programs'));
            toast.show(words.passwordSaved, 'good');
          }}
        >
          <TextField
            exact
            label={words.oldPassword}
            name="old"
            type="password"
            autocomplete="current-password"
            required
          />
          <NewPassword label={words.newPassword} name="new" />
          <ProgramsToo />
        </AccountForm>
      </section>
      <EmailCard account={account} onChange={onChange} />
      <FactorCard account={account} onChange={onChange} />
      <SessionsCard />
      <TokensCard />
      <BotCard account={account} onChange={onChange} />
      <AwayCard />
      <DataCard />
      <SignOutCard />
    </>
  );
}
