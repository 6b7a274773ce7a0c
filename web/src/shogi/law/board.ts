/**
 * A position in the law's hands: moves are made in it and taken back, to see what they leave.
 * Squares are numbers as in the variant's tables.
 */

import type { Side } from '../../wire/generated';
import { other, type Position } from '../position';
import { type Promotion, promotionWithin } from '../promotion';
import { promoted, type Variant } from '../variant';
import { type Stone, type Tables, tablesOf, vectorIndex } from './tables';

export class Board {
  readonly tables: Tables;
  private readonly variant: Variant;
  private readonly cells: (Stone | null)[];
  private readonly hands: Record<Side, Map<string, number>>;
  private turn: Side;
  private readonly struck: number | null;

  constructor({ variant, board, hands, turn, struck }: Position) {
    this.variant = variant;
    this.tables = tablesOf(variant);
    const { names, numbers, stones } = this.tables;
    this.cells = names.map((name) => {
      const piece = board.get(name);
      return (piece && stones[piece.side].get(piece.kind)) ?? null;
    });
    this.hands = { sente: new Map(hands.sente), gote: new Map(hands.gote) };
    this.turn = turn;
    this.struck = struck === null ? null : (numbers.get(struck) ?? null);
  }

  /** Where the pieces of the side to move stand. */
  own(): number[] {
    return [...this.cells.keys()].filter((at) => this.cells[at]?.side === this.turn);
  }

  /** §1.5 Whether a side's last royal is attacked. */
  isInCheck(side: Side): boolean {
    const royals = this.royals(side);
    return royals.length === 1 && this.isAttacked(royals[0] as number, other(side));
  }

  /** §8, §12 Whether the game is over although there may be moves. */
  isOver(): boolean {
    const { royal_capture, far_rank, check_wins } = this.variant;
    const [us, them] = [this.turn, other(this.turn)];
    if (royal_capture && this.royals(us).length === 0 && this.royals(them).length > 0) return true;
    if (check_wins && this.isInCheck(us)) return true;
    return (
      far_rank === true &&
      this.royals(them).some((at) => this.depth(them, at) === 0 && !this.isAttacked(at, us))
    );
  }

  hasMove(): boolean {
    if (this.isOver()) return false;
    if (this.own().some((from) => this.moves(from).size > 0 || this.ways(from).length > 0)) return true;
    return this.drops().some(({ on }) => on.length > 0);
  }

  /** Where the piece there may go at once, and whether it promotes. */
  moves(from: number): Map<number, Promotion> {
    const moves = new Map<number, Promotion>();
    const stone = this.cells[from];
    if (!stone) return moves;
    const reached = this.reach(from);
    const spared = this.sparedAmong(from, null, reached);
    for (const to of reached) {
      if (spared.includes(to)) continue;
      const promotion = this.promotion(stone, from, to);
      if (promotion) moves.set(to, promotion);
    }
    return moves;
  }

  /** §9.3 Where it may go by way of a square: on from what it takes there, back, or for a pass. */
  ways(from: number): { via: number; to: number[] }[] {
    const stone = this.cells[from];
    if (!stone || stone.power.length === 0) return [];
    const first = this.beside(stone, from);
    const ways: { via: number; to: number[] }[] = [];
    // The pass is written by way of the rightmost empty square, as the side sees the board.
    const empty = first.filter((at) => !this.cells[at]);
    const rightmost = stone.sign === 1 ? Math.min(...empty) : Math.max(...empty);
    if (empty.length > 0) ways.push({ via: rightmost, to: [from] });
    const taken = first.filter((at) => this.isEnemy(at));
    const spared = this.sparedAmong(from, null, taken);
    for (const via of taken) {
      if (spared.includes(via)) continue;
      const to = this.secondSteps(stone, from, via);
      const lions = this.sparedAmong(from, via, to);
      ways.push({ via, to: to.filter((at) => !lions.includes(at)) });
    }
    return ways;
  }

  /** §9.4 The lions that it reaches at once and may not take. */
  spared(from: number): number[] {
    return this.sparedAmong(from, null, this.reach(from));
  }

  /** What may be dropped where. */
  drops(): { kind: string; on: number[] }[] {
    const held = this.tables.droppable.filter((it) => (this.hands[this.turn].get(it.held) ?? 0) > 0);
    const first = held[0] && this.stone(held[0].kind);
    if (!first) return [];
    // Whatever is dropped, it stands in the way of the same lines.
    const empty = [...this.cells.keys()].filter(
      (at) => !this.cells[at] && !this.leavesCheck(null, at, first),
    );
    return held.map(({ kind, held: hand }) => {
      const stone = this.stone(kind);
      return { kind, on: stone ? empty.filter((at) => this.mayDrop(stone, hand, at)) : [] };
    });
  }

  private mayDrop(stone: Stone, hand: string, at: number): boolean {
    const { drops } = this.variant;
    if (!drops || (!drops.dead && !this.everMoves(stone, at))) return false;
    if (!stone.pawn) return true;
    if (drops.pawns_on_file > 0 && this.onFile(stone, at) >= drops.pawns_on_file) return false;
    return drops.pawn_mate === 'legal' || !this.isPawnMate(stone, hand, at, drops.pawn_mate === 'illegal');
  }

  /**
   * §1.4 Whether the pawn would give check where it is dropped, and leave no move; §11.5 with or
   * without check.
   */
  private isPawnMate(stone: Stone, hand: string, at: number, withCheck: boolean): boolean {
    const king = this.guarded(other(this.turn));
    if (king === null || !this.leads(stone, at, king)?.some((lead) => lead.steps === 1)) return false;
    const held = this.hands[this.turn];
    const count = held.get(hand) ?? 0;
    held.set(hand, count - 1);
    this.cells[at] = stone;
    this.turn = other(this.turn);
    const mates = (!withCheck || this.isInCheck(this.turn)) && !this.hasMove();
    this.turn = other(this.turn);
    this.cells[at] = null;
    held.set(hand, count);
    return mates;
  }

  /** Whether a move promotes, or null if it may not be made at all. */
  private promotion(stone: Stone, from: number, to: number): Promotion | null {
    const { ranks } = this.variant;
    const takes = this.cells[to] !== null;
    const promotion = promotionWithin(this.variant, stone, from % ranks, to % ranks, takes);
    if (promotion === 'no') return this.leavesCheck(from, to, stone) ? null : 'no';
    const isForced = promotion === 'must' || this.depth(stone.side, to) < stone.mustPromote;
    const turned = this.stone(promoted(this.variant, stone.kind)) ?? stone;
    const plain = !isForced && !this.leavesCheck(from, to, stone);
    // §8 A second royal lifts the duty to save the first.
    const promotes = !isForced && turned.royal === stone.royal ? plain : !this.leavesCheck(from, to, turned);
    if (promotes) return plain ? 'may' : 'must';
    return plain ? 'no' : null;
  }

  /**
   * Whether a move of the side to move, after which that piece stands there, leaves its last royal
   * attacked.
   */
  private leavesCheck(from: number | null, to: number, stone: Stone): boolean {
    const { cells } = this;
    const moved = from === null ? null : (cells[from] ?? null);
    const taken = cells[to] ?? null;
    if (from !== null) cells[from] = null;
    cells[to] = stone;
    const king = this.guarded(this.turn);
    const leaves = king !== null && this.isAttacked(king, other(this.turn));
    cells[to] = taken;
    if (from !== null) cells[from] = moved;
    return leaves;
  }

  /** The royal that a side must keep out of check: its only one, unless royals are taken here. */
  private guarded(side: Side): number | null {
    if (this.variant.royal_capture) return null;
    const royals = this.royals(side);
    return royals.length === 1 ? (royals[0] as number) : null;
  }

  private royals(side: Side): number[] {
    const royals: number[] = [];
    for (let at = 0; at < this.cells.length; at++) {
      const stone = this.cells[at];
      if (stone?.royal && stone.side === side) royals.push(at);
    }
    return royals;
  }

  /** Whether a side could take what stands there. */
  private isAttacked(at: number, by: Side): boolean {
    for (let from = 0; from < this.cells.length; from++)
      if (this.cells[from]?.side === by && this.attacks(from, at)) return true;
    return false;
  }

  /** Whether the piece on `from` could take what stands on `to`. */
  private attacks(from: number, to: number): boolean {
    const stone = this.cells[from];
    const leads = stone && this.leads(this.movesAs(stone, from), from, to);
    if (!leads) return false;
    for (const { way, steps } of leads) {
      const step = (to - from) / steps;
      let screens = 0;
      for (let at = from + step; at !== to; at += step) if (this.cells[at]) screens++;
      if (screens === (way.over ? 1 : 0) && way.does !== 'move') return true;
    }
    return false;
  }

  /** The squares that the piece there reaches, its own pieces' left out. */
  private reach(from: number): number[] {
    const stone = this.cells[from];
    if (!stone) return [];
    const { files, ranks } = this.variant;
    const reached: number[] = [];
    for (const way of this.movesAs(stone, from).ways) {
      const over = way.over ? 1 : 0;
      let screens = 0;
      let file = Math.floor(from / ranks);
      let rank = from % ranks;
      for (let n = 0; n < way.range && screens <= over; n++) {
        file -= way.right * stone.sign;
        rank -= way.forward * stone.sign;
        if (file < 0 || file >= files || rank < 0 || rank >= ranks) break;
        const to = file * ranks + rank;
        const there = this.cells[to];
        const fits = there ? there.side !== stone.side && way.does !== 'move' : way.does !== 'take';
        if (fits && screens === over) reached.push(to);
        if (there) screens++;
      }
    }
    return reached;
  }

  /**
   * §11.2 What a piece moves as: itself, or where pieces lend their moves the own one directly
   * behind it.
   */
  private movesAs(stone: Stone, at: number): Stone {
    if (!this.variant.lends || this.depth(other(stone.side), at) === 0) return stone;
    const behind = this.cells[at + stone.sign];
    return behind?.side === stone.side ? behind : stone;
  }

  /** The ways of a piece from one square to another on an empty board. */
  private leads(stone: Stone, from: number, to: number) {
    const { ranks } = this.variant;
    const right = Math.floor(from / ranks) - Math.floor(to / ranks);
    const forward = (from % ranks) - (to % ranks);
    return stone.leads[vectorIndex(right * stone.sign, forward * stone.sign)];
  }

  /** §1.4 Whether it could move on from there on an empty board. */
  private everMoves(stone: Stone, at: number): boolean {
    return stone.ways.some(({ right, forward }) => this.offset(stone, at, right, forward) !== null);
  }

  /** How many such pieces the side has on the file. */
  private onFile(stone: Stone, at: number): number {
    const { ranks } = this.variant;
    const begin = at - (at % ranks);
    return this.cells.slice(begin, begin + ranks).filter((it) => it === stone).length;
  }

  /** §9.3 Where the first step of lion power leads. */
  private beside(stone: Stone, at: number): number[] {
    const squares = stone.power.map(([right, forward]) => this.offset(stone, at, right, forward));
    return squares.filter((to) => to !== null);
  }

  /** Where the second leads, back to where the piece comes from too. */
  private secondSteps(stone: Stone, from: number, via: number): number[] {
    const { ranks } = this.variant;
    const right = (Math.floor(from / ranks) - Math.floor(via / ranks)) * stone.sign;
    const forward = ((from % ranks) - (via % ranks)) * stone.sign;
    const beyond = this.offset(stone, via, right, forward);
    const steps = stone.turns ? this.beside(stone, via) : [...(beyond === null ? [] : [beyond]), from];
    return steps.filter((to) => to === from || this.cells[to]?.side !== stone.side);
  }

  /**
   * §9.4 The lions among these that the piece on `from` may not take, having taken what stands on
   * `via`.
   */
  private sparedAmong(from: number, via: number | null, to: readonly number[]): number[] {
    const stone = this.cells[from];
    if (!this.tables.lions || !stone) return [];
    const lions = to.filter((at) => this.isEnemy(at) && this.cells[at]?.lion);
    // §9.4d After a lion was struck no other is taken in answer but by a lion.
    if (!stone.lion) return this.struck === null ? [] : lions.filter((at) => at !== this.struck);
    if (via !== null && !this.cells[via]?.minor) return [];
    const near = this.beside(stone, from);
    return lions.filter((at) => !near.includes(at) && this.isProtected(at, from, via));
  }

  /**
   * §9.4c Whether an enemy piece bears on the lion, the taker and what it takes on its way lifted
   * from the board.
   */
  private isProtected(lion: number, from: number, via: number | null): boolean {
    const { cells } = this;
    const them = other(this.turn);
    const [taker, taken] = [cells[from] ?? null, via === null ? null : (cells[via] ?? null)];
    cells[from] = null;
    // What is taken on the way stands in no line, and yet its own step protects.
    let bears = via !== null && this.attacks(via, lion);
    if (via !== null) cells[via] = null;
    bears ||= this.isAttacked(lion, them);
    cells[from] = taker;
    if (via !== null) cells[via] = taken;
    return bears;
  }

  private isEnemy(at: number): boolean {
    return this.cells[at]?.side === other(this.turn);
  }

  private stone(kind: string): Stone | undefined {
    return this.tables.stones[this.turn].get(kind);
  }

  /** How many ranks a square is from the farthest, as a side sees it. */
  private depth(side: Side, at: number): number {
    const rank = at % this.variant.ranks;
    return side === 'sente' ? rank : this.variant.ranks - 1 - rank;
  }

  private offset(stone: Stone, at: number, right: number, forward: number): number | null {
    const { files, ranks } = this.variant;
    const file = Math.floor(at / ranks) - right * stone.sign;
    const rank = (at % ranks) - forward * stone.sign;
    return file < 0 || file >= files || rank < 0 || rank >= ranks ? null : file * ranks + rank;
  }
}
