/** What the server says about ratings. Every answer is a value or null, when it cannot be had. */

import type { GameStrengths } from '../wire/generated';

export async function ask<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(`/api/v1${path}`);
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}

export const gameStrengths = (code: string) => ask<GameStrengths>(`/games/${code}/ratings`);
