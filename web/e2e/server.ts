/** The real server: the binary named by KOMADAI_BIN, on a free port, with a database of its own. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_MS = 20_000;

export interface RealServer {
  url: string;
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Ends the process as an operator does. */
  terminate(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Runs a command of the binary beside it, on the same data; fails when the command does. */
  run(args: string[], input?: string): string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export function serverBinary(): string {
  const built = new URL('../../target/debug/komadai', import.meta.url).pathname;
  const binary = process.env.KOMADAI_BIN ?? (existsSync(built) ? built : undefined);
  if (!binary)
    throw new Error('KOMADAI_BIN must name the server: cargo build -p komadai-server --bin komadai');
  return binary;
}

/** `settings` are more of the environment's, such as `KOMADAI__LIMITS__CLAIM_AFTER_S`. */
export async function startRealServer(settings: Record<string, string> = {}): Promise<RealServer> {
  const data = mkdtempSync(join(tmpdir(), 'komadai-e2e-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  let log = '';

  const start = () =>
    new Promise<void>((resolve, reject) => {
      log = '';
      const started = spawn(serverBinary(), ['serve'], {
        cwd: data,
        env: {
          ...process.env,
          KOMADAI__SERVER__LISTEN: `127.0.0.1:${port}`,
          KOMADAI__DATABASE__DATA_DIR: join(data, 'data'),
          // Two browsers on a busy machine move faster than people.
          KOMADAI__LIMITS__MESSAGES_PER_SECOND: '200',
          KOMADAI__VISITORS__GUESTS_PER_HOUR: '10000',
          // The disk of a machine that runs tests may be as full as it is.
          KOMADAI__STORAGE__DISK_PERCENT_MAX: '101',
          // Who runs the site has no telephone here.
          KOMADAI__SITE__STAFF_SECOND_FACTOR: 'false',
          ...settings,
        },
      });
      child = started;
      const timer = setTimeout(() => reject(new Error(`the server did not get ready:\n${log}`)), START_MS);
      const read = (chunk: Buffer) => {
        log += String(chunk);
        if (!log.includes('is ready on')) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout?.on('data', read);
      started.stderr?.on('data', read);
      started.on('error', reject);
      started.on('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`the server ended with ${code}:\n${log}`));
      });
    });

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    start,
    run: (args, input = '') =>
      execFileSync(serverBinary(), args, {
        input,
        encoding: 'utf8',
        env: { ...process.env, KOMADAI__DATABASE__DATA_DIR: join(data, 'data') },
      }),
    async stop() {
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
