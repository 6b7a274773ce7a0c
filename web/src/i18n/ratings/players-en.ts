/** Words of players' pages, lists and searches. */

export const players = {
  list: 'Strongest players',
  listHelp: 'Ratings that are certain. Provisional ones are left out.',
  nobody: 'Nobody has a certain rating here yet.',
  player: 'Player',
  opponent: 'Opponent',
  grade: 'Grade',
  games: 'Games',
  speed: 'Speed',
  unknown: 'There is no such player',
  unknownHelp: 'Perhaps the name is written another way.',
  find: 'Find a player',
  findHelp: 'Part of the user name or of the name that is shown',
  nobodyFound: (name: string) => `Nobody is called “${name}”.`,
  whichOne: 'Several people may be meant. Whose games?',
  watch: 'Watch the game being played',
  score: (wins: number, draws: number, losses: number) => `${wins} won, ${draws} drawn, ${losses} lost`,
  streak: (n: number) => (n > 0 ? `${n} won in a row` : `${-n} lost in a row`),
  bestStreak: (n: number) => `best streak ${n}`,
  next: (grade: string) => `On the way to ${grade}`,
  missing: (who: string | null, n: number, floor: number, nAbove: number, middle: number) =>
    `${n === 1 ? '1 more rated game' : `${n} more rated games in a row`} that ${n === 1 ? 'leaves' : 'leave'} ${who ?? 'you'} at ${floor} or higher, or ${nAbove} at ${middle} or higher.`,
  held: (who: string | null, floor: number) =>
    `${who === null ? 'You have' : `${who} has`} held ${floor} for long enough.`,
  gamesMissing: (n: number) =>
    n === 1 ? '1 more game that counts is needed.' : `${n} more games that count are needed.`,
  opponentsMissing: (n: number) =>
    n === 1 ? 'Games against 1 more opponent are needed.' : `Games against ${n} more opponents are needed.`,
  unproven: (grade: string) =>
    `The results are not sure enough yet: somebody a grade below ${grade} could have been so lucky.`,
  proven: (n: number) => `The results against ${n} or more opponents show it.`,
  whatCounts: 'What counts',
  countsLength: (plies: number) =>
    `Rated games of standard shogi of at least ${plies} moves, both sides together, with opponents whose rating is certain.`,
  countsRegular:
    'Results against somebody you meet much more often than others show nothing. In a club where all meet again and again, all of them count.',
  countsResults:
    'The results must be better than those of somebody a grade weaker, and by more than luck. Handicaps are counted.',
  countsDeclared: 'What somebody declared when registering counts for nothing, and a grade is never lost.',
  uncertain: (who: string | null) =>
    who === null
      ? 'Your rating is not certain enough yet: play on.'
      : `The rating of ${who} is not certain enough yet.`,
  noRated: 'No rated games yet.',
  nGames: (n: number) => (n === 1 ? '1 game' : `${n} games`),
  chart: 'Rating',
  chartLabel: (from: number, to: number) => `The rating went from ${from} to ${to}.`,
  awards: 'Grades earned',
  byGrade: 'Results by opponent’s grade',
  byHandicap: 'Results by handicap',
  firstMove: 'the first move',
  gave: (handicap: string) => `gave ${handicap}`,
  took: (handicap: string) => `took ${handicap}`,
  won: 'Won',
  drawn: 'Drawn',
  lost: 'Lost',
  results: { won: 'won', drawn: 'drawn', lost: 'lost' },
  gamesOf: (name: string) => `All games of ${name}`,
  certificate: 'Certificate',
  kept: 'A grade is never lost again.',
  shared: (grade: string) => `I have earned ${grade} on Komadai.`,
  noAward: 'This grade was not earned',
  earnedBy: 'The games that earned it',
  earnedHow: (n: number, floor: number) =>
    `${n} rated games in a row, each of which left the rating at ${floor} or higher.`,
  earnedAgainst: (n: number) =>
    `In the last games before, ${n === 1 ? '1 opponent' : `${n} different opponents`} had been beaten.`,
  date: 'Date',
  result: 'Result',
  search: 'Search games',
  any: 'any',
  reason: 'End',
  handicap: 'Handicap',
  opening: 'Opening',
  openings: {
    double_static: 'Double static rook',
    central: 'Central rook',
    fourth_file: 'Fourth-file rook',
    third_file: 'Third-file rook',
    opposing: 'Opposing rook',
    double_ranging: 'Double ranging rook',
  },
  from: 'From',
  until: 'Until',
  noGames: 'No game fits.',
};

export type PlayerWords = typeof players;
