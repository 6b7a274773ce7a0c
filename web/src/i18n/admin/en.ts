import type { Widen } from '../widen';

/** How the server is, for those who run it. */
const words = {
  title: 'The server now',
  forbidden: 'This page is for the admins of this site.',
  lost: 'The server does not answer; it is asked again.',
  lastHour: 'The last hour',
  version: 'Version',
  database: 'Database',
  uptime: 'Running for',
  uptimeText: (days: number, hours: number, minutes: number) =>
    days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`,
  registration: 'Registration',
  registrations: { open: 'open to everybody', invitation: 'by invitation', closed: 'closed' },
  terms: 'New games',
  openToPlay: 'begin',
  readOnly: 'read-only: none begin',
  change: 'announcement, read-only mode, invitations',
  warnings: {
    not_ready: 'Games cannot be played just now: the journal cannot be written, or the server stops.',
    open_files: 'More than 80 % of the files that may be open are: soon nobody can connect. Raise the limit.',
    disk: 'Less than 2 GiB are left on the disk of the data: games stand still when it is full.',
    clock: 'The clock of the machine was set while the server ran. Games go on by the server’s own time.',
  },
  plots: {
    connections: 'Connections',
    rooms: 'Open games',
    moves: 'Moves a second',
    latency: 'Move read until announced',
    commit: 'Journal commit',
    batch: 'Records in a journal row',
    queues: 'Waiting',
    pool: 'Database connections',
    cores: 'Processor (cores)',
    memory: 'Memory',
    disk: 'Room on the disk',
    files: 'Open files',
  },
  half: 'half',
  journal: 'journal',
  settling: 'settling',
  open: 'open',
  busy: 'busy',
  time: 'Time',
  nothing: '–',
  plotLabel: (title: string, now: string) => `${title}, last hour; now ${now}`,
  table: (title: string) => `Table: ${title}`,
  metrics: 'The same figures are there for Prometheus (metrics.listen) and are kept there for longer.',
} as const;

export type AdminWords = Widen<typeof words>;
export const admin: AdminWords = words;
