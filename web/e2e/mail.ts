/** A mail server for a test: takes letters without asking who sends them, and shows them. */

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface MailServer {
  /** Settings for the server that is to write. */
  settings: Record<string, string>;
  /** Waits for the next letter: its text. */
  letter(): Promise<string>;
  stop(): void;
}

export async function startMailServer(): Promise<MailServer> {
  const letters: string[] = [];
  let waiting: ((letter: string) => void) | null = null;
  const take = (letter: string) => {
    if (waiting) waiting(letter);
    else letters.push(letter);
    waiting = null;
  };
  const server = createServer((socket) => converse(socket, take));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      KOMADAI__MAIL__HOST: '127.0.0.1',
      KOMADAI__MAIL__PORT: String(port),
      KOMADAI__MAIL__ENCRYPTION: 'none',
      KOMADAI__MAIL__FROM: 'Komadai <komadai@example.org>',
    },
    letter: () =>
      new Promise((resolve) => {
        const next = letters.shift();
        if (next === undefined) waiting = resolve;
        else resolve(next);
      }),
    stop: () => server.close(),
  };
}

function converse(socket: Socket, take: (letter: string) => void) {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let data: string[] | null = null;
  say('220 mail.test ESMTP');
  // Who breaks off has gone.
  socket.on('error', () => {});
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    if (data) {
      if (line !== '.') return void data.push(line);
      take(textOf(data.join('\n')));
      data = null;
      return say('250 taken');
    }
    const word = line.split(/[ :]/)[0]?.toUpperCase();
    if (word === 'DATA') {
      data = [];
      say('354 go on');
    } else if (word === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 fine');
  });
}

function textOf(letter: string): string {
  const at = letter.indexOf('\n\n');
  const [head, body] = [letter.slice(0, at).toLowerCase(), letter.slice(at + 2)];
  if (head.includes('content-transfer-encoding: base64')) return Buffer.from(body, 'base64').toString('utf8');
  if (!head.includes('quoted-printable')) return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
