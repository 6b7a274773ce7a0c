/**
 * The board as the rest of the client sees it; the only file that knows shogiground.
 *
 * Pieces, hands, dragging and animation are shogiground's; what may be moved where is told by
 * `offer`, and a move that a person makes comes out of `onMove` once, without its promotion: asking
 * is the caller's business.
 */

import { Shogiground } from 'shogiground';
import type { Api } from 'shogiground/api';
import type { Config } from 'shogiground/config';
import type { DrawShape } from 'shogiground/draw';
import type * as sg from 'shogiground/types';
import { type Position, toSfen } from '../shogi/position';
import { type Square, square } from '../shogi/square';
import { handKind, type Variant } from '../shogi/variant';
import type { Side } from '../wire/generated';
import { isOrigin, type Offered, stepsFrom } from './dests';

export interface BoardElements {
  board: HTMLElement;
  /** The stand of the side across. */
  handTop: HTMLElement;
  /** The stand of the side the board is seen from. */
  handBottom: HTMLElement;
}

/** Where a move starts: a square, or a piece in hand written `P*`. */
export type Origin = string;

export interface BoardCallbacks {
  onMove(from: Origin, to: Square): void;
  /** Somebody wanted to move where nothing was offered; the piece went back. */
  onTry?(from: Origin, to: Square): void;
  /** A premove was laid, or taken away (null). */
  onPremove?(move: { from: Origin; to: Square } | null): void;
  /** What is picked up, from wherever; null when nothing is. */
  onPick?(origin: Origin | null): void;
  /** Somebody asks how a piece moves: by the other button, or by a finger that rests on it. */
  onAsk?(at: Asked): void;
  /** The person has drawn or taken away an arrow or a circle: all there are now. */
  onDraw?(shapes: Drawing[]): void;
}

/** A piece that is asked about: on its square, or in somebody's hand. */
export type Asked = { square: Square } | { hand: Side; kind: string };

/**
 * How long a finger rests on a piece until it asks about it, and how far it may stray meanwhile.
 */
const REST_MS = 500;
const STRAY_PX = 10;

/** An arrow, or a circle where it leads nowhere. */
export interface Drawing {
  from: Square;
  to?: Square;
  brush: Brush;
}

export type Brush = 'green' | 'red' | 'blue';

/** The colours as shogiground calls them. */
const BRUSHES: Record<Brush, string> = { green: 'primary', red: 'alternative0', blue: 'alternative1' };

export interface Picture {
  position: Position;
  orientation: Side;
  /** Squares of the last move. */
  last: Square[];
  /** Royal pieces shown as in check. */
  checks: Square[];
}

export interface BoardLook {
  /** 0 turns animations off. */
  animationMs: number;
  /** Whether destinations of a picked-up piece are marked. */
  showDests: boolean;
  coordinates: boolean;
  ranks: 'numeric' | 'japanese' | 'engine';
}

/** Which kinds of squares a premove from an origin may go to. */
export type PremoveReach = (from: Origin) => Square[];

export class Board {
  private readonly api: Api;
  private readonly elements: sg.WrapElements & { board: HTMLElement };
  private orientation: Side = 'sente';
  private hand: string = '';
  private variant: Variant;
  private readonly stopListening: () => void;
  private tellPicked = () => {};
  private marks: { square: Square; className: string }[] = [];
  private forbidden: readonly Square[] = [];

  constructor(elements: BoardElements, callbacks: BoardCallbacks, picture: Picture, look: BoardLook) {
    this.elements = { board: elements.board, hands: { top: elements.handTop, bottom: elements.handBottom } };
    this.orientation = picture.orientation;
    this.hand = picture.position.variant.hand.join();
    this.variant = picture.position.variant;
    this.api = Shogiground(
      {
        ...lookConfig(look),
        ...pictureConfig(picture),
        orientation: picture.orientation,
        hands: { roles: picture.position.variant.hand.map(roleOf) },
        activeColor: undefined as unknown as sg.Color,
        // Without this pieces are laid out at twice their size and scaled down.
        scaleDownPieces: false,
        disableContextMenu: true,
        movable: {
          free: false,
          showDests: look.showDests,
          events: { after: (from, to) => callbacks.onMove(from, to) },
        },
        droppable: {
          free: false,
          showDests: look.showDests,
          events: { after: (piece, to) => callbacks.onMove(`${kindOf(piece.role)}*`, to) },
        },
        premovable: {
          enabled: false,
          showDests: look.showDests,
          events: {
            set: (from, to) => callbacks.onPremove?.({ from, to }),
            unset: () => callbacks.onPremove?.(null),
          },
        },
        predroppable: {
          enabled: false,
          showDests: look.showDests,
          events: {
            set: (piece, to) => callbacks.onPremove?.({ from: `${kindOf(piece.role)}*`, to }),
            unset: () => callbacks.onPremove?.(null),
          },
        },
        draggable: { enabled: true, showGhost: true, showTouchSquareOverlay: true },
        forsyth: { fromForsyth: roleOf, toForsyth: kindOf },
        drawable: {
          enabled: true,
          visible: true,
          eraseOnClick: callbacks.onDraw === undefined,
          onChange: (shapes) => callbacks.onDraw?.(shapes.flatMap(drawingOf)),
        },
      },
      this.elements,
    );
    const stopMeasuring = this.measureBeforePresses();
    const stopDrags = this.listenForQuickDrags();
    const stopTries = callbacks.onTry ? this.listenForTries(callbacks.onTry) : () => {};
    const stopTaps = callbacks.onDraw ? this.listenForTaps() : () => {};
    const stopAsking = callbacks.onAsk
      ? this.listenForQuestions(callbacks.onAsk, callbacks.onDraw === undefined)
      : () => {};
    const stopPicks = callbacks.onPick ? this.listenForPicks(callbacks.onPick) : () => {};
    this.stopListening = () => {
      stopPicks();
      stopTries();
      stopAsking();
      stopTaps();
      stopDrags();
      stopMeasuring();
    };
  }

  /**
   * Shogiground keeps where the board and the stands are until the window is scrolled or has
   * another size. What comes or goes beside them moves them as well, so before each press it looks
   * anew.
   */
  private measureBeforePresses(): () => void {
    const { bounds } = this.api.state.dom;
    const forget = () => {
      bounds.board.bounds.clear();
      bounds.hands.bounds.clear();
      bounds.hands.pieceBounds.clear();
    };
    for (const name of ['mousedown', 'touchstart']) document.addEventListener(name, forget, true);
    return () => {
      for (const name of ['mousedown', 'touchstart']) document.removeEventListener(name, forget, true);
    };
  }

  /**
   * Shogiground looks once a frame whether a press has become a drag: one that is over within a
   * frame, as on a busy phone, would leave the piece where it was.
   */
  private listenForQuickDrags(): () => void {
    const { draggable } = this.api.state;
    const onEnd = (event: Event) => {
      const drag = draggable.current;
      if (!drag || drag.started) return;
      drag.pos = 'touches' in event ? drag.pos : ((pointOf(event) ?? drag.pos) as sg.NumberPair);
      drag.started = Math.hypot(...between(drag.origPos, drag.pos)) >= draggable.distance;
    };
    for (const name of ['mouseup', 'touchend']) document.addEventListener(name, onEnd, true);
    return () => {
      for (const name of ['mouseup', 'touchend']) document.removeEventListener(name, onEnd, true);
    };
  }

  /**
   * Shogiground looks where a drawing ends once a frame: a tap that is over within one frame ends
   * nowhere, and draws nothing. It ends where it began.
   */
  private listenForTaps(): () => void {
    const onEnd = () => {
      const { current } = this.api.state.drawable;
      if (!current || current.dest !== undefined) return;
      const at = this.squareAt(current.pos);
      if (at) current.dest = at as sg.Key;
    };
    for (const name of ['mouseup', 'touchend']) document.addEventListener(name, onEnd, true);
    return () => {
      for (const name of ['mouseup', 'touchend']) document.removeEventListener(name, onEnd, true);
    };
  }

  /**
   * Shogiground puts a piece back without a word. So presses and drops are looked at before it sees
   * them: what it has picked up then is what somebody wants to move.
   */
  private listenForTries(onTry: NonNullable<BoardCallbacks['onTry']>): () => void {
    const { state } = this.api;
    const tell = (from: sg.Key | sg.Piece | undefined, to: Square | null) => {
      if (!from || !to || state.activeColor !== state.turnColor) return;
      // A piece of one's own is picked up instead.
      if (state.pieces.get(to as sg.Key)?.color === state.turnColor) return;
      const offered =
        typeof from === 'string'
          ? state.movable.dests?.get(from)
          : state.droppable.dests?.get(`${from.color} ${from.role}`);
      if (offered?.includes(to as sg.Key)) return;
      onTry(typeof from === 'string' ? from : `${kindOf(from.role)}*`, to);
    };
    const onPress = (event: Event) => {
      const isMain = !('button' in event) || event.button === 0;
      if (isMain && !state.draggable.current && !state.drawable.forced)
        tell(state.selected ?? state.selectedPiece, this.squareAt(pointOf(event)));
    };
    const onDrop = () => {
      const drag = state.draggable.current;
      if (drag?.started) tell(drag.fromBoard?.orig ?? drag.piece, this.squareAt(drag.pos));
    };
    const { board } = this.elements;
    for (const name of ['mousedown', 'touchstart']) board.addEventListener(name, onPress, true);
    for (const name of ['mouseup', 'touchend']) document.addEventListener(name, onDrop, true);
    return () => {
      for (const name of ['mousedown', 'touchstart']) board.removeEventListener(name, onPress, true);
      for (const name of ['mouseup', 'touchend']) document.removeEventListener(name, onDrop, true);
    };
  }

  /**
   * Shogiground says when something was pressed, not what is picked up then: that is looked at
   * after it.
   */
  private listenForPicks(onPick: NonNullable<BoardCallbacks['onPick']>): () => void {
    const { state } = this.api;
    this.tellPicked = () => {
      const inHand = state.selectedPiece && `${kindOf(state.selectedPiece.role)}*`;
      onPick(state.selected ?? inHand ?? null);
    };
    const names = ['mousedown', 'touchstart', 'mouseup', 'touchend'];
    for (const name of names) document.addEventListener(name, this.tellPicked);
    return () => {
      for (const name of names) document.removeEventListener(name, this.tellPicked);
    };
  }

  /**
   * The other button pressed and let go on one piece, or a finger that rests there. Where circles
   * are drawn for others the button draws them, and asks only with the finger.
   */
  private listenForQuestions(onAsk: NonNullable<BoardCallbacks['onAsk']>, byButton: boolean): () => void {
    const { state } = this.api;
    const { board, hands } = this.elements;
    const areas = [board, hands?.top, hands?.bottom].filter((it) => it !== undefined);
    let pressed: { at: Asked; point: readonly [number, number] } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      pressed = null;
      clearTimeout(timer);
    };
    const strays = (event: Event) => {
      const point = pointOf(event);
      return !!pressed && !!point && Math.hypot(...between(pressed.point, point)) > STRAY_PX;
    };
    const onPress = (event: Event) => {
      forget();
      const point = pointOf(event);
      const at = point && this.pieceAt(point);
      if (!point || !at) return;
      if (!('touches' in event)) {
        const { button, shiftKey, ctrlKey, altKey } = event as MouseEvent;
        if (byButton && button === 2 && !shiftKey && !ctrlKey && !altKey) pressed = { at, point };
        return;
      }
      if ((event as TouchEvent).touches.length > 1) return;
      pressed = { at, point };
      timer = setTimeout(() => {
        delete state.draggable.current;
        this.api.cancelMoveOrDrop();
        forget();
        onAsk(at);
      }, REST_MS);
    };
    const onMove = (event: Event) => {
      if (strays(event)) forget();
    };
    const onEnd = (event: Event) => {
      const asked = pressed;
      const isButton = !('touches' in event);
      forget();
      if (!asked || !isButton) return;
      delete state.drawable.current;
      state.dom.redrawShapes();
      onAsk(asked.at);
    };
    const everywhere = { mousemove: onMove, touchmove: onMove, mouseup: onEnd, touchend: onEnd };
    for (const area of areas)
      for (const name of ['mousedown', 'touchstart']) area.addEventListener(name, onPress, true);
    for (const [name, listener] of Object.entries({ ...everywhere, touchcancel: forget }))
      document.addEventListener(name, listener, true);
    return () => {
      forget();
      for (const area of areas)
        for (const name of ['mousedown', 'touchstart']) area.removeEventListener(name, onPress, true);
      for (const [name, listener] of Object.entries({ ...everywhere, touchcancel: forget }))
        document.removeEventListener(name, listener, true);
    };
  }

  /** The piece that lies there in the window: on the board, or on one of the stands. */
  private pieceAt(point: readonly [number, number]): Asked | null {
    const { state } = this.api;
    const on = this.squareAt(point);
    if (on) return state.pieces.has(on as sg.Key) ? { square: on } : null;
    for (const [key, box] of state.dom.bounds.hands.pieceBounds()) {
      if (point[0] < box.left || point[0] > box.right || point[1] < box.top || point[1] > box.bottom)
        continue;
      const [color = '', role = ''] = key.split(' ');
      const count = state.hands.handMap.get(color as sg.Color)?.get(role) ?? 0;
      if (count > 0) return { hand: color as Side, kind: kindOf(role) };
    }
    return null;
  }

  /** The square that lies there in the window. */
  private squareAt(point: readonly [number, number] | null): Square | null {
    if (!point) return null;
    const { files, ranks } = this.variant;
    const box = this.elements.board.getBoundingClientRect();
    const column = Math.floor(((point[0] - box.left) / box.width) * files);
    const row = Math.floor(((point[1] - box.top) / box.height) * ranks);
    if (column < 0 || column >= files || row < 0 || row >= ranks) return null;
    return this.orientation === 'sente' ? square(files - column, row) : square(column + 1, ranks - 1 - row);
  }

  /** Draws a position. What was offered stays offered until `offer` says otherwise. */
  show(picture: Picture, animate = true): void {
    const hand = picture.position.variant.hand.join();
    const turned = picture.orientation !== this.orientation;
    this.orientation = picture.orientation;
    const config: Config = { ...pictureConfig(picture), orientation: picture.orientation };
    if (hand !== this.hand) config.hands = { roles: picture.position.variant.hand.map(roleOf) };
    this.hand = hand;
    this.variant = picture.position.variant;
    this.api.set(config, !animate || turned);
    this.tellPicked();
  }

  /**
   * Lets `side` move as offered; null lets nobody. To be called after every move: shogiground
   * forgets.
   */
  offer(side: Side | null, turn: Side, offered: Offered | null): void {
    const moves = new Map<sg.Key, sg.Key[]>();
    const drops = new Map<sg.PieceName, sg.Key[]>();
    for (const [from, squares] of offered ?? []) {
      if (!isOrigin(from)) continue;
      const to = [...squares.keys()] as sg.Key[];
      // Both faces of a piece are dropped from the one that is held.
      const held = from.endsWith('*') ? roleOf(handKind(this.variant, from.slice(0, -1))) : null;
      const before = held === null ? undefined : drops.get(`${turn} ${held}`);
      if (held !== null) drops.set(`${turn} ${held}`, [...new Set([...(before ?? []), ...to])]);
      // A piece may step where it may not stay.
      else moves.set(from as sg.Key, [...new Set([...to, ...stepsOf(offered, from)])] as sg.Key[]);
    }
    this.api.set({
      activeColor: (side ?? undefined) as sg.Color,
      turnColor: turn,
      movable: { dests: moves },
      droppable: { dests: drops },
    });
  }

  /** Allows premoves to where `reach` says, or none. */
  allowPremoves(reach: PremoveReach | null): void {
    this.api.set({
      premovable: { enabled: reach !== null, generate: (key) => (reach?.(key) ?? []) as sg.Key[] },
      predroppable: {
        enabled: reach !== null,
        generate: (piece) => (reach?.(`${kindOf(piece.role)}*`) ?? []) as sg.Key[],
      },
    });
    if (!reach) this.cancelPremove();
  }

  /** Shows a premove that was laid without the pointer. */
  layPremove({ from, to }: { from: Origin; to: Square }, side: Side): void {
    const drop = from.endsWith('*');
    // Not in shogiground's types, but merged into its state like everything else.
    const current = drop
      ? {
          predroppable: {
            current: { piece: { color: side, role: roleOf(from.slice(0, -1)) }, key: to, prom: false },
          },
        }
      : { premovable: { current: { orig: from, dest: to, prom: false } } };
    this.api.set(current as Config);
  }

  cancelPremove(): void {
    this.api.cancelPremove();
    this.api.cancelPredrop();
  }

  /** Picks up what stands at the origin, or lets go of what is picked up. */
  pick(from: Origin | null, side: Side): void {
    if (from === null) this.api.cancelMoveOrDrop();
    else if (from.endsWith('*')) this.api.selectPiece({ color: side, role: roleOf(from.slice(0, -1)) });
    else {
      this.api.selectSquare(null);
      this.api.selectSquare(from as sg.Key);
    }
    this.tellPicked();
  }

  /** Marks squares with class names of our own; replaces the marks before. */
  mark(marks: { square: Square; className: string }[]): void {
    this.marks = marks;
    this.showMarks();
  }

  /** Marks what the piece that is picked up may not take. */
  forbid(squares: readonly Square[]): void {
    this.forbidden = squares;
    this.showMarks();
  }

  private showMarks(): void {
    const forbidden = this.forbidden.map((square) => ({ square, className: 'forbidden' }));
    this.api.setSquareHighlights(
      [...this.marks, ...forbidden].map(({ square, className }) => ({ key: square as sg.Key, className })),
    );
  }

  /** From a square, or from that side's stand; a circle where they lead nowhere. */
  arrows(arrows: { from: Origin; to: Origin; brush: string }[], color: Side = 'sente'): void {
    const end = (at: Origin) =>
      at.endsWith('*') ? { color, role: roleOf(at.slice(0, -1)) } : (at as sg.Key);
    this.api.setAutoShapes(
      arrows.map(({ from, to, brush }): DrawShape => ({ orig: end(from), dest: end(to), brush })),
    );
  }

  /** Shows what was drawn; replaces what was shown before. */
  draw(drawings: Drawing[]): void {
    this.api.setShapes(
      drawings.map(({ from, to, brush }) => ({
        orig: from as sg.Key,
        dest: (to ?? from) as sg.Key,
        brush: BRUSHES[brush],
      })),
    );
  }

  /** Whether touching the board draws and does not move. */
  drawOnly(only: boolean): void {
    this.api.set({ drawable: { forced: only } });
  }

  setLook(look: BoardLook): void {
    this.api.set(lookConfig(look));
    // The labels at the edge are only written when everything is.
    this.api.attach(this.elements);
  }

  destroy(): void {
    this.stopListening();
    this.api.destroy();
  }
}

const between = (a: readonly [number, number], b: readonly [number, number]) => [b[0] - a[0], b[1] - a[1]];

/** Where a finger or the pointer is in the window. */
function pointOf(event: Event): readonly [number, number] | null {
  const at = 'touches' in event ? (event as TouchEvent).touches[0] : (event as MouseEvent);
  return at ? [at.clientX, at.clientY] : null;
}

/** The squares that a piece may step to first, where somebody stands. */
const stepsOf = (offered: Offered | null, from: string): Square[] =>
  offered ? [...stepsFrom(offered, from)].filter(([, to]) => to.length > 0).map(([via]) => via) : [];

function drawingOf({ orig, dest, brush }: DrawShape): Drawing[] {
  if (typeof orig !== 'string' || typeof dest !== 'string') return [];
  const named = (Object.keys(BRUSHES) as Brush[]).find((it) => BRUSHES[it] === brush) ?? 'green';
  return [orig === dest ? { from: orig, brush: named } : { from: orig, to: dest, brush: named }];
}

function lookConfig(look: BoardLook): Config {
  return {
    animation: { enabled: look.animationMs > 0, hands: true, duration: look.animationMs },
    movable: { showDests: look.showDests },
    droppable: { showDests: look.showDests },
    premovable: { showDests: look.showDests },
    predroppable: { showDests: look.showDests },
    coordinates: { enabled: look.coordinates, files: 'numeric', ranks: look.ranks },
  };
}

function pictureConfig(picture: Picture): Config {
  const sfen = toSfen(picture.position);
  return {
    sfen,
    lastDests: picture.last as sg.Key[],
    checks: picture.checks as sg.Key[],
    turnColor: picture.position.turn,
  };
}

/** SFEN spelling to a class name: `P` and `p` → `p`, `+P` → `pro-p`. */
function roleOf(forsyth: string): string {
  const lower = forsyth.toLowerCase();
  return lower.startsWith('+') ? `pro-${lower.slice(1)}` : lower;
}

function kindOf(role: string): string {
  return role.startsWith('pro-') ? `+${role.slice(4).toUpperCase()}` : role.toUpperCase();
}
