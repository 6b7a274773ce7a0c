/**
 * All sockets of a tab as one. One leads to the site, and has everything there is one of. Where the
 * site is several servers, a game may be played at another than the one that has the rest: then a
 * second socket leads there, and the game's stream and its commands go that way. A server that is
 * gone gives its games back to the site.
 *
 * Nobody else in the client knows of this: whoever follows a game sees a pause.
 */

import { backoffMs } from './backoff';
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

/**
 * When something is asked for again that no server has at the moment, or of which each says that
 * the other has it.
 */
const AGAIN_MS = 250;
/** When at the latest the games of a server that is gone are asked for again. */
const LONGEST_MS = 1_500;
/** How long a socket to a game's server is kept when nothing goes over it. */
const IDLE_MS = 10_000;
/** What does not pass by itself, wherever it happens: somebody has to do something. */
const KEPT_OUT: readonly Connection[] = ['crowded', 'outdated'];

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
  /** No server is known to have it. */
  isLost: boolean;
  cancelAgain: () => void;
}

export function createSockets(deps: SocketsDeps): Socket {
  const nodes = new Map<string, Line>();
  const games = new Map<string, Game>();
  const listeners = new Set<() => void>();
  /** How often in a row a server could not be reached. */
  const failures = new Map<string, number>();
  let lastId = 0;
  let pace: number | null = null;

  const changed = () => {
    for (const listener of listeners) listener();
  };

  const shared = {
    nextId: () => ++lastId,
    elsewhere(command: Pending, node: string | undefined) {
      if (node === undefined) deps.later(() => site.say(command), AGAIN_MS);
      else lineTo(node).say(command);
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
      if (line.connection === 'open') failures.delete(node);
      if (line.connection === 'lost') giveUp(node, line);
      changed();
    });
    watchIdle(node, line);
    return line;
  };

  /**
   * A server is gone, or out of reach: its games are looked for at the site, and what was said is
   * said again.
   */
  const giveUp = (node: string, line: Line) => {
    if (nodes.get(node) !== line) return;
    nodes.delete(node);
    const n_before = failures.get(node) ?? 0;
    failures.set(node, n_before + 1);
    const waitMs = backoffMs(n_before, deps.random(), LONGEST_MS);
    const waiting = line.takePending();
    for (const game of games.values()) if (game.node === node) lookAgain(game, waitMs);
    line.close();
    deps.later(() => {
      for (const command of waiting) site.say(command);
    }, waitMs);
  };

  const watchIdle = (node: string, line: Line) =>
    deps.later(() => {
      if (nodes.get(node) !== line) return;
      if (!line.isIdle) return void watchIdle(node, line);
      nodes.delete(node);
      line.close();
      changed();
    }, IDLE_MS);

  const found = (game: Game) => {
    if (!game.isLost) return;
    game.isLost = false;
    changed();
  };

  /**
   * Looks for a game at the site, in a moment: while it goes from one server to another each says
   * the other has it.
   */
  const lookAgain = (game: Game, waitMs: number) => {
    game.node = undefined;
    game.isLost = true;
    game.cancelAgain();
    game.cancelAgain = deps.later(() => seek(game, undefined), waitMs);
    changed();
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
          if (code === ELSEWHERE && elsewhere !== undefined) return seek(game, elsewhere);
          if (code === ELSEWHERE) return lookAgain(game, AGAIN_MS);
          games.delete(game.stream);
          found(game);
          game.listener.refused?.(code);
        },
      },
      { glance: game.glance },
    );
  };

  const forget = (game: Game) => {
    game.cancelAgain();
    game.leave();
    if (games.get(game.stream) === game) games.delete(game.stream);
  };

  return {
    get connection(): Connection {
      if (site.connection !== 'open') return site.connection;
      const kept = [...nodes.values()].find((it) => KEPT_OUT.includes(it.connection));
      if (kept) return kept.connection;
      return [...games.values()].some((game) => game.isLost) ? 'lost' : 'open';
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
      return (line?.connection === 'open' ? line : site).serverNow();
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
      const before = games.get(stream);
      if (before) forget(before);
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
        forget(game);
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
      for (const game of [...games.values()]) forget(game);
      for (const line of [site, ...nodes.values()]) line.close();
      nodes.clear();
    },
  };
}
