/** One's own calendar: a private address that calendar programs follow, which can be changed. */

import { useSignal } from '@preact/signals';
import { ask } from '../api/request';
import { t } from '../i18n/whole';
import { Dialog, SureButton } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { ShareButton } from '../ui/share-button';
import { toast } from '../ui/toast';
import { SubscribeLink } from './subscribe';
import { problemText } from './tournament-api';

/** A button that opens it. */
export function OwnCalendarButton() {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        name="own-calendar"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <Icon name="clock" />
        {t().calendar.own}
      </button>
      {isOpen.value && (
        <OwnCalendar
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

function OwnCalendar({ onClose }: { onClose(): void }) {
  const words = t().calendar;
  const found = useLoaded(() => ask('GET', '/me/calendar'));
  const change = async (method: 'POST' | 'DELETE') => {
    try {
      if (method === 'POST') found.put(await ask('POST', '/me/calendar'));
      else {
        await ask('DELETE', '/me/calendar');
        found.put({ path: null });
      }
    } catch (problem) {
      toast.show(problemText(problem), 'bad');
    }
  };
  const path = found.value?.path;
  return (
    <Dialog title={words.own} onClose={onClose}>
      <p>{words.ownHelp}</p>
      {path ? (
        <Address path={path} onChange={change} />
      ) : (
        <Begin isReady={found.value !== null} onBegin={() => change('POST')} />
      )}
    </Dialog>
  );
}

function Begin({ isReady, onBegin }: { isReady: boolean; onBegin(): Promise<void> }) {
  return (
    <div class="row">
      <button
        type="button"
        class="primary"
        name="make-calendar"
        disabled={!isReady}
        onClick={() => void onBegin()}
      >
        {t().calendar.make}
      </button>
    </div>
  );
}

interface AddressProps {
  path: string;
  onChange(method: 'POST' | 'DELETE'): Promise<void>;
}

function Address({ path, onChange }: AddressProps) {
  const words = t().calendar;
  const address = new URL(path, location.href).href;
  return (
    <>
      <label class="field">
        <span class="label">{words.address}</span>
        <input
          type="text"
          name="calendar"
          readOnly
          value={address}
          onFocus={(it) => it.currentTarget.select()}
        />
      </label>
      <p class="note">{words.secret}</p>
      <div class="row own-acts">
        <SubscribeLink href={path} />
        <ShareButton title={words.own} href={path} class="quiet" />
        <SureButton title={words.renewSure} yes={words.renew} onYes={() => void onChange('POST')} />
        <SureButton title={words.removeSure} yes={words.remove} onYes={() => void onChange('DELETE')} />
      </div>
    </>
  );
}
