/**
 * Which parts of the client come together as one file. By itself the bundler makes a file of
 * whatever the same pages share: a visitor waits for 70 of them, a few at a time, and on a slow
 * network each few is a round trip.
 */

import { join } from 'node:path';

/** What the bundler knows of a module. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Where each begins: what that imports, and what is imported there, belongs to it. */
const DAILY = ['tsume/daily-problem.tsx'];
const SHOWCASE = ['watch/live-game.tsx', 'trainer/trainer-table.tsx'];
const GAME = ['game/game-page.tsx', 'shogi/law.ts'];
const SETUP = ['lobby/setup-dialog.tsx', 'lobby/waiting.tsx'];
const OVER = ['game/result-panel.tsx'];

/** The files, each after those that it may import. */
const ORDER = ['parts', 'position', 'daily', 'board', 'showcase', 'game', 'setup', 'over'] as const;

export function filesOf(web: string) {
  const reached = new Map<readonly string[], Set<string>>();
  /** All that is loaded with these, which have the words of boards. */
  const reachedFrom = (begins: readonly string[], modules: Modules): Set<string> => {
    const known = reached.get(begins);
    if (known) return known;
    const all = new Set<string>();
    const open = begins.map((path) => join(web, 'src', path));
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (all.has(id)) continue;
      const info = modules.getModuleInfo(id);
      if (!info) continue;
      all.add(id);
      const late = info.importedIds.find((it) => it.endsWith('/i18n/whole.ts'));
      if (late) throw new Error(`${id} says words that do not come with a board (i18n/of-boards)`);
      open.push(...info.importedIds);
    }
    if (all.size < begins.length) throw new Error(`${begins.join(', ')}: there is no such module`);
    reached.set(begins, all);
    return all;
  };
  const fileFor = (id: string, modules: Modules): (typeof ORDER)[number] | null => {
    const [ofDaily, ofShowcase, ofGame, ofSetup, ofEnd] = [DAILY, SHOWCASE, GAME, SETUP, OVER].map((it) =>
      reachedFrom(it, modules).has(id),
    );
    if (ofSetup && (ofDaily || ofShowcase || ofGame)) return 'parts';
    if (ofDaily) return ofShowcase || ofGame ? 'position' : 'daily';
    if (ofShowcase && ofGame) return 'board';
    if (ofShowcase) return 'showcase';
    if (ofGame) return 'game';
    if (ofSetup) return 'setup';
    return ofEnd ? 'over' : null;
  };
  return [
    // What every page begins with.
    { name: 'first', tags: ['$initial' as const], priority: ORDER.length },
    // What a file imports is in it or in one before it.
    ...ORDER.map((name, i) => ({
      name: (id: string, modules: Modules) => (fileFor(id, modules) === name ? name : null),
      priority: ORDER.length - 1 - i,
    })),
  ];
}
