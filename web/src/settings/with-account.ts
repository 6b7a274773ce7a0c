/**
 * Settings of people with accounts are kept by the server too, and are the same on all their
 * devices.
 */

import { effect } from '@preact/signals';
import { ask } from '../api/request';
import { language } from '../i18n';
import { user } from '../session';
import { allSettings, takeSettings } from './settings';

/** How long a change rests before it is sent: a slider says much. */
const REST_MS = 800;

/** What is this browser's alone: it was asked for permission, others were not. */
const OWN = new Set(['notifications']);

const common = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !OWN.has(name)));

/** Where the browser is, as far as clocks go: an opponent who makes an appointment sees it. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the server is told: letters are written in the language that the pages are shown in. */
const told = () => ({ ...common(allSettings()), spoken: language.value, zone: zone() });

/**
 * Takes what an account has set when somebody is known to have one, and sends what is changed from
 * then on.
 */
export function keepWithAccount(): void {
  /** Whose settings these are, once they have been asked for. */
  let whose: string | null = null;
  let known = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = () => {
    const text = JSON.stringify(told());
    if (text === known) return;
    ask('PUT', '/me/settings', { body: JSON.parse(text) }).then(
      () => {
        known = text;
      },
      // They are in the browser, and go along with the next change.
      () => {},
    );
  };

  effect(() => {
    const { value } = user;
    const id = value && !value.guest ? value.id : null;
    if (id === null) {
      whose = null;
      return;
    }
    if (id === whose) return;
    whose = null;
    ask('GET', '/me/settings').then(
      ({ settings }) => {
        if (user.peek()?.id !== id) return;
        if (settings) takeSettings(common(settings));
        known = settings
          ? JSON.stringify({ ...told(), spoken: settings['spoken'], zone: settings['zone'] })
          : '';
        whose = id;
        send();
        // A browser that is notified while we are away belongs to the person who is signed in now.
        if ('Notification' in window && Notification.permission === 'granted')
          void import('../notices/this-browser').then((it) => it.sayAgain()).catch(() => {});
      },
      () => {},
    );
  });

  effect(() => {
    told();
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (whose !== null) send();
    }, REST_MS);
  });
}
