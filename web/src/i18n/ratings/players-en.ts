/** Words of players' pages, lists and searches. */

export const players = {
  list: 'Strongest players',
  listHelp: 'Established ratings only; provisional ones are left out.',
  nobody: 'No established ratings yet.',
  player: 'Player',
  opponent: 'Opponent',
  grade: 'Grade',
  games: 'Games',
  speed: 'Speed',
  unknown: 'Player not found',
  unknownHelp: 'Check the spelling of the name.',
  find: 'Find a player',
  findHelp: 'Part of the user name or display name',
  nobodyFound: (name: string) => `No player found for “${name}”.`,
  whichOne: 'Several players match. Whose games?',
  watch: 'Watch their game',
  score: (wins: number, draws: number, losses: number) => `${wins} won, ${draws} drawn, ${losses} lost`,
  streak: (n: number) => (n > 0 ? `${n} won in a row` : `${-n} lost in a row`),
  bestStreak: (n: number) => `best streak ${n}`,
  next: (grade: string) => `On the way to ${grade}`,
  missing: (who: string | null, n: number, floor: number, nAbove: number, middle: number) =>
    `${who === null ? 'Finish' : `${who} needs`} ${n === 1 ? '1 more rated game' : `${n} more rated games in a row`} at ${floor} or above (or ${nAbove} at ${middle} or above).`,
  held: (who: string | null, floor: number) =>
    `${who === null ? 'You have' : `${who} has`} held ${floor} for long enough.`,
  gamesMissing: (n: number) =>
    n === 1 ? '1 more qualifying game is needed.' : `${n} more qualifying games are needed.`,
  opponentsMissing: (n: number) =>
    n === 1 ? 'Games against 1 more opponent are needed.' : `Games against ${n} more opponents are needed.`,
  unproven: (grade: string) =>
    `The results are not convincing enough yet: a player one grade below ${grade} could have achieved them by luck.`,
  proven: (n: number) => `Results against at least ${n} ${n === 1 ? 'opponent' : 'opponents'} confirm it.`,
  whatCounts: 'What counts',
  countsLength: (plies: number) =>
    `Rated games of standard shogi with at least ${plies} moves (both sides together) against opponents with an established rating.`,
  countsRegular:
    'Results against someone you play far more often than others do not count. In a club where everyone plays everyone many times, they all count.',
  countsResults:
    'The results must be better than those expected of a player one grade weaker, by more than luck can explain. Handicaps are taken into account.',
  countsDeclared: 'The strength declared on registering does not count, and a grade is never lost.',
  uncertain: (who: string | null) =>
    who === null
      ? 'Your rating is not established yet: keep playing.'
      : `${who}’s rating is not established yet.`,
  noRated: 'No rated games yet.',
  nGames: (n: number) => (n === 1 ? '1 game' : `${n} games`),
  chart: 'Rating',
  chartLabel: (from: number, to: number) => `The rating went from ${from} to ${to}.`,
  awards: 'Grades earned',
  byGrade: 'Results by opponent’s grade',
  byHandicap: 'Results by handicap',
  firstMove: 'Weaker side moves first',
  gave: (handicap: string) => `${handicap} (given)`,
  took: (handicap: string) => `${handicap} (received)`,
  won: 'Won',
  drawn: 'Drawn',
  lost: 'Lost',
  results: { won: 'won', drawn: 'drawn', lost: 'lost' },
  gamesOf: (name: string) => `All games of ${name}`,
  certificate: 'Certificate',
  kept: 'A grade, once earned, is never lost.',
  shared: (grade: string) => `I have earned ${grade} on Komadai.`,
  noAward: 'This grade has not been earned',
  earnedBy: 'The games that earned it',
  earnedHow: (n: number, floor: number) =>
    `${n === 1 ? '1 rated game' : `${n} rated games in a row`}, with the rating at ${floor} or above after each.`,
  earnedAgainst: (n: number) =>
    `The games before them include wins against ${n === 1 ? '1 opponent' : `${n} different opponents`}.`,
  date: 'Date',
  result: 'Result',
  search: 'Search games',
  any: 'any',
  reason: 'Ending',
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
  noGames: 'No games found.',
};

export type PlayerWords = typeof players;
