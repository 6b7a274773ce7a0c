/** Words about watching, English, and the shape of the others. */
export const watch = {
  title: 'Watch',
  lead: 'Games in progress, strongest players first.',
  nowPlaying: 'People you follow, playing now',
  all: 'All',
  whose: 'Games of',
  everybody: 'Everyone',
  followed: 'People I follow',
  games: 'Games',
  none: 'No such games right now.',
  featured: 'Featured game',
  over: 'over',
  list: (n: number) => `${n} ${n === 1 ? 'player' : 'players'} you follow`,
  follow: 'Follow',
  following: 'Following',
  failed: 'This could not be saved. Try again.',
  more: (n: number) => `And ${n} more.`,
};
