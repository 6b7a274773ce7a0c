/** Words of challenges from one player to another. */

export const challenges = {
  title: 'Challenges',
  count: (n: number) => (n === 1 ? '1 challenge' : `${n} challenges`),
  none: 'No challenges.',
  challenge: 'Challenge',
  to: (name: string) => `Challenge ${name}`,
  send: 'Send the challenge',
  stands: 'Valid for',
  hours: { 1: '1 hour', 24: '1 day', 168: '1 week' },
  sent: (name: string) => `Challenge sent to ${name}.`,
  from: (name: string) => `${name} challenges you`,
  waiting: (name: string) => `To ${name}`,
  declinedBy: (name: string, why: string) => `${name} declines: ${why}`,
  until: (time: string) => `until ${time}`,
  youSit: (side: string) => `you play ${side}`,
  accept: 'Accept',
  acceptLabel: (name: string) => `Accept the challenge from ${name}`,
  decline: 'Decline',
  withdraw: 'Withdraw',
  noted: 'OK',
  why: 'Why?',
  reasons: {
    later: 'not now',
    clock: 'a different time control, please',
    start: 'a different handicap or side, please',
    rated: 'rated/unrated the other way round, please',
    no: 'no, thank you',
  },
};

export type ChallengeWords = typeof challenges;
