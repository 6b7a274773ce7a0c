/** What the server says about ratings. Every answer is a value or null, when it cannot be had. */

import { orNull, request } from '../api/request';
import type { GameStrengths } from '../wire/generated';

export const ask = <T>(path: string) => orNull(request<T>('GET', path));

export const gameStrengths = (code: string) => ask<GameStrengths>(`/games/${code}/ratings`);
