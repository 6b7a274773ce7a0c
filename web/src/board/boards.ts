/**
 * The boards there are to choose from. To add one: name it here, say in `styles/boards.css` how it
 * looks, name it in the catalogues.
 */

export const BOARDS = ['kaya', 'shinkaya', 'keyaki', 'washi', 'tatami', 'slate', 'night'] as const;
export type BoardName = (typeof BOARDS)[number];
