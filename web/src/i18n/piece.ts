/**
 * A piece within a sentence: its name, and a code by which a language finds the form its grammar
 * wants.
 */
export interface Piece {
  /** What English calls it, such as `promoted_silver`. */
  readonly code: string;
  readonly name: string;
}
