/** What one may do about somebody: hide their words, block them, report them. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { user } from '../session';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import type { Distance } from '../wire/generated';
import { ReportForm } from './report-form';
import { distanceOf, keepAway, type Place } from './site-api';

export function PersonMenu({ person, place }: { person: { user: string; name: string }; place: Place }) {
  const words = t().site.person;
  const open = useSignal(false);
  if (person.user === user.value?.id) return null;
  const close = () => {
    open.value = false;
  };
  const distance = distanceOf(person.user);
  const keep = (next: Distance | null) =>
    void keepAway(place, next).then(close, () => toast.show(words.failed, 'bad'));
  const title = words.menu(person.name);
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
        <Icon name="flag" />
      </button>
      {open.value && (
        <Dialog title={title} onClose={close}>
          <div class="person-choices">
            <button type="button" onClick={() => keep(distance === null ? 'mute' : null)}>
              {distance === null ? words.mute : words.unmute}
            </button>
            <button type="button" onClick={() => keep(distance === 'block' ? null : 'block')}>
              {distance === 'block' ? words.unblock : words.block}
            </button>
            <ReportForm place={place} title={words.report} onDone={close} />
          </div>
        </Dialog>
      )}
    </>
  );
}
