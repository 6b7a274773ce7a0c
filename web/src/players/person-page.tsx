/**
 * `/people/CODE`: a player's page by their public id, which goes on under the address with their
 * handle.
 */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { personBy } from '../people/people-api';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { ProfilePage } from './profile-page';

export function PersonPage({ code }: { code: string }) {
  const words = t().players;
  const person = useLoaded(() => personBy(code), [code]);
  const handle = person.value?.handle;
  useEffect(() => {
    if (handle) history.replaceState(null, '', `/@/${handle}`);
  }, [handle]);
  return (
    <When
      of={person}
      missing={{ title: words.unknown, text: words.unknownHelp, href: '/players', to: words.list }}
    >
      {(known) => <ProfilePage handle={known.handle} />}
    </When>
  );
}
