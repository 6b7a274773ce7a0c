/** Players who are there without a browser: they register over HTTP and play over a socket. */

import type { BrowserContext } from 'playwright-core';
import { WebSocket } from 'ws';
import type { ClientMessage, ServerMessage, Setup } from '../src/wire/generated';

type Said = ClientMessage extends infer M ? (M extends { id: number } ? Omit<M, 'id'> : never) : never;

export interface Player {
  handle: string;
  /** `komadai=…` */
  cookie: string;
  say(message: Said): Promise<Extract<ServerMessage, { t: 'ack' }>>;
  /** Reads nothing any more and answers no ping, as where a line is dead; or does so again. */
  setSilent(silent: boolean): void;
  close(): void;
}

/** Somebody with an account, connected. `declared` is a grade such as `5k`. */
export async function register(url: string, handle: string, declared: string): Promise<Player> {
  const answer = await fetch(`${url}/api/v1/account/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle, name: '', password: 'bảy con tốt đen', declared }),
  });
  if (!answer.ok) throw new Error(`${handle} cannot register: ${await answer.text()}`);
  return connect(url, handle, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** Makes the pages of a browser window those of a player. */
export async function signIn(context: BrowserContext, url: string, cookie = ''): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  if (name) await context.addCookies([{ name, value, url }]);
}

/** Asks the API as the player of a session; answers with what it says, or null. */
export async function requestAs<T = unknown>(
  [url, cookie]: readonly [url: string, cookie: string | undefined],
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie: cookie ?? '' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** The same player on a new connection, after the server was away. */
export async function connect(url: string, handle: string, cookie: string): Promise<Player> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  const waiting = new Map<number, (message: ServerMessage) => void>();
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage;
    if ('id' in message && typeof message.id === 'number') waiting.get(message.id)?.(message);
  });
  let next = 0;
  const ask = (message: object) =>
    new Promise<ServerMessage>((resolve) => {
      const id = ++next;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
    });
  await ask({ t: 'hello', protocol: 2, client: '00000000000000a1', positions: true });
  return {
    handle,
    cookie,
    async say(message) {
      const heard = await ask(message);
      if (heard.t !== 'ack') throw new Error(`${handle}: ${JSON.stringify(heard)}`);
      return heard;
    },
    setSilent: (silent) => (silent ? socket.pause() : socket.resume()),
    close: () => socket.close(),
  };
}

const SETUP: Setup = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
  side: 'random',
  rated: true,
};

/** Moves after which whoever gives up a rated game has lost something. */
export const OPENING = ['7g7f', '3c3d', '2g2f', '4c4d', '3i4h', '3a4b', '5g5f', '5c5d', '4i5h', '4b4c'];

/** A rated game in which both have moved, so that it waits for nobody's first move. */
export async function begin(maker: Player, joiner: Player) {
  const { game } = await maker.say({ t: 'create', create: crypto.randomUUID(), setup: SETUP });
  if (!game) throw new Error('the answer names no game');
  await joiner.say({ t: 'join', game });
  return opened(game, maker, joiner);
}

/** Both make the first moves of their game. */
async function opened(game: string, one: Player, other: Player) {
  const move = (by: Player, ply: number) => by.say({ t: 'move', game, ply, usi: OPENING[ply] ?? '' });
  // Furigoma says who is sente; the other is refused.
  const [sente, gote] = await move(one, 0).then(
    () => [one, other] as const,
    async () => {
      await move(other, 0);
      return [other, one] as const;
    },
  );
  await move(gote, 1);
  return { game, play: (ply: number) => move(ply % 2 === 0 ? sente : gote, ply) };
}

/** A rated game that goes on; its code. */
export async function beginRated(maker: Player, joiner: Player): Promise<string> {
  return (await begin(maker, joiner)).game;
}

/** The loser resigns a game after its first moves. */
async function lost({ game, play }: Awaited<ReturnType<typeof opened>>, loser: Player): Promise<string> {
  for (let ply = 2; ply < OPENING.length; ply++) await play(ply);
  await loser.say({ t: 'resign', game });
  return game;
}

/** A rated game that the loser resigns after the first moves; its code. */
export async function playRated(winner: Player, loser: Player): Promise<string> {
  return lost(await begin(winner, loser), loser);
}

/** The same of a game that is there already. */
export async function playOut(game: string, winner: Player, loser: Player): Promise<void> {
  await lost(await opened(game, winner, loser), loser);
}

/** A game by correspondence in which the first of them is to move. */
export async function beginByLetter(sente: Player, gote: Player): Promise<string> {
  const { game } = await sente.say({
    t: 'create',
    create: crypto.randomUUID(),
    setup: {
      variant: 'standard',
      start: 'even',
      rules: 'casual',
      clock: { kind: 'correspondence', days: 3 },
      side: 'sente',
    },
  });
  if (!game) throw new Error('the answer names no game');
  await gote.say({ t: 'join', game });
  return game;
}
