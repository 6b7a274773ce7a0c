// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/protocol. Do not edit.

import type { Preset, RuleSet } from './generated';

export const PROTOCOL = 1;

/** What each preset stands for. */
export const PRESETS: Record<Preset, RuleSet> = {
  casual: {"illegal":"reject","impasse":"points27","impasse_draw":"draw","max_moves":500,"repetition":"draw","takeback":true},
  tournament: {"illegal":"loses","impasse":"points27","impasse_draw":"draw","max_moves":500,"repetition":"replay","takeback":false},
  professional: {"illegal":"loses","impasse":"points24","impasse_draw":"replay","max_moves":500,"repetition":"replay","takeback":false},
};
