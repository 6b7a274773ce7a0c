/** `/admin/accounts`: all accounts of the site, and what admins do with them. */

import { useSignal } from '@preact/signals';
import { ask, pageAfter } from '../api/request';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { NeedsFactor, needsFactor } from '../site/moderation/needs-factor';
import { usePaged } from '../ui/loaded';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { Noted } from '../ui/noted';
import { More, Page, PartFailed } from '../ui/page';
import { TextField } from '../ui/text-field';
import type { AdminAccount } from '../wire/generated';
import { AccountAct, type Act, lift } from './account-acts';
import { Invite } from './invite';

export function AccountsPage() {
  const words = t().admin.accounts;
  const asked = useSignal('');
  const found = usePaged(
    async (after) => {
      const page = await ask('GET', '/admin/accounts', { query: { ...pageAfter(after), q: asked.value } });
      return { items: page.accounts, next: page.next };
    },
    [asked.value],
  );
  const { state } = found;
  const isLocked = state.is === 'missing' && needsFactor(state.problem);
  return (
    <Page class="admin-page accounts-page" title={words.title} busy={state.is === 'busy'}>
      <h1>{words.title}</h1>
      {isLocked ? (
        <NeedsFactor />
      ) : (
        <>
          <form
            class="card account-search"
            onSubmit={(event) => {
              event.preventDefault();
              asked.value = String(new FormData(event.currentTarget).get('q') ?? '').trim();
            }}
          >
            <TextField
              exact
              label={words.search}
              help={words.searchHelp}
              name="q"
              autocomplete="off"
              maxLength={200}
            />
            <button type="submit" class="primary">
              {words.find}
            </button>
          </form>
          {state.is === 'ready' && found.items.length === 0 && <p role="status">{words.none}</p>}
          <ul class="plain-list account-lines">
            {found.items.map((it) => (
              <Line key={it.user} account={it} onDone={() => void found.again()} />
            ))}
          </ul>
          <PartFailed of={found} />
          <More of={found} word={t().site.moderation.older} />
          <Invite />
        </>
      )}
    </Page>
  );
}

function Line({ account, onDone }: { account: AdminAccount; onDone(): void }) {
  const words = t().admin.accounts;
  const act = useSignal<Act | null>(null);
  const { handle, name, role, email, bot } = account;
  const marks = [
    role && words.roles[role],
    account.banned && words.banned,
    account.muted && words.muted,
    account.frozen && words.frozen,
    bot && t().bots.mark,
  ].filter((it) => typeof it === 'string');
  const opens = (next: Act) => () => {
    act.value = next;
  };
  return (
    <li class="entry">
      <div>
        <p>
          <a href={`/players/${handle}`}>
            <strong>{name}</strong>
          </a>{' '}
          <span class="note">@{handle}</span>{' '}
          {marks.map((mark) => (
            <span key={mark} class="account-mark">
              {mark}
            </span>
          ))}
        </p>
        <p class="note">
          <Noted>
            {email && <span>{email}</span>}
            <span>{words.registered(dateText(account.registered_ms))}</span>
            {account.seen_ms !== null && <span>{words.seen(dateText(account.seen_ms))}</span>}
          </Noted>
        </p>
        {role && <p class="note">{words.staff(`komadai admin role ${handle} player`)}</p>}
      </div>
      {!role && (
        <MoreMenu
          aside={
            act.value && (
              <AccountAct
                account={account}
                act={act.value}
                onDone={onDone}
                onClose={() => {
                  act.value = null;
                }}
              />
            )
          }
        >
          <MenuAct text={words.rename} onClick={opens('rename')} />
          <MenuAct text={words.email} onClick={opens('email')} />
          <MenuAct text={words.ban} onClick={opens('ban')} />
          {(account.banned || account.muted) && (
            <MenuAct text={words.lift} onClick={() => void lift(handle, onDone)} />
          )}
          <MenuAct text={words.remove} onClick={opens('remove')} />
        </MoreMenu>
      )}
    </li>
  );
}
