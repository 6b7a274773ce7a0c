/** Plays on a Komadai server, by a token of an account (docs/protocol.md, docs/programs.md). */

export { Client, Closed, type Command, Refused } from './client.js';
export { Game } from './game.js';
export { movesOf } from './moves.js';
export { Problem } from './web.js';
export type * as wire from './wire.js';
