import type { Widen } from '../widen';

/** Words about the archive, English, and the shape of the others. */
export const archiveWords = {
  archive: {
    title: 'Game records',
    lead: 'Bring games along from elsewhere, and find those you have played here. Only you see what you bring.',
    paste: 'A record as text',
    pasteExample: 'KIF, KI2, CSA, USI or JKF',
    bring: 'Keep it',
    choose: 'Choose files…',
    drop: 'or drop files here',
    brought: (n: number, known: number) =>
      known === 0
        ? `${n} ${n === 1 ? 'game' : 'games'} kept.`
        : `${n - known} of ${n} games are new; the others were kept before.`,
    tooLarge: 'A file may have 4 MiB. Split it.',
    unreachable: 'The server cannot be reached just now. Try again.',
    at: (line: number, column: number) => `Line ${line}, column ${column}:`,
    notes: (n: number) => `${n} ${n === 1 ? 'remark' : 'remarks'} about the file`,
    problems: {
      unreadable: 'This looks like no record that is known here.',
      too_large: 'A file may have 4 MiB and 1,000 games. Split it.',
      archive_full: 'Your archive is full. Take something out first.',
      no_session: 'Your browser sent no cookie. Reload the page.',
      busy: 'The server has too much to do just now. Try again.',
    },
    imported: 'Brought along',
    noImported: 'Nothing yet: paste a record above, or drop a file on it.',
    played: 'Played here',
    noPlayed: 'No finished games yet.',
    all: 'All as one file (ZIP)',
    more: 'More',
    gone: 'There is no such game in your archive',
    remove: 'Take it out',
    removeAsk: 'Take this game out of your archive?',
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
