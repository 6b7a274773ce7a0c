import type { Speed } from '../wire/generated';

/** The speeds that have ratings of their own, the fastest first. */
export const SPEEDS = [
  'bullet',
  'blitz',
  'rapid',
  'classical',
  'correspondence',
] as const satisfies readonly Speed[];
