/** Inviting somebody by a link, with a role or without. */

import { useSignal } from '@preact/signals';
import { AccountForm } from '../account/account-form';
import { ask } from '../api/request';
import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import { ShareButton } from '../ui/share-button';

const ROLES = ['player', 'moderator', 'admin'] as const;

export function Invite() {
  const words = t().admin.accounts;
  const role = useSignal<(typeof ROLES)[number]>('player');
  const link = useSignal<string | null>(null);
  return (
    <section class="card">
      <h2>{words.invite}</h2>
      <p class="note">{words.inviteHelp}</p>
      <AccountForm
        title={words.invite}
        action={words.inviteMake}
        onSubmit={async () => {
          const query = role.value === 'player' ? {} : { role: role.value };
          const { code } = await ask('POST', '/admin/invitations', { query });
          link.value = `${location.origin}/account#invitation=${code}`;
        }}
      >
        <Select
          label={words.inviteRole}
          value={role.value}
          options={ROLES.map((it) => [it, words.roles[it]] as const)}
          onChange={(next) => {
            role.value = next;
            // A link is of the role it was made with.
            link.value = null;
          }}
        />
      </AccountForm>
      {link.value && (
        <div class="invite-link" role="status">
          <code>{link.value}</code>
          <ShareButton title={words.invite} href={link.value} />
        </div>
      )}
    </section>
  );
}
