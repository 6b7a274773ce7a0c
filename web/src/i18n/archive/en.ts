import type { Widen } from '../widen';

/** Words about the archive, English, and the shape of the others. */
export const archiveWords = {
  archive: {
    title: 'Game records',
    lead: 'Import games from elsewhere and find those you have played here. Only you can see what you import.',
    paste: 'Paste a record, or its address',
    pasteExample: 'KIF, KI2, CSA, USI or JKF; https://…',
    bring: 'Import',
    choose: 'Choose files…',
    drop: 'or drop files here',
    brought: (n: number, known: number) =>
      known === 0
        ? `${n} ${n === 1 ? 'game' : 'games'} imported.`
        : `${n - known} of ${n} ${n === 1 ? 'game' : 'games'} imported; the rest you had already.`,
    tooLarge: 'A file may be up to 4 MiB. Split it.',
    at: (line: number, column: number) => `Line ${line}, column ${column}:`,
    unreadableAt: (line: number, column: number) => `Cannot be read at line ${line}, column ${column}.`,
    notes: (n: number) => `${n} ${n === 1 ? 'note' : 'notes'} on the file`,
    imported: 'Imported',
    noImported: 'Nothing yet: paste a record above, or drop a file there.',
    played: 'Played here',
    noPlayed: 'No finished games yet.',
    all: 'Download all (ZIP)',
    more: 'More',
    gone: 'This game is not in your archive',
    remove: 'Remove',
    removeAsk: 'Remove this game from your archive?',
    variation: 'Variation',
    headers: {
      Started: 'Started',
      Ended: 'Ended',
      Date: 'Date',
      Event: 'Event',
      Title: 'Title',
      Opening: 'Opening',
      TimeLimit: 'Time',
      TimeSpent: 'Time used',
      Byoyomi: 'Byoyomi',
      Site: 'Place',
      Remark: 'Remark',
      Sente: 'Sente',
      Gote: 'Gote',
    },
    ends: {
      interrupted: 'Broken off.',
      draw: 'Draw.',
      no_mate: 'No mate.',
      error: 'The record contains an error.',
    },
  },
};

/** The same in any language. */
export type ArchiveWords = Widen<typeof archiveWords>;
