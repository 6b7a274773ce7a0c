/** Three real servers on one PostgreSQL behind a balancer, as `komadai-load cluster` runs them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort, serverBinary } from './server';

const START_MS = 120_000;

export interface RealCluster {
  /** Of the balancer. */
  url: string;
  /** Ends the process of a server at once, as a power cut would; 0 is the one that works first. */
  kill(server: number): void;
  /** Ends everything. */
  stop(): Promise<void>;
}

function loadBinary(): string {
  const built = new URL('../../target/debug/komadai-load', import.meta.url).pathname;
  const beside = join(dirname(serverBinary()), 'komadai-load');
  const binary = [beside, built].find((path) => existsSync(path));
  if (!binary) throw new Error('komadai-load is not built: cargo build -p komadai-load');
  return binary;
}

export async function startCluster(): Promise<RealCluster> {
  const port = await freePort();
  const args = ['cluster', '--komadai', serverBinary(), '--listen', `127.0.0.1:${port}`];
  const child: ChildProcess = spawn(loadBinary(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the cluster did not get ready:\n${said}`)), START_MS);
    const read = (chunk: Buffer) => {
      said += String(chunk);
      if (!said.includes('open http://')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the cluster ended with ${code}:\n${said}`)));
  });
  const pids = [...said.matchAll(/, process (\d+)/g)].map(([, pid]) => Number(pid));
  return {
    url: `http://127.0.0.1:${port}`,
    kill(server) {
      const pid = pids[server];
      if (!pid) throw new Error(`there is no server ${server}:\n${said}`);
      process.kill(pid, 'SIGKILL');
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
