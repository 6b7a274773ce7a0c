/** What organisers do between two rounds, and players in the hall. */

export const why = {
  ask: 'Why?',
  of: (a: string, b: string) => `Why were ${a} and ${b} paired?`,
  ofBye: (name: string) => `Why does ${name} have no game?`,
  plan: 'In this format the pairings are fixed in advance by lot, table or bracket.',
  ordered: 'The organiser fixed this pairing.',
  score: (name: string, points: string) => `Score of ${name} before this round: ${points}.`,
  same: (points: string) => `Score of both before this round: ${points}.`,
  different: (a: string, x: string, b: string, y: string) =>
    `Scores before this round: ${a} ${x}, ${b} ${y}.`,
  against: 'Drawbacks of this pairing',
  nothingAgainst: 'It satisfies every rule.',
  ruledOut: 'Opponents ruled out',
  kept: (name: string, others: string, why: string) => `${name}: ${others} (${why})`,
  keptBy: {
    forbidden: 'forbidden by the organiser',
    repeat: 'already played',
    colour_limit: 'sides would be too uneven',
    colour_row: 'the same side a third time in a row',
  } as Record<string, string>,
  byeOrder: 'Others with the same points are lower in the seeding.',
  costs: {
    forbidden: 'The organiser had forbidden it, but there was no alternative.',
    bye_again: 'This player has already had a point without playing, or has missed a game.',
    repeat: 'They have already played each other, but there was no alternative.',
    bye_high: 'Another player has fewer points.',
    colour_limit: 'A player’s games as sente and gote would differ by more than two.',
    colour_row: 'A player has the same side for the third time in a row.',
    score: 'They do not have the same points.',
    level: 'The difference is not at the lowest scores.',
    club: 'Both belong to the same club.',
    float: 'A player has recently met an opponent with a different score.',
    colour: 'A player does not get the side they are due.',
    order: 'They are not exactly half a group apart in strength.',
  },
  rules: {
    forbidden: 'forbidden pairings',
    bye_again: 'a second bye',
    repeat: 'repeated pairings',
    bye_high: 'a bye for the lowest score',
    colour_limit: 'balance of sides',
    colour_row: 'the same side in a row',
    score: 'equal points',
    level: 'differences at the lowest scores',
    club: 'the same club',
    float: 'repeated floats',
    colour: 'the side due',
    order: 'order of strength',
  },
  otherwise: 'The round without this pairing',
  byeFor: (name: string) => `no game for ${name}`,
  worse: (rule: string) => `Overall it would be worse: ${rule}.`,
  how: 'The whole round is paired at once so that, taking the rules in order, there are as few drawbacks as possible.',
} as const;

export const repair = {
  warned: (what: string) => `Caution: ${what}`,
  help: 'Choose the two players to be paired. Their games in progress are annulled; the opponents they leave are paired with each other.',
  pairs: 'The pairings will be:',
  alone: (name: string) => `${name} has no game`,
} as const;

export const orders = {
  title: 'Fixed pairings for later rounds',
  kinds: { pair: 'Pair these two', forbid: 'Never pair these two', bye: 'No game for' },
  pair: (round: number, a: string, b: string) => `Round ${round}: ▲ ${a} – △ ${b}`,
  forbid: (a: string, b: string) => `Never: ${a} – ${b}`,
  bye: (round: number, name: string) => `Round ${round}: no game for ${name}`,
} as const;

export const preview = {
  good: 'No pairing has a serious drawback.',
  warned: (n: number) =>
    n === 1 ? '1 pairing has a serious drawback.' : `${n} pairings have serious drawbacks.`,
  change: 'To change it, fix or forbid pairings below; the others follow.',
} as const;

export const grid = {
  title: (round: number) => `Results of round ${round}`,
  help: 'Click the winner, or use the keys: 1 sente wins, 0 gote wins, = draw; ↑ and ↓ change the board.',
  wins: (winner: string, loser: string) => `${winner} beats ${loser}`,
  draw: (a: string, b: string) => `${a} and ${b} draw`,
  correct: (a: string, b: string) => `Correct the result of ${a} and ${b}`,
} as const;

export const paper = {
  title: 'For the hall',
  sheets: {
    boards: 'Pairings by board',
    names: 'Pairings by name',
    chart: 'Wall chart',
    slips: 'Result slips',
    cards: 'Place cards',
  },
  opponent: 'Opponent',
  signatures: 'Signatures:',
} as const;

export const hall = {
  said: (by: string, time: string) => `– ${by}, ${time}`,
  earlier: (n: number) => (n === 1 ? 'One earlier announcement' : `${n} earlier announcements`),
  report: 'Result of your game',
  iWon: 'I won',
  iLost: 'I lost',
  reports: (name: string, outcome: string) => `${name}: ${outcome}.`,
  waitsForOther: 'It counts as soon as your opponent or the arbiter says the same.',
  call: 'Call the arbiter',
  why: 'What is it about? (optional)',
  called: 'You have called the arbiter.',
  takeBack: 'No longer needed',
  calls: 'Calls for the arbiter',
  answered: 'Done',
  announce: 'Tell everybody',
  announcement: 'Announcement',
  announceHelp: 'It appears at the top of this page. Players who are away are notified.',
  tell: 'Announce',
} as const;

export const bringIn = {
  list: 'Add a list of players',
  members: (club: string) => `Add members of ${club}`,
  listHelp:
    'Copy the rows from a spreadsheet, or choose a CSV file. With column names in the first row, such as name, grade, rating, club, team, family, given, nationality and account, the columns may be in any order; without them: name, grade, rating, club.',
  paste: 'One player per line',
  file: 'Choose a CSV file',
  found: (n: number) => (n === 1 ? '1 player can be added' : `${n} players can be added`),
  enter: (n: number) => (n === 1 ? 'Add 1 player' : `Add ${n} players`),
  done: (n: number) => (n === 1 ? '1 player added or invited' : `${n} players added or invited`),
  tooMany: (n: number) => `No more than ${n} can be added at a time.`,
  membersHelp: 'Members with an account are invited and join by accepting; the others are added at once.',
  allThere: 'All members are already taking part.',
  wrong: {
    nobody: (_: string) => 'has no name',
    long: (it: string) => `“${it}” is longer than 60 characters`,
    grade: (it: string) => `“${it}” is not a grade; write it like 5k or 1d`,
    number: (it: string) => `“${it}” is not a whole number`,
    nationality: (it: string) => `“${it}” is not a nationality; use two letters, such as VN`,
    entered: (_: string) => 'is already taking part',
    twice: (_: string) => 'is in the list twice',
  },
} as const;
