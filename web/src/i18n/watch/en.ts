/** Words about watching, English, and the shape of the others. */
export const watch = {
  title: 'Watch',
  lead: 'Games that are being played now, the strongest players first.',
  nowPlaying: 'People you follow, playing now',
  all: 'All',
  whose: 'Whose games',
  everybody: 'Everybody',
  followed: 'People I follow',
  games: 'Games',
  none: 'Nobody is playing such a game just now.',
  featured: 'Featured game',
  over: 'over',
  list: (n: number) => `${n} ${n === 1 ? 'player' : 'players'} you follow`,
  follow: 'Follow',
  following: 'Following',
  failed: 'This could not be kept. Try again.',
  more: (n: number) => `And ${n} more.`,
};
