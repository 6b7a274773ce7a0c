/**
 * A server for the client's own tests: it speaks the protocol as far as the pages need it and lets
 * tsshogi judge the moves. It keeps no clocks of its own and nothing on disk; the real server's
 * behaviour is tested against the real one.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Position as Oracle } from 'tsshogi';
import { type WebSocket, WebSocketServer } from 'ws';
import { legalMoves } from '../src/shogi/law';
import { fromSfen } from '../src/shogi/position';
import type {
  ClientMessage,
  CommandRefusal,
  Furigoma,
  GameEvent,
  GameSnapshot,
  Home,
  LobbyEvent,
  Seek,
  ServerMessage,
  Setup,
  Side,
  User,
} from '../src/wire/generated';
import { clocksNow, code, type Game, gameOf, sideOf, snapshotOf } from './mock-game';
import { servePages } from './pages';

/** What the first page shows of somebody's own, of whom nothing is known. */
const STRANGER: Home = {
  known: false,
  lessons: [],
  daily: { problems: [], level: 'easy', n_days: 0, best_days: 0 },
  last_game: null,
  at_the_board: [],
  correspondence: [],
  here: [],
  clubs: [],
  next: null,
};

interface Tab {
  socket: WebSocket;
  user: User;
  streams: Set<string>;
  meSeq: number;
}

export interface MockServer {
  url: string;
  /** Puts a game in place as if it had been played; returns its code. */
  place(changes: Partial<GameSnapshot>, owner?: { sente?: string; gote?: string }): string;
  /** Sends an event of a game to everyone following it. */
  announce(code: string, event: GameEvent): void;
  /** Plays a move for the side whose turn it is. */
  reply(code: string, usi: string): void;
  /** When the running turn began, as the server's clock has it. */
  turnBegan(code: string): number;
  /** Adds an offer to the lobby. */
  addSeek(seek: Seek): void;
  /** Everything clients have sent, newest last. */
  heard: ClientMessage[];
  /** Cuts every connection, as a restart would. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startMockServer(dist: string): Promise<MockServer> {
  const tabs = new Set<Tab>();
  const games = new Map<string, Game>();
  const seeks = new Map<string, Seek & { owner: User }>();
  const users = new Map<string, User>();
  const heard: ClientMessage[] = [];
  const answered = new Map<string, ServerMessage>();
  let lobbySeq = 0;

  const pages = servePages(dist);
  const http = createServer((request, response) => {
    if (!cookieOf(request.headers.cookie))
      response.setHeader('Set-Cookie', `komadai=${code()}; HttpOnly; SameSite=Lax; Path=/`);
    if (request.url === '/api/v1/home') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(STRANGER));
      return;
    }
    void pages(request, response);
  });

  const wss = new WebSocketServer({ server: http, path: '/ws' });
  wss.on('connection', (socket, request) => {
    const token = cookieOf(request.headers.cookie) ?? code();
    const user = users.get(token) ?? { id: code(), name: `Guest ${1000 + users.size * 137}`, guest: true };
    users.set(token, user);
    const tab: Tab = { socket, user, streams: new Set(), meSeq: 0 };
    tabs.add(tab);
    let client = '';
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ClientMessage;
      heard.push(message);
      if (message.t === 'hello') client = message.client;
      const key = `${client} ${message.id}`;
      const known = answered.get(key);
      if (known) return send(tab, known);
      const answer = handle(tab, message);
      if (!answer) return;
      if (answer.t === 'ack') answered.set(key, answer);
      send(tab, answer);
      if (message.t === 'subscribe') afterSubscribe(tab, message.stream);
    });
    socket.on('close', () => tabs.delete(tab));
  });

  function send(tab: Tab, message: ServerMessage) {
    tab.socket.send(JSON.stringify(message));
  }

  function handle(tab: Tab, message: ClientMessage): ServerMessage | null {
    const { id } = message;
    const ack: ServerMessage = { t: 'ack', id };
    const refuse = (refusal: CommandRefusal): ServerMessage => ({
      t: 'refused',
      id,
      code: refusal,
      message: refusal,
    });
    switch (message.t) {
      case 'hello':
        return { t: 'welcome', id, protocol: 2, server: 'mock', now: Date.now(), user: tab.user };
      case 'ping':
        return { t: 'pong', id, now: Date.now() };
      case 'subscribe':
        if (message.stream.startsWith('game:') && !games.has(message.stream.slice(5)))
          return refuse('unknown_game');
        tab.streams.add(message.stream);
        return ack;
      case 'unsubscribe':
        tab.streams.delete(message.stream);
        return ack;
      case 'seek': {
        const by = { user: tab.user.id, name: tab.user.name, guest: true, king: '玉' as const };
        addSeek({ seek: message.seek, by, setup: message.setup as Setup, at: Date.now() }, tab.user);
        return ack;
      }
      case 'cancel':
        removeSeek(message.seek);
        return ack;
      case 'accept': {
        const seek = seeks.get(message.seek);
        if (!seek) return refuse('unknown_seek');
        removeSeek(message.seek);
        const made = newGame(seek.setup, seek.owner);
        seat(made, seek.owner, tab.user, seek.setup.side);
        return { ...ack, game: made.snapshot.game };
      }
      case 'create':
        return { ...ack, game: newGame(message.setup as Setup, tab.user).snapshot.game };
      case 'play_engine':
      case 'edit':
      case 'say':
      case 'unsay':
      case 'position':
      case 'challenge':
      case 'accept_challenge':
      case 'decline_challenge':
      case 'withdraw_challenge':
        return refuse('not_allowed');
      default:
        return handleGame(tab, message, ack, refuse);
    }
  }

  function handleGame(
    tab: Tab,
    message: Extract<ClientMessage, { game: string }>,
    ack: ServerMessage,
    refuse: (code: CommandRefusal) => ServerMessage,
  ): ServerMessage {
    const game = games.get(message.game);
    if (!game) return refuse('unknown_game');
    const { snapshot } = game;
    const side = sideOf(game, tab.user);
    switch (message.t) {
      case 'join': {
        if (snapshot.phase !== 'waiting') return refuse('seat_taken');
        const creator = [...users.values()].find((it) => it.id === snapshot.creator.user);
        if (!creator || creator.id === tab.user.id) return refuse('own_game');
        seat(game, creator, tab.user, 'sente');
        return ack;
      }
      case 'move':
        if (snapshot.phase !== 'playing') return refuse('game_over');
        if (side !== snapshot.turn) return refuse('not_your_turn');
        if (message.ply !== snapshot.ply) return refuse('stale_ply');
        return playMove(game, message.usi) ? ack : refuse('cannot_move_there');
      case 'resign':
      case 'abort': {
        const reason = message.t === 'resign' ? 'resignation' : 'aborted';
        const winner = message.t === 'resign' && side ? (side === 'sente' ? 'gote' : 'sente') : null;
        end(game, { reason, winner, illegal: null, illegal_usi: null, left: null, next: null });
        return ack;
      }
      // Whoever is gone has left for good here.
      case 'claim':
        return refuse('not_left');
      case 'offer':
        if (side) announceGame(game, { t: 'offered', by: side, kind: message.kind });
        return ack;
      case 'rematch':
        if (side) rematch(game, side);
        return ack;
      case 'answer':
        if (side)
          announceGame(game, { t: 'answered', by: side, kind: message.kind, accepted: message.accept });
        if (side && message.kind === 'takeback' && message.accept) takeBack(game);
        return ack;
      case 'chat':
        announceGame(game, { t: 'chat', by: tab.user.name, side, text: message.text, at: Date.now() });
        return ack;
      // No game here is by correspondence.
      case 'conditions':
      case 'declare':
        return refuse('not_allowed');
    }
  }

  function afterSubscribe(tab: Tab, stream: string) {
    if (stream === 'lobby') {
      const snapshot = {
        seeks: [...seeks.values()].map(({ owner: _, ...seek }) => seek),
        games: summaries(),
        online: tabs.size,
      };
      send(tab, { t: 'snapshot', stream, seq: lobbySeq, epoch: 1, snapshot });
    } else if (stream === 'me')
      send(tab, {
        t: 'snapshot',
        stream,
        seq: tab.meSeq,
        epoch: 1,
        snapshot: { my_games: [], challenges: [], bell_new: 0 },
      });
    else {
      const game = games.get(stream.slice(5));
      if (!game) return;
      const you = sideOf(game, tab.user);
      const { clocks, now } = clocksNow(game);
      send(tab, {
        t: 'snapshot',
        stream,
        seq: game.seq,
        snapshot: { ...game.snapshot, clocks, now, you },
      });
    }
  }

  function summaries() {
    return [...games.values()]
      .filter(({ snapshot }) => snapshot.phase === 'playing')
      .map(({ snapshot: s }) => ({
        game: s.game,
        variant: s.variant,
        handicap: s.handicap,
        players: s.players,
        clock: s.clock,
        ply: s.ply,
        sfen: s.sfen,
      }));
  }

  function addSeek(seek: Seek, owner: User) {
    seeks.set(seek.seek, { ...seek, owner });
    lobbyEvent({ t: 'seek_added', seek });
  }

  function removeSeek(seek: string) {
    seeks.delete(seek);
    lobbyEvent({ t: 'seek_removed', seek });
  }

  function lobbyEvent(event: LobbyEvent) {
    lobbySeq++;
    for (const tab of tabs)
      if (tab.streams.has('lobby'))
        send(tab, { t: 'event', stream: 'lobby', seq: lobbySeq, epoch: 1, event });
  }

  function newGame(setup: Setup, creator: User): Game {
    return keep(snapshotOf(setup, creator));
  }

  function keep(snapshot: GameSnapshot): Game {
    const game = gameOf(snapshot);
    games.set(snapshot.game, game);
    return game;
  }

  function seat(game: Game, creator: User, joiner: User, side: Setup['side']) {
    const creatorSide: Side = side === 'gote' ? 'gote' : 'sente';
    const player = (user: User, king: '王' | '玉') => ({
      user: user.id,
      name: user.name,
      guest: user.guest,
      king,
    });
    const players =
      creatorSide === 'sente'
        ? { sente: player(creator, '王'), gote: player(joiner, '玉') }
        : { sente: player(joiner, '玉'), gote: player(creator, '王') };
    const furigoma: Furigoma | null =
      side === 'random' ? { tossed_for: creator.id, pawns: [true, true, false, true, false], fu: 3 } : null;
    Object.assign(game.snapshot, { phase: 'playing', players, furigoma });
    game.turnBegan = Date.now();
    game.snapshot.clocks.running = game.snapshot.turn;
    for (const tab of tabs) {
      const own = sideOf(game, tab.user);
      if (own && tab.streams.has('me'))
        send(tab, {
          t: 'event',
          stream: 'me',
          seq: ++tab.meSeq,
          epoch: 1,
          event: { t: 'game_started', game: game.snapshot.game, side: own },
        });
    }
    announceGame(game, (you) => ({
      t: 'started',
      you,
      players,
      furigoma,
      ...clocksNow(game),
      dests: null,
    }));
  }

  function playMove(game: Game, usi: string): boolean {
    const { snapshot, oracle } = game;
    const move = oracle.createMoveByUSI(usi);
    if (!move || !oracle.doMove(move)) {
      if (snapshot.rules.illegal !== 'loses') return false;
      const winner = snapshot.turn === 'sente' ? 'gote' : 'sente';
      end(game, {
        reason: 'illegal_move',
        winner,
        illegal: 'cannot_move_there',
        illegal_usi: usi,
        left: null,
        next: null,
      });
      return true;
    }
    const thought_ms = Date.now() - game.turnBegan;
    snapshot.clocks = {
      ...snapshot.clocks,
      [snapshot.turn]: {
        ...snapshot.clocks[snapshot.turn],
        main_ms: Math.max(0, snapshot.clocks[snapshot.turn].main_ms - thought_ms),
      },
    };
    game.turnBegan = Date.now();
    snapshot.moves = [...snapshot.moves, { usi, thought_ms, credit_ms: 0 }];
    snapshot.ply++;
    const mover = snapshot.turn;
    snapshot.turn = snapshot.turn === 'sente' ? 'gote' : 'sente';
    snapshot.sfen = oracle.getSFEN(snapshot.ply + 1);
    snapshot.check = oracle.checked;
    snapshot.clocks.running = snapshot.turn;
    announceGame(game, () => ({
      t: 'played',
      ply: snapshot.ply,
      usi,
      thought_ms,
      time: snapshot.clocks[mover],
      now: game.turnBegan,
    }));
    if (legalMoves(fromSfen(snapshot.variant, snapshot.sfen)).size === 0)
      end(game, {
        reason: 'checkmate',
        winner: snapshot.turn === 'sente' ? 'gote' : 'sente',
        illegal: null,
        illegal_usi: null,
        left: null,
        next: null,
      });
    return true;
  }

  function takeBack(game: Game) {
    const { snapshot } = game;
    const oracle = Oracle.newBySFEN(snapshot.start);
    if (!oracle) return;
    snapshot.moves = snapshot.moves.slice(0, -1);
    for (const { usi } of snapshot.moves) {
      const move = oracle.createMoveByUSI(usi);
      if (move) oracle.doMove(move);
    }
    game.oracle = oracle;
    snapshot.ply = snapshot.moves.length;
    snapshot.turn = snapshot.turn === 'sente' ? 'gote' : 'sente';
    snapshot.sfen = oracle.getSFEN(snapshot.ply + 1);
    snapshot.clocks.running = snapshot.turn;
    announceGame(game, () => ({
      t: 'taken_back',
      ply: snapshot.ply,
      sfen: snapshot.sfen,
      check: oracle.checked,
      ...clocksNow(game),
    }));
  }

  function rematch(game: Game, side: Side) {
    const { snapshot } = game;
    if (!snapshot.offers.some((it) => it.kind === 'rematch' && it.by !== side)) {
      snapshot.offers.push({ by: side, kind: 'rematch' });
      return announceGame(game, { t: 'offered', by: side, kind: 'rematch' });
    }
    const { sente, gote } = snapshot.players;
    const find = (id?: string) => [...users.values()].find((it) => it.id === id);
    const first = find(gote?.user);
    const second = find(sente?.user);
    if (!first || !second) return;
    const start = snapshot.handicap ?? 'even';
    const { variant, rules, clock } = snapshot;
    const made = newGame({ variant, start, rules, clock, side: 'sente' }, first);
    announceGame(game, { t: 'next', game: made.snapshot.game });
    seat(made, first, second, 'sente');
  }

  function end(game: Game, result: NonNullable<GameSnapshot['result']>) {
    const { clocks } = clocksNow(game);
    Object.assign(game.snapshot, { phase: 'over', result, clocks: { ...clocks, running: null } });
    announceGame(game, { t: 'ended', result, clocks: game.snapshot.clocks });
  }

  function announceGame(game: Game, event: GameEvent | ((you: Side | null) => GameEvent)) {
    const stream = `game:${game.snapshot.game}`;
    const first = typeof event === 'function' ? event(null) : event;
    const numbered = first.t !== 'chat' && first.t !== 'presence';
    if (numbered) game.seq++;
    if (first.t === 'offered' && !game.snapshot.offers.some((it) => it.kind === first.kind))
      game.snapshot.offers.push({ by: first.by, kind: first.kind });
    if (first.t === 'answered')
      game.snapshot.offers = game.snapshot.offers.filter((it) => it.kind !== first.kind);
    for (const tab of tabs) {
      if (!tab.streams.has(stream)) continue;
      const told = typeof event === 'function' ? event(sideOf(game, tab.user)) : event;
      send(tab, { t: 'event', stream, ...(numbered ? { seq: game.seq } : {}), event: told });
    }
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    place(changes, owner = {}) {
      const base = newGame(
        { variant: 'standard', start: 'even', rules: 'casual', clock: BYOYOMI, side: 'sente' },
        { id: 'x', name: 'x', guest: true },
      ).snapshot;
      const made = keep({ ...base, phase: 'playing', ...changes });
      const own = [...users.values()].at(-1);
      for (const side of ['sente', 'gote'] as const)
        if (owner[side] === 'last' && own) {
          // §2.5 One of them has 王.
          const theirs = made.snapshot.players[side === 'sente' ? 'gote' : 'sente']?.king;
          made.snapshot.players = {
            ...made.snapshot.players,
            [side]: { user: own.id, name: own.name, guest: true, king: theirs === '王' ? '玉' : '王' },
          };
        }
      if (made.snapshot.phase === 'playing' && made.snapshot.clocks.running === null)
        made.snapshot.clocks = { ...made.snapshot.clocks, running: made.snapshot.turn };
      return made.snapshot.game;
    },
    announce(codeOfGame, event) {
      const game = games.get(codeOfGame);
      if (game) announceGame(game, event);
    },
    reply(codeOfGame, usi) {
      const game = games.get(codeOfGame);
      if (!game || !playMove(game, usi)) throw new Error(`${usi} cannot be played`);
    },
    turnBegan: (codeOfGame) => games.get(codeOfGame)?.turnBegan ?? 0,
    addSeek: (seek) => addSeek(seek, { id: seek.by.user, name: seek.by.name, guest: true }),
    cut() {
      for (const tab of tabs) tab.socket.terminate();
    },
    async stop() {
      for (const tab of tabs) tab.socket.terminate();
      wss.close();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    },
  };
}

const BYOYOMI = { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 } as const;

function cookieOf(header: string | undefined): string | null {
  return /komadai=([^;]+)/.exec(header ?? '')?.[1] ?? null;
}
