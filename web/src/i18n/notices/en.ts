import type { Widen } from '../widen';

/** What players are told while they are away. */
const words = {
  title: 'When you are away',
  lead: 'While Komadai is open, you are notified on the page only.',
  needsAccount: 'Sign in to be notified of challenges, rounds and your turns while you are away.',
  kind: 'Notify me of',
  kinds: {
    challenge: 'Challenges and invitations',
    round: 'Rounds of your tournaments',
    turn: 'Your turn to move',
  },
  channels: { mail: 'By email', push: 'In the browser' },
  cell: (kind: string, channel: string) => `${kind}, ${channel}`,
  noMail: 'This server sends no email.',
  noAddress: 'To get emails, add an address.',
  giveAddress: 'Add an address',
  allow: 'Notify me in this browser',
  stop: 'Stop notifications in this browser',
  browsers: (n: number) =>
    n === 0
      ? 'Notifications are off in all browsers.'
      : n === 1
        ? 'Notifications are on in one browser.'
        : `Notifications are on in ${n} browsers.`,
  impossible:
    'This browser cannot show notifications: it does not support push messages, or the site is not fully installed in it yet.',
  blocked: 'The browser does not allow notifications from this site. Allow them in its settings.',
  failed: 'That did not work. Try again in a moment.',
  off: {
    title: 'No more emails',
    asking: 'One moment …',
    done: {
      challenge: 'You will no longer get emails about challenges and invitations.',
      round: 'You will no longer get emails about tournament rounds.',
      turn: 'You will no longer get emails about your turn.',
    },
    bad: 'This link is incomplete. Open it again from the email.',
    settings: 'All settings',
  },
} as const;

export type NoticeWords = Widen<typeof words>;
export const notices: NoticeWords = words;
