// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/protocol. Do not edit.

import type { Preset, RuleSet } from './generated';

export const PROTOCOL = 2;

/** While a clock of its game runs, a page says something at least this often. */
export const PLAYER_PING_MS = 2000;

/** A player from whom nothing has come for so long is away while the game is played. */
export const PLAYER_SILENCE_MAX_MS = 15000;

/** How long somebody waits until a clock next to theirs will do too (§6.6). */
export const NEXT_CLOCK_AFTER_MS = 20000;

/** What each preset stands for. */
export const PRESETS: Record<Preset, RuleSet> = {
  casual: {"illegal":"reject","impasse":"points27","impasse_draw":"draw","max_moves":500,"repetition":"draw","takeback":true},
  tournament: {"illegal":"loses","impasse":"points27","impasse_draw":"draw","max_moves":500,"repetition":"replay","takeback":false},
  professional: {"illegal":"loses","impasse":"points24","impasse_draw":"replay","max_moves":500,"repetition":"replay","takeback":false},
};
