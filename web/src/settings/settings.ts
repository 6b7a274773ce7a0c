/**
 * What a person has set, kept in this browser. Every setting is a signal; a change is stored at
 * once.
 */

import { batch, effect, type Signal, signal } from '@preact/signals';
import { BOARDS, type BoardName } from '../board/boards';
import { FACE_SETS, type FaceSet, hasMarks, MARK_MODES, type MarkMode, OF_ANIMALS } from '../board/faces';
import { loadSet } from '../board/set-styles';
import { aboutLanguage, LANGUAGES, type Language } from '../i18n';
import { NOTATION_NAMES, type NotationName } from '../shogi/notation/names';
import type { Variant } from '../shogi/variant';

const KEY = 'komadai.settings';

const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const SECONDS_MODES = ['spoken', 'beeps', 'off'] as const;
export type SecondsMode = (typeof SECONDS_MODES)[number];

/** Up as in Japan, or down as the clock shows. */
export const COUNTINGS = ['up', 'down'] as const;
export type Counting = (typeof COUNTINGS)[number];

/** When check is called: `auto` in the first games of somebody. */
export const CHECK_MODES = ['auto', 'on', 'off'] as const;
export type CheckMode = (typeof CHECK_MODES)[number];

/** After so many games nobody is a beginner any more. */
export const BEGINNER_GAMES = 20;

export const PIECE_SOUNDS = ['wood', 'soft', 'none'] as const;
export type PieceSound = (typeof PIECE_SOUNDS)[number];

const stored = readStored();

function readStored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** How to read each setting from what was stored, by its name. */
const readers: Record<string, (value: unknown) => void> = {};

/** A setting that takes a stored value where `read` makes something of it. */
function setting<T>(name: string, fallback: T, read: (value: unknown) => T | undefined): Signal<T> {
  const it = signal<T>(read(stored[name]) ?? fallback);
  readers[name] = (value) => {
    const next = read(value);
    if (next !== undefined) it.value = next;
  };
  return it;
}

function choice<T extends string>(name: string, options: readonly T[], fallback: T) {
  return setting<T>(name, fallback, (value) => options.find((option) => option === value));
}

function amount(name: string, fallback: number, min: number, max: number) {
  return setting(name, fallback, (value) =>
    typeof value === 'number' && value >= min && value <= max ? value : undefined,
  );
}

function flag(name: string, fallback: boolean) {
  return setting(name, fallback, (value) => (typeof value === 'boolean' ? value : undefined));
}

export const settings = {
  /** `auto` follows the browser. */
  language: choice<Language | 'auto'>('language', [...LANGUAGES, 'auto'], 'auto'),
  theme: choice<Theme>('theme', THEMES, 'auto'),
  board: choice<BoardName>('board', BOARDS, 'kaya'),
  pieces: choice<FaceSet>('pieces', FACE_SETS, 'kanji2'),
  /** In the games that are sold with animals; they stay until somebody chooses others there. */
  animalPieces: choice<FaceSet | 'auto'>('animalPieces', [...FACE_SETS, 'auto'], 'auto'),
  moveMarks: choice<MarkMode>('moveMarks', MARK_MODES, 'auto'),
  promotedRed: flag('promotedRed', true),
  /** `auto` follows the language. */
  notation: choice<NotationName | 'auto'>('notation', [...NOTATION_NAMES, 'auto'], 'auto'),
  coordinates: flag('coordinates', true),
  animation: flag('animation', true),
  showDests: flag('showDests', true),
  confirmMoves: flag('confirmMoves', false),
  /** Whether a review shows the engine's best move as an arrow. */
  bestMove: flag('bestMove', true),
  /** Only the board, the hands and the clocks. */
  zen: flag('zen', false),
  /** Percent. */
  volume: amount('volume', 70, 0, 100),
  /** It was a switch once. */
  pieceSound: setting<PieceSound>('pieceSound', 'wood', (value) =>
    value === true ? 'wood' : value === false ? 'none' : PIECE_SOUNDS.find((sound) => sound === value),
  ),
  /**
   * §3.5 Calling check is a courtesy, of use to beginners. It was a switch once, off unless
   * somebody turned it on.
   */
  checkSound: setting<CheckMode>('checkSound', 'auto', (value) =>
    value === true ? 'on' : value === false ? 'auto' : CHECK_MODES.find((mode) => mode === value),
  ),
  /** How many games were finished, as long as that says who is a beginner. */
  gamesFinished: amount('gamesFinished', 0, 0, BEGINNER_GAMES),
  bells: flag('bells', true),
  /** How the seconds of byoyomi are counted. */
  seconds: choice<SecondsMode>('seconds', SECONDS_MODES, 'spoken'),
  counting: choice<Counting>('counting', COUNTINGS, 'up'),
  secondsFor: choice<'mine' | 'both'>('secondsFor', ['mine', 'both'], 'mine'),
  /** Whether the upper half of the clock on the table is turned to who sits there. */
  clockFacing: flag('clockFacing', true),
  /** Whether sente has its upper half. */
  clockSwapped: flag('clockSwapped', false),
  /** Notices of the system when it is our turn and the page is not looked at. */
  notifications: flag('notifications', false),
};

/** Which setting says what the pieces of a variant look like; `auto` are animals. */
export function pieceSetting({ name }: Pick<Variant, 'name'>): Signal<FaceSet | 'auto'> {
  return OF_ANIMALS.has(name) ? settings.animalPieces : (settings.pieces as Signal<FaceSet | 'auto'>);
}

/** All settings by their names, as they are stored. */
export function allSettings(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, it]) => [name, it.value]));
}

/**
 * Takes over what was stored elsewhere; what this client does not know or cannot read is left as it
 * is.
 */
export function takeSettings(values: Record<string, unknown>): void {
  batch(() => {
    for (const [name, value] of Object.entries(values)) readers[name]?.(value);
  });
}

/**
 * Starts storing changes, if it `stores`, and showing the theme, the board and the pieces; called
 * once.
 */
export function keepSettings({ stores }: { stores: boolean }): void {
  effect(() => {
    const values = allSettings();
    if (!stores) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
    } catch {
      // A browser that stores nothing still plays; the settings last as long as the page.
    }
  });
  effect(() => {
    const theme = settings.theme.value;
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  });
  effect(() => {
    document.documentElement.dataset.board = settings.board.value;
  });
  effect(() => {
    const set = settings.pieces.value;
    loadSet(set, hasMarks(set, settings.moveMarks.value));
  });
}

/** The notation in use, by the setting or by the language. */
export function notationName(language: Language): NotationName {
  const set = settings.notation.value;
  if (set !== 'auto') return set;
  const { notation } = aboutLanguage(language);
  return NOTATION_NAMES.find((it) => it === notation) ?? 'western_digits';
}
