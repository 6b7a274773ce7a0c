/** The catalogue is loaded in parts. */

import type { Catalogue } from './made/catalogue';

/**
 * Words in groups, of which each part has some. Those of a page that is not shown yet may be
 * missing.
 */
export function joined(...parts: object[]): Catalogue {
  const join = (one: object, other: object): object => {
    const all: Record<string, unknown> = { ...one };
    for (const [key, value] of Object.entries(other)) {
      const before = all[key];
      all[key] = isGroup(before) && isGroup(value) ? join(before, value) : value;
    }
    return all;
  };
  return parts.reduce<object>(join, {}) as Catalogue;
}

const isGroup = (it: unknown): it is object => typeof it === 'object' && it !== null && !Array.isArray(it);
