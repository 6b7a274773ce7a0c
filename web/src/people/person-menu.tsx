/**
 * Behind a button: who somebody is, and what can be done about them. For guests that is to keep
 * them away and report them.
 */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/of-boards';
import { user } from '../session';
import type { Place } from '../site/site-api';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { late } from '../ui/late';
import type { Named } from './people-api';
import { shownName } from './shown-name';

const PersonBody = late(() => import('./person-card').then((it) => it.PersonBody));

export function PersonMenu({ person, place }: { person: Named; place: Place }) {
  const open = useSignal(false);
  if (person.user === user.value?.id || person.engine) return null;
  const title = t().site.person.menu(person.name);
  return (
    <>
      <button
        type="button"
        class="quiet square person-menu"
        aria-label={title}
        title={title}
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name="more" />
      </button>
      {open.value && (
        <Dialog
          title={shownName(person.name)}
          onClose={() => {
            open.value = false;
          }}
        >
          <div class="person-body">
            <PersonBody person={person} place={place} />
          </div>
        </Dialog>
      )}
    </>
  );
}
