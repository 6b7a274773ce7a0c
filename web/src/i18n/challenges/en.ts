/** Words of challenges from one player to another. */

export const challenges = {
  title: 'Challenges',
  count: (n: number) => (n === 1 ? '1 challenge' : `${n} challenges`),
  none: 'No challenges.',
  challenge: 'Challenge',
  to: (name: string) => `Challenge ${name}`,
  send: 'Send the challenge',
  stands: 'It stands for',
  hours: { 1: '1 hour', 24: '1 day', 168: '1 week' },
  sent: (name: string) => `${name} is challenged.`,
  from: (name: string) => `${name} challenges you`,
  waiting: (name: string) => `To ${name}`,
  declinedBy: (name: string, why: string) => `${name} declines: ${why}`,
  until: (time: string) => `until ${time}`,
  youSit: (side: string) => `you play ${side}`,
  accept: 'Accept',
  acceptLabel: (name: string) => `Accept the challenge of ${name}`,
  decline: 'Decline',
  withdraw: 'Withdraw',
  noted: 'Noted',
  why: 'Why?',
  reasons: {
    later: 'not now',
    clock: 'another time control, please',
    start: 'another handicap or side, please',
    rated: 'the other way with ratings, please',
    no: 'no, thank you',
  },
};

export type ChallengeWords = typeof challenges;
