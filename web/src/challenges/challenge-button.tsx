/** On a player's page: asks that player for a game. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { SetupDialog } from '../lobby/setup-dialog-late';
import { user } from '../session';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import { challenge } from './challenge-store';

export function ChallengeButton({ person }: { person: { user: string; handle: string; name: string } }) {
  const words = t().challenges;
  const open = useSignal(false);
  const me = user.value;
  if (!me || me.guest || me.id === person.user) return null;
  const close = () => {
    open.value = false;
  };
  return (
    <>
      <button
        type="button"
        name="challenge"
        class="challenge-button"
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name="friend" />
        {words.challenge}
      </button>
      {open.value && (
        <SetupDialog
          intent="challenge"
          title={words.to(person.name)}
          opponent={person.handle}
          onClose={close}
          onSubmit={async ({ setup, hours }) => {
            const refused = await challenge(person.handle, setup, hours);
            if (refused) return refused;
            close();
            toast.show(words.sent(person.name), 'good');
            return null;
          }}
        />
      )}
    </>
  );
}
