/** Words of ratings, grades and players' pages. */

export const ratings = {
  grade: (n: number, dan: boolean): string => (dan ? `${n}-dan` : `${n}-kyu`),
  noGrade: 'No grade yet',
  rating: 'Rating',
  provisional: 'provisional',
  unrated: 'unrated',
  declared: (grade: string) => `declared ${grade}`,
  declaredLabel: 'How strong are you?',
  declaredHelp: 'This only sets your starting rating. Grades are earned by playing.',
  declaredNone: 'I’m new, or not sure',
  rated: 'Rated',
  notRated: 'Unrated',
  ratedGame: 'Rated game',
  ratedHelp: 'The result changes both ratings; no takebacks.',
  ratedNeedsAccount: 'Register to play rated games.',
  ratedNotSo: 'Games from a custom position, with unequal time or with a larger handicap are not rated.',
  changed: (change: string) => `Rating ${change}`,
  awarded: (grade: string) => `You have earned ${grade}!`,
  suggested: 'By grade difference',
  wants: 'Opponents',
  ratingMin: 'Rating from',
  ratingMax: 'Rating up to',
  gradeMin: 'Grade from',
  gradeMax: 'Grade up to',
  anyGrade: 'any',
  wanted: (text: string) => `for ${text}`,
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rapid', classical: 'Classical' },
};

export type RatingWords = typeof ratings;
