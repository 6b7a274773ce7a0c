/** Tie-breaks and points as docs/tournaments.md defines them; a test compares. */

/** What can rank. */
export const TIEBREAKS = [
  'points',
  'mcmahon',
  'sos',
  'sos_1',
  'sos_2',
  'median',
  'sodos',
  'sosos',
  'cuss',
  'direct',
  'koya',
  'wins',
  'board_points',
  'aro',
  'performance',
  'rating',
  'seed',
  'lot',
] as const;

/** What ranks in a format when the organiser chooses nothing; nothing where matches decide. */
export const CRITERIA: Record<string, readonly TieBreak[]> = {
  round_robin: ['points', 'direct', 'sodos', 'wins'],
  swiss: ['points', 'sos', 'sodos', 'direct'],
  mcmahon: ['mcmahon', 'sos', 'sodos', 'direct'],
  matches: ['points', 'board_points', 'sos', 'direct'],
  single_elimination: [],
  double_elimination: [],
  groups: [],
  league: ['points', 'seed', 'direct', 'sodos'],
  title_match: [],
  team: ['points', 'board_points', 'sos', 'direct'],
  arena: ['points', 'wins', 'sos'],
  simul: ['points'],
  pools: ['points', 'direct', 'sodos', 'wins'],
  championship: ['mcmahon', 'sos', 'sodos', 'direct'],
  stages: [],
};

export type TieBreak = (typeof TIEBREAKS)[number];

/** What results are worth when the organiser chooses nothing. */
export const SCORING = {
  win: 1,
  draw: 0.5,
  loss: 0,
  bye: 1,
  absence: 0.5,
  missed: 0.5,
  no_show: 0,
};
