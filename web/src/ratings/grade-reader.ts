/** Grades as people write them, read by the server's table and rules. */

import type { Grade } from '../wire/generated';
import { DAN_WORDS, KYU_WORDS, NUMBER_WORDS, ORDINALS } from '../wire/grades';

/** Clubs have more grades than can be earned here; these are the last that the server reads. */
const KYU_MAX = 30;
const DAN_MAX = 9;

/** Every grade that is read, those of clubs below and above the scale too, the lowest first. */
export const KNOWN_GRADES: readonly Grade[] = [
  ...Array.from({ length: KYU_MAX }, (_, i) => `${KYU_MAX - i}k` as Grade),
  ...Array.from({ length: DAN_MAX }, (_, i) => `${i + 1}d` as Grade),
];

/** The words of numbers, the longest first. */
const NUMBERS = Object.entries(NUMBER_WORDS).sort(([a], [b]) => b.length - a.length);

/** A number in digits or in words; null when it is none. */
function numberFrom(text: string): number | null {
  const [digits = ''] = /^\d*/.exec(text) ?? [];
  if (digits) {
    const rest = text.slice(digits.length);
    return rest === '' || ORDINALS.includes(rest) ? Number(digits) : null;
  }
  let rest = text;
  let sum = 0;
  while (rest !== '') {
    const [word, n] = NUMBERS.find(([it]) => rest.startsWith(it)) ?? ['', 0];
    if (!word) return null;
    rest = rest.slice(word.length);
    if (n === 10 && sum < 10) sum = (sum || 1) * 10;
    else if (n < 10 && sum % 10 === 0) sum += n;
    else return null;
  }
  return sum || null;
}

function gradeOf(text: string | null, isDan: boolean): Grade | null {
  const n = text === null ? null : numberFrom(text);
  if (n === null || n < 1 || n > (isDan ? DAN_MAX : KYU_MAX)) return null;
  return `${n}${isDan ? 'd' : 'k'}` as Grade;
}

/**
 * `5k`, `20 cấp`, `cấp 5`, `Tam đẳng`, `3級`, `2. Dan`, `初段`, `十五級`, `2급`; null when it is none.
 */
export function gradeFrom(text: string): Grade | null {
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFC').trim();
  if (folded.startsWith('-')) return null;
  const plain = folded.replace(/[\s‐–-]+/gu, '');
  const scales = [
    ...KYU_WORDS.map((word) => ({ word, isDan: false })),
    ...DAN_WORDS.map((word) => ({ word, isDan: true })),
  ];
  const behind = scales.map(({ word, isDan }) =>
    gradeOf(plain.endsWith(word) ? plain.slice(0, -word.length) : null, isDan),
  );
  const before = scales.map(({ word, isDan }) =>
    gradeOf(plain.startsWith(word) ? plain.slice(word.length) : null, isDan),
  );
  return [...behind, ...before].find((it) => it !== null) ?? null;
}
