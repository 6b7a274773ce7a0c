/** Published games to try things with, as their moves in USI. */

import { readFileSync } from 'node:fs';

export const GAMES = ['championship-2005', 'floodgate-2010', 'ryuou-2014'] as const;

export function movesOf(game: (typeof GAMES)[number]): string[] {
  const text = readFileSync(new URL(`./games/${game}.usi`, import.meta.url), 'utf8');
  return text.split(/\s+/).filter((word) => word !== '');
}
