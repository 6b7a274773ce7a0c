/** What somebody is told while they are away: `/api/v1/me/notices`. */

import { ask } from '../api/request';
import type { NoticeChannel, NoticeKind } from '../wire/generated';

export const KINDS = [
  'challenge',
  'round',
  'turn',
  'coaching',
  'tsume',
  'request',
] as const satisfies readonly NoticeKind[];
export const CHANNELS = ['mail', 'push'] as const satisfies readonly NoticeChannel[];

export const fetchNotices = () => ask('GET', '/me/notices');
export const switchNotice = (kind: NoticeKind, channel: NoticeChannel, on: boolean) =>
  ask('PUT', '/me/notices', { body: { kind, channel, on } });
/** Does what a letter's link is for, and says what no more letters come about. */
export const stopLetters = (token: string) => ask('POST', '/notices/off/{token}', { path: { token } });
