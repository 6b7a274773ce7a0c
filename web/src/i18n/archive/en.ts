import type { Widen } from '../widen';

/** Words about the archive, English, and the shape of the others. */
export const archiveWords = {
  archive: {
    title: 'Game records',
    lead: 'Import games from elsewhere, and find those you have played here. Only you see what you import.',
    paste: 'A record as text',
    pasteExample: 'KIF, KI2, CSA, USI or JKF',
    bring: 'Import',
    choose: 'Choose files…',
    drop: 'or drop files here',
    brought: (n: number, known: number) =>
      known === 0
        ? `${n} ${n === 1 ? 'game' : 'games'} imported.`
        : `${n - known} of ${n} games are new; the others were there before.`,
    tooLarge: 'A file may be up to 4 MiB. Split it.',
    unreachable: 'The server cannot be reached just now. Try again.',
    at: (line: number, column: number) => `Line ${line}, column ${column}:`,
    notes: (n: number) => `${n} ${n === 1 ? 'remark' : 'remarks'} about the file`,
    problems: {
      unreadable: 'This does not look like any record known here.',
      too_large: 'A file may have up to 4 MiB and 1,000 games. Split it.',
      archive_full: 'Your games and reviews take all the space they may. Remove something first.',
      too_many_studies: 'You have as many reviews as you may. Take one away first, or register for more.',
      too_much_kept: 'As much has come from your network today as may. Go on tomorrow.',
      storage_full: 'The server is short of storage, so nothing new is kept. Games go on.',
      cannot_be_kept: 'A game of this file cannot be kept: a comment of it is too long.',
      too_many_guests: 'Too many new visitors came from your network. Sign in, or try again in an hour.',
      no_session: 'Your browser sent no cookie. Reload the page.',
      busy: 'The server is busy just now. Try again in a moment.',
    },
    imported: 'Imported',
    noImported: 'Nothing yet: paste a record above, or drop a file on it.',
    played: 'Played here',
    noPlayed: 'No finished games yet.',
    all: 'Download all (ZIP)',
    more: 'More',
    gone: 'There is no such game in your archive',
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
      error: 'The record is faulty.',
    },
  },
};

/** The same in any language. */
export type ArchiveWords = Widen<typeof archiveWords>;
