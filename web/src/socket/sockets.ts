/**
 * All sockets of a tab as one. One leads to the site, and has everything there is one of. Where the site is several
 * servers, a game may be played at another than the one that has the rest: then a second socket leads there, and
 * the game's stream and its commands go that way. A server that is gone gives its games back to the site.
 *
 * Nobody else in the client knows of this: whoever follows a game sees a pause.
 */

import {
  type Answer,
  type Command,
  type Connection,
  createSocket,
  ELSEWHERE,
  type Line,
  type Pending,
  type Socket,
  type SocketDeps,
  type StreamListener,
} from './socket';

/** How long a game is looked for again after two servers have each said that the other has it. */
const AGAIN_MS = 250;
/** How long a socket to a game's server is kept when nothing goes over it. */
const IDLE_MS = 10_000;

export interface SocketsDeps extends Omit<SocketDeps, 'open'> {
  /** Opens a socket to the site, or to this server of it. */
  open(node?: string): ReturnType<SocketDeps['open']>;
}

interface Game {
  stream: string;
  listener: StreamListener;
  glance: boolean;
  /** The server that has it; undefined for the site. */
  node: string | undefined;
  /** Stops following it where it is followed. */
  leave: () => void;
  /** It was sent on and has not been found yet. */
  isLost: boolean;
  cancelAgain: () => void;
}

export function createSockets(deps: SocketsDeps): Socket {
  const nodes = new Map<string, Line>();
  const games = new Map<string, Game>();
  const listeners = new Set<() => void>();
  let lastId = 0;
  let pace: number | null = null;

  const changed = () => {
    for (const listener of listeners) listener();
  };

  const shared = {
    nextId: () => ++lastId,
    elsewhere(command: Pending, node: string | undefined) {
      const line = node === undefined ? site : lineTo(node);
      line.say(command);
    },
  };

  const site: Line = createSocket({ ...deps, open: () => deps.open() }, shared);
  site.onChange(changed);

  const lineTo = (node: string): Line => {
    const known = nodes.get(node);
    if (known) return known;
    const line = createSocket({ ...deps, open: () => deps.open(node) }, shared);
    nodes.set(node, line);
    if (pace !== null) line.setPace(pace);
    line.onChange(() => {
      if (line.connection === 'lost') giveUp(node, line);
      changed();
    });
    watchIdle(node, line);
    return line;
  };

  /** A server is gone, or out of reach: its games are looked for at the site, and what was said is said again. */
  const giveUp = (node: string, line: Line) => {
    if (nodes.get(node) !== line) return;
    nodes.delete(node);
    const waiting = line.takePending();
    for (const game of games.values()) {
      if (game.node !== node) continue;
      game.leave = () => {};
      game.isLost = true;
      lookAgain(game);
    }
    line.close();
    deps.later(() => {
      for (const command of waiting) site.say(command);
    }, AGAIN_MS);
  };

  const watchIdle = (node: string, line: Line) =>
    deps.later(() => {
      if (nodes.get(node) !== line) return;
      if (!line.isIdle) return void watchIdle(node, line);
      nodes.delete(node);
      line.close();
    }, IDLE_MS);

  const found = (game: Game) => {
    if (!game.isLost) return;
    game.isLost = false;
    changed();
  };

  /** Looks for a game at the site, in a moment: while it goes from one server to another each says the other has it. */
  const lookAgain = (game: Game) => {
    game.cancelAgain();
    game.cancelAgain = deps.later(() => seek(game, undefined), AGAIN_MS);
  };

  /** Follows a game at this server. */
  const seek = (game: Game, node: string | undefined) => {
    game.leave();
    game.node = node;
    const line = node === undefined ? site : lineTo(node);
    game.leave = line.follow(
      game.stream,
      {
        snapshot(snapshot) {
          found(game);
          game.listener.snapshot(snapshot);
        },
        event(event) {
          found(game);
          game.listener.event(event);
        },
        refused(code, elsewhere) {
          game.leave = () => {};
          if (code !== ELSEWHERE) {
            games.delete(game.stream);
            found(game);
            return game.listener.refused?.(code);
          }
          game.isLost = true;
          changed();
          if (elsewhere === undefined) lookAgain(game);
          else seek(game, elsewhere);
        },
      },
      { glance: game.glance },
    );
  };

  return {
    get connection(): Connection {
      const isLost = [...games.values()].some((game) => game.isLost);
      return site.connection === 'open' && isLost ? 'lost' : site.connection;
    },
    get user() {
      return site.user;
    },
    get lagMs() {
      const [line] = nodes.values();
      return line?.lagMs ?? site.lagMs;
    },
    serverNow(stream) {
      const node = stream === undefined ? undefined : games.get(stream)?.node;
      const line = node === undefined ? undefined : nodes.get(node);
      return (line ?? site).serverNow();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(command: Command): Promise<Answer> {
      const node = 'game' in command ? games.get(`game:${command.game}`)?.node : undefined;
      return (node === undefined ? site : lineTo(node)).send(command);
    },
    follow(stream, listener, { glance = false } = {}) {
      if (!stream.startsWith('game:')) return site.follow(stream, listener, { glance });
      games.get(stream)?.cancelAgain();
      const game: Game = {
        stream,
        listener,
        glance,
        node: undefined,
        leave: () => {},
        isLost: false,
        cancelAgain: () => {},
      };
      games.set(stream, game);
      seek(game, undefined);
      return () => {
        game.cancelAgain();
        if (games.get(stream) === game) games.delete(stream);
        game.leave();
        found(game);
      };
    },
    setPace(ms) {
      pace = ms;
      for (const line of [site, ...nodes.values()]) line.setPace(ms);
    },
    offline() {
      for (const line of [site, ...nodes.values()]) line.offline();
    },
    nudge() {
      for (const line of [site, ...nodes.values()]) line.nudge();
    },
    close() {
      for (const game of games.values()) game.cancelAgain();
      for (const line of [site, ...nodes.values()]) line.close();
    },
  };
}
