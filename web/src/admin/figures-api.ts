/** How the server is and was in the last hour: `/api/v1/admin/figures`. */

import { request } from '../api/request';

export const WARNINGS = ['not_ready', 'open_files', 'disk', 'clock'] as const;
export type Warning = (typeof WARNINGS)[number];

/** The server at one moment, and since the reading before. What could not be read is null. */
export interface Reading {
  /** Unix milliseconds of the server's time. */
  at_ms: number;
  connections: number;
  rooms: number;
  moves_per_s: number;
  move_p50_ms: number | null;
  move_p99_ms: number | null;
  commit_p99_ms: number | null;
  records_per_row: number | null;
  journal_queue: number;
  settling_queue: number;
  pool_open: number;
  pool_idle: number;
  memory_bytes: number | null;
  /** Processor time, in parts of one core. */
  cores: number | null;
  open_files: number | null;
  disk_free_bytes: number | null;
}

export interface Figures {
  version: string;
  commit: string | null;
  database: string;
  started_ms: number;
  now_ms: number;
  /** How often there is a new reading. */
  every_ms: number;
  warnings: Warning[];
  open_files_max: number | null;
  disk_bytes: number | null;
  clock_skew_ms: number;
  /** The oldest first. */
  readings: Reading[];
}

/** The figures, with the readings after that moment. */
export const fetchFigures = (afterMs: number) =>
  request<Figures>('GET', `/admin/figures?after_ms=${afterMs}`);
