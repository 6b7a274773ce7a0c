/** What a lesson is about, on a corner of a board. */

import { smallLook } from '../board/look';
import { type Corner, Sample, type Spot } from '../board/sample';
import { settings } from '../settings/settings';
import { variantOf } from '../shogi/variant';
import type { Lesson } from './course';

interface Drawn {
  corner: Corner;
  /** Squares that are marked: where the piece goes. */
  dots?: Spot[];
}

/** A piece in the middle of nine squares, and the squares around it that it goes to. */
const moves = (kind: string, dots: Spot[]): Drawn => ({
  corner: [
    ['', '', ''],
    ['', kind, ''],
    ['', '', ''],
  ],
  dots,
});

const AHEAD: Spot = [1, 0];
const STRAIGHT: Spot[] = [AHEAD, [0, 1], [2, 1], [1, 2]];
const SLANTED: Spot[] = [
  [0, 0],
  [2, 0],
  [0, 2],
  [2, 2],
];

const PICTURES: Record<string, Drawn> = {
  board: {
    corner: [
      ['p', 'p', 'p'],
      ['', '', ''],
      ['P', 'P', 'P'],
    ],
  },
  king: moves('K', [...STRAIGHT, ...SLANTED]),
  rook: moves('R', STRAIGHT),
  bishop: moves('B', SLANTED),
  gold: moves('G', [...STRAIGHT, [0, 0], [2, 0]]),
  silver: moves('S', [...SLANTED, AHEAD]),
  knight: {
    corner: [
      ['', '', ''],
      ['', 'p', ''],
      ['', 'N', ''],
    ],
    dots: [
      [0, 0],
      [2, 0],
    ],
  },
  lance: {
    corner: [
      ['', '', ''],
      ['', '', ''],
      ['', 'L', ''],
    ],
    dots: [
      [1, 0],
      [1, 1],
    ],
  },
  pawn: moves('P', [AHEAD]),
  promotion: {
    corner: [
      ['+R', '', '+P'],
      ['', '', ''],
      ['R', '', 'P'],
    ],
  },
  drops: {
    corner: [
      ['', 'k', ''],
      ['', '', ''],
      ['', 'P', ''],
    ],
    dots: [[1, 1]],
  },
  forbidden: {
    corner: [
      ['', 'P', 'N'],
      ['', '', ''],
      ['', 'P', ''],
    ],
  },
  check: {
    corner: [
      ['', 'k', ''],
      ['', '', ''],
      ['', 'R', ''],
    ],
    dots: [
      [1, 0],
      [1, 1],
    ],
  },
  mate: {
    corner: [
      ['n', 'k', 'l'],
      ['', 'G', ''],
      ['', 'P', ''],
    ],
  },
  values: {
    corner: [
      ['P', 'L', 'N'],
      ['S', 'G', ''],
      ['B', 'R', ''],
    ],
  },
  mino: {
    corner: [
      ['P', 'P', 'P', 'P'],
      ['G', '', 'S', 'K'],
      ['', 'G', '', 'N'],
    ],
  },
  yagura: {
    corner: [
      ['', '', 'P', 'P'],
      ['P', 'P', 'S', 'G'],
      ['', 'K', 'G', ''],
    ],
  },
  anaguma: {
    corner: [
      ['P', 'P', '', 'P'],
      ['L', 'S', 'G', ''],
      ['K', 'N', 'G', ''],
    ],
  },
  etiquette: {
    corner: [
      ['', 'k', ''],
      ['', '', ''],
      ['', 'K', ''],
    ],
  },
  handicaps: {
    corner: [
      ['l', 'n', 's', 'g'],
      ['', '', '', ''],
      ['p', 'p', 'p', 'p'],
    ],
    dots: [[1, 1]],
  },
  endings: {
    corner: [
      ['+P', 'K', '+R'],
      ['', 'G', ''],
      ['', '', ''],
    ],
  },
  heian_pieces: {
    corner: [
      ['D', 'M', 'T'],
      ['C', 'I', 'F'],
      ['', 'B', ''],
    ],
  },
  heian_rules: {
    corner: [
      ['+T', '', ''],
      ['', 'K', ''],
      ['', '', 'n'],
    ],
  },
  annan_lending: {
    corner: [
      ['', '', ''],
      ['', 'P', ''],
      ['', 'R', ''],
    ],
    dots: [
      [0, 1],
      [2, 1],
      [1, 0],
    ],
  },
  check_first: {
    corner: [
      ['', 'k', ''],
      ['', '', ''],
      ['', 'L', ''],
    ],
    dots: [[1, 1]],
  },
  cannon_hops: {
    corner: [
      ['', 'p', ''],
      ['', 'P', ''],
      ['', 'U', ''],
    ],
    dots: [[1, 0]],
  },
  kyoto_turning: {
    corner: [
      ['', 'L', ''],
      ['', '', ''],
      ['', 'T', ''],
    ],
    dots: [[1, 1]],
  },
  tori_birds: {
    corner: [
      ['', 'F', ''],
      ['L', 'K', 'R'],
      ['C', '', 'P'],
    ],
  },
  gorogoro_hand: {
    corner: [
      ['s', '', 's'],
      ['', '', ''],
      ['', 'N', ''],
    ],
    dots: [
      [0, 0],
      [2, 0],
    ],
  },
  chu_lion: {
    corner: [
      ['', 'p', ''],
      ['', 'p', ''],
      ['', 'N', ''],
    ],
    dots: [
      [1, 0],
      [1, 1],
    ],
  },
  chu_pieces: {
    corner: [
      ['O', 'X', 'Q'],
      ['E', '+H', 'T'],
      ['F', 'A', 'I'],
    ],
  },
  dobutsu_lion: {
    corner: [
      ['g', 'l', 'e'],
      ['', 'c', ''],
      ['', 'C', ''],
    ],
  },
  minishogi_small: {
    corner: [
      ['', '', 'k'],
      ['', '', ''],
      ['', '', 'P'],
    ],
    dots: [[2, 1]],
  },
  sho_prince: moves('E', [[0, 0], AHEAD, [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]]),
};

export function LessonPicture({ lesson }: { lesson: Lesson }) {
  if (lesson.name === 'byoyomi')
    return (
      <span class="lesson-clock" aria-hidden="true">
        0:30
      </span>
    );
  const drawn = PICTURES[lesson.name];
  if (!drawn) return null;
  return (
    <Sample
      board={settings.board.value}
      look={smallLook(variantOf(lesson.variant))}
      variant={lesson.variant}
      {...drawn}
    />
  );
}
