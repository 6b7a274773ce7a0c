import type { Widen } from '../widen';

/** How the server is, for those who run it. */
const words = {
  title: 'The server now',
  forbidden: 'This page is for the admins of this site.',
  lost: 'The server does not answer; trying again.',
  lastHour: 'The last hour',
  version: 'Version',
  database: 'Database',
  uptime: 'Running for',
  uptimeText: (days: number, hours: number, minutes: number) =>
    days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`,
  servers: 'Servers',
  serverWorks: (address: string) => `${address} is working`,
  serverWaits: (address: string) => `${address} is standing by`,
  registration: 'Registration',
  registrations: { open: 'open to everyone', invitation: 'by invitation', closed: 'closed' },
  terms: 'New games',
  openToPlay: 'can be started',
  readOnly: 'read-only: none can be started',
  change: 'announcement, read-only mode, invitations',
  warnings: {
    not_ready: 'Games cannot be played right now: the journal cannot be written, or the server is stopping.',
    open_files:
      'More than 80 % of the open-file limit is in use: soon nobody will be able to connect. Raise the limit.',
    disk: 'Less than 2 GiB is left on the data disk: all games stop when it is full.',
    clock:
      'The machine’s clock was changed while the server was running. Games continue on the server’s own time.',
    no_standby:
      'No other server of the cluster is standing by: if this one fails, play stops. Start another.',
  },
  plots: {
    connections: 'Connections',
    rooms: 'Open games',
    moves: 'Moves per second',
    latency: 'From receiving a move to announcing it',
    commit: 'Journal commit',
    batch: 'Records per journal row',
    queues: 'Waiting',
    pool: 'Database connections',
    cores: 'CPU (cores)',
    memory: 'Memory',
    disk: 'Free disk space',
    files: 'Open files',
  },
  half: 'median',
  journal: 'journal',
  settling: 'settling',
  open: 'open',
  busy: 'busy',
  time: 'Time',
  nothing: '–',
  plotLabel: (title: string, now: string) => `${title}, last hour; now ${now}`,
  table: (title: string) => `Table: ${title}`,
  metrics: 'The same figures are available to Prometheus (metrics.listen), which keeps them for longer.',
} as const;

export type AdminWords = Widen<typeof words>;
export const admin: AdminWords = words;
