/** How a game by correspondence is begun where one's games are: with whoever wants to, or with a friend. */

import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/whole';
import { createLobbyStore } from '../lobby/lobby-store';
import { SetupDialog } from '../lobby/setup-dialog-late';
import { go } from '../router';
import { theSocket } from '../session';
import { Icon } from '../ui/icon';

const WAYS = [
  ['lobby', 'people'],
  ['link', 'friend'],
] as const;

export function NewLetter() {
  const words = t();
  const [store] = useState(() => createLobbyStore(theSocket()));
  useEffect(() => () => store.close(), [store]);
  const intent = useSignal<'lobby' | 'link' | null>(null);
  const names = { lobby: words.setup.offer, link: words.lobby.friend };
  return (
    <>
      {WAYS.map(([way, icon]) => (
        <button key={way} type="button" name={way} onClick={() => (intent.value = way)}>
          <Icon name={icon} />
          {names[way]}
        </button>
      ))}
      {intent.value && (
        <SetupDialog
          intent={intent.value}
          begin={{ clock: 'correspondence', goteTime: null }}
          onClose={() => (intent.value = null)}
          onSubmit={async ({ setup, wants }) => {
            if (intent.value === 'link') return store.createLink(setup);
            const refused = await store.offer(setup, wants ? { wants } : {});
            // It is seen there, and withdrawn.
            if (!refused) go('/');
            return refused;
          }}
        />
      )}
    </>
  );
}
