import type { PositionProblem } from '../../wire/generated';
import type { Widen } from '../widen';

/** Words about what a game is set up with, English, and the shape of the others. */
export const setupWords = {
  setup: {
    title: 'New game',
    variant: 'Variant',
    level: 'Strength',
    levels: [
      'just learned the moves',
      'first games',
      'beginner',
      'knows some openings',
      'occasional player',
      'regular player',
      'club beginner',
      'club player',
    ],
    playEngine: 'Start playing',
    time: 'Time',
    clock: {
      byoyomi: 'Byoyomi',
      sudden_death: 'Sudden death',
      fischer: 'Fischer',
      stopwatch: 'Stopwatch',
      untimed: 'No clock',
    },
    clockHelp: {
      byoyomi: 'When the main time runs out, each move has its own seconds.',
      sudden_death: 'When your time runs out, you lose.',
      fischer: 'Each move adds some seconds.',
      stopwatch:
        'Time is counted in whole minutes, as professionals do; in the last minute each move has 60 seconds.',
      untimed: 'Think as long as you like. If you do not move within a day, you lose.',
    },
    main: 'Main time (minutes)',
    byoyomi: 'Byoyomi (seconds)',
    increment: 'Added per move (seconds)',
    periods: 'Periods',
    perSide: 'Different time for each side',
    start: 'Start',
    ownStart: 'Custom position',
    sfen: 'Position, as SFEN',
    even: 'Even game',
    side: 'Your side',
    random: 'By furigoma',
    either: 'Either',
    rules: 'Rules',
    presets: {
      casual: 'Friendly',
      tournament: 'Standard',
      professional: 'Strict',
      custom: 'Custom rules',
    },
    ownRulesHelp: 'Choose every rule yourself.',
    illegal: 'Illegal move',
    illegalOptions: { reject: 'is refused', loses: 'loses' },
    repetition: 'Fourfold repetition',
    repetitionOptions: { draw: 'draws', replay: 'is replayed' },
    impasse: 'Impasse',
    impasseOptions: { points27: '27 points', points24: '24 points', try: 'Try rule', none: 'none' },
    impasseDraw: 'Drawn impasse',
    impasseDrawOptions: { draw: 'stays a draw', replay: 'is replayed' },
    maxMoves: 'Move limit',
    maxMovesNone: 'none',
    takeback: 'Takebacks, if both agree',
    yes: 'yes',
    no: 'no',
    offer: 'Offer in the lobby',
    createLink: 'Create a link',
    close: 'Close',
  },

  /** Why a position cannot be played from, as parts of one sentence. */
  positionProblems: {
    no_king: 'a side has no king',
    two_kings: 'a side has two kings',
    too_many_pieces: 'there are too many pieces of one kind',
    nifu: 'a side has two pawns on one file',
    dead_piece: 'a piece is where it can never move',
    opponent_in_check: 'the side that is not to move is in check',
    no_moves: 'the side to move has no legal move',
  } satisfies Record<PositionProblem, string>,

  /** Compact spellings of a time control. */
  time: {
    byoyomi: (main: string, seconds: number, periods: number) =>
      periods > 1 ? `${main} + ${seconds} s × ${periods}` : `${main} + ${seconds} s`,
    sudden_death: (main: string) => main,
    fischer: (main: string, seconds: number) => `${main} + ${seconds} s per move`,
    stopwatch: (main: string) => `${main} stopwatch`,
    untimed: 'no clock',
    minutes: (n: number) => `${n} min`,
    seconds: (n: number) => `${n} s`,
    perSide: (sente: string, gote: string) => `☗ ${sente} · ☖ ${gote}`,
  },

  variants: {
    standard: 'Shogi',
    heian_dai: 'Heian dai shogi',
    sho: 'Sho shogi',
    minishogi: 'Minishogi',
    dobutsu: 'Dobutsu shogi',
  } as Record<string, string>,

  handicaps: {
    lance: 'Lance',
    bishop: 'Bishop',
    rook: 'Rook',
    rook_lance: 'Rook and lance',
    '2_piece': 'Two pieces',
    '4_piece': 'Four pieces',
    '6_piece': 'Six pieces',
    '8_piece': 'Eight pieces',
    '10_piece': 'Ten pieces',
    '3_pawns': 'Three pawns in hand',
    naked_king: 'Naked king',
  },

  sides: {
    sente: 'Sente',
    gote: 'Gote',
    shitate: 'Shitate',
    uwate: 'Uwate',
    you: 'You',
    empty: 'Empty seat',
  },
};

/** The same in any language. */
export type SetupWords = Widen<typeof setupWords>;
