import type { Widen } from '../widen';

/** What players are told while they are away. */
const words = {
  title: 'When you are away',
  lead: 'While you are connected, the page tells you, and nothing else does.',
  needsAccount: 'Sign in to be told of challenges, rounds and your move while you are away.',
  kind: 'What',
  kinds: {
    challenge: 'Challenges and invitations',
    round: 'Rounds of your tournaments',
    turn: 'Your move',
  },
  channels: { mail: 'By email', push: 'In browsers' },
  cell: (kind: string, channel: string) => `${kind}, ${channel}`,
  noMail: 'This server sends no email.',
  noAddress: 'Emails need an address.',
  giveAddress: 'Add an address',
  allow: 'Tell me in this browser',
  stop: 'Stop telling me in this browser',
  browsers: (n: number) =>
    n === 0
      ? 'No browser tells you yet.'
      : n === 1
        ? 'You are told in one browser.'
        : `You are told in ${n} browsers.`,
  impossible:
    'This browser cannot tell you: it has no push messages, or the site is not installed in it yet.',
  blocked: 'The browser does not allow notifications from this site. Allow them in its settings.',
  failed: 'That did not work. Try again in a moment.',
  off: {
    title: 'No more emails',
    asking: 'One moment …',
    done: {
      challenge: 'You will get no more emails about challenges and invitations.',
      round: 'You will get no more emails about rounds of tournaments.',
      turn: 'You will get no more emails about your move.',
    },
    bad: 'This link is not complete. Open it again from the email.',
    settings: 'All settings',
  },
} as const;

export type NoticeWords = Widen<typeof words>;
export const notices: NoticeWords = words;
