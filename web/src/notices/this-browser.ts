/** Whether this browser is told things by the server while no page of ours is open in it. */

import { ask } from '../api/request';
import { language } from '../i18n';

/** Why a browser cannot be told: it has no such thing, or its owner does not allow it. */
export type Hindrance = 'impossible' | 'blocked';

async function installed(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** What this browser is told by, if it is. */
export async function subscription(): Promise<PushSubscription | null> {
  return (await installed())?.pushManager.getSubscription() ?? null;
}

/**
 * Asks the owner, and has the server tell this browser; what stands against it, or null. To be
 * called in a click.
 */
export async function allow(key: string): Promise<Hindrance | null> {
  const registration = await installed();
  if (!registration) return 'impossible';
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  const known = await registration.pushManager.getSubscription();
  // One that another key has made is of no use: the server's database is another one by now.
  if (known && !isFor(known, key)) await known.unsubscribe();
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  await describe(made);
  return null;
}

/** This browser is told nothing any more. */
export async function stop(): Promise<void> {
  const known = await subscription();
  if (!known) return;
  await ask('DELETE', '/me/notices/browser', { body: { endpoint: known.endpoint } });
  await known.unsubscribe();
}

/**
 * Says again that this browser is to be told: its address may have changed, and another session is
 * another owner.
 */
export async function sayAgain(): Promise<void> {
  const known = await subscription();
  if (known) await describe(known);
}

async function describe(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'] ?? '', keys?.['auth'] ?? ''];
  const body = { endpoint: endpoint ?? '', p256dh, auth, lang: language.value };
  await ask('PUT', '/me/notices/browser', { body });
}

function isFor(known: PushSubscription, key: string): boolean {
  const used = known.options.applicationServerKey;
  if (!used) return false;
  const wanted = bytesOf(key);
  const bytes = new Uint8Array(used);
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at]);
}

/** The bytes of a text as it stands in addresses. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const signs = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}
