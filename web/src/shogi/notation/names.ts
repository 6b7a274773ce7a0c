/** What the ways to write a move are called, without the ways: settings have no need of those. */

export const NOTATION_NAMES = [
  'vietnamese',
  'japanese',
  'western_digits',
  'western_letters',
  'csa',
  'usi',
] as const;

export type NotationName = (typeof NOTATION_NAMES)[number];
