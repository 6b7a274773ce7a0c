/** What somebody is told while they are away: `/api/v1/me/notices`. */

import { request } from '../api/request';

export const KINDS = ['challenge', 'round', 'turn'] as const;
export type Kind = (typeof KINDS)[number];

export const CHANNELS = ['mail', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface Notices {
  /** Whether this server sends letters. */
  mail: boolean;
  /** Whether there is an address to send them to. */
  address: boolean;
  /** What the browser must be shown to be told things; null where no browser is told. */
  push_key: string | null;
  /** In how many browsers they are told. */
  browsers: number;
  /** What was switched off; everything else is on. */
  off: { kind: Kind; channel: Channel }[];
}

export const fetchNotices = () => request<Notices>('GET', '/me/notices');
export const switchNotice = (kind: Kind, channel: Channel, on: boolean) =>
  request('PUT', '/me/notices', { kind, channel, on });
/** Does what a letter's link is for, and says what no more letters come about. */
export const stopLetters = (token: string) =>
  request<{ kind: Kind }>('POST', `/notices/off/${encodeURIComponent(token)}`);
