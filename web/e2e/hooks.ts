/** A server of a chat elsewhere for a test: takes what is sent to it, and answers as it is told. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Hooked {
  path: string;
  body: string;
}

export interface HookServer {
  url: string;
  /** The status with which everything is answered from now on. */
  status: number;
  /** Waits for the next request. */
  hooked(): Promise<Hooked>;
  stop(): void;
}

export async function startHookServer(): Promise<HookServer> {
  const come: Hooked[] = [];
  let waiting: ((hooked: Hooked) => void) | null = null;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      response.writeHead(hooks.status).end();
      const hooked = { path: request.url ?? '', body };
      if (waiting) waiting(hooked);
      else come.push(hooked);
      waiting = null;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hooks: HookServer = {
    url: `http://127.0.0.1:${port}`,
    status: 200,
    hooked: () =>
      new Promise((resolve) => {
        const next = come.shift();
        if (next === undefined) waiting = resolve;
        else resolve(next);
      }),
    stop: () => server.close(),
  };
  return hooks;
}
