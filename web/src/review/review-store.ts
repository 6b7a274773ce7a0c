/**
 * The state of a review: the shared tree as the server tells it, or a copy of one's own, and where
 * one looks.
 *
 * Who may change the shared tree changes it through the server and shows everybody where they look.
 * Everybody else follows, looks around on their own, and gets a copy of their own with the first
 * move they make.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createOwnBoard, type OwnBoard } from '../board/own-board';
import { legalMoves } from '../shogi/law';
import { fromSfen, type Position } from '../shogi/position';
import { formatUsi, squaresOf, type Usi } from '../shogi/usi';
import type { Socket } from '../socket/socket';
import type { ReviewEdit, ReviewNode, ReviewTree, Side } from '../wire/generated';
import { createSharedReview, type SharedReview } from './shared-review';
import { apply, judge, lineThrough, nodeOf, positionsOf } from './tree';

export interface ReviewStore extends OwnBoard, Pick<SharedReview, 'shared' | 'played' | 'talk' | 'gone'> {
  /** The address of the shared review, if there is one. */
  readonly code: string | null;
  /** What is shown: one's own copy, or else the shared tree. */
  readonly tree: ReadonlySignal<ReviewTree | null>;
  readonly isCopy: ReadonlySignal<boolean>;
  /** Whether one looks and plays without leading the others, nor being led. */
  readonly alone: ReadonlySignal<boolean>;
  readonly mayEdit: ReadonlySignal<boolean>;
  /** Whether a watcher looks elsewhere than everybody. */
  readonly astray: ReadonlySignal<boolean>;
  readonly node: ReadonlySignal<ReviewNode | null>;
  /** The nodes of the line that is shown. */
  readonly path: ReadonlySignal<ReviewNode[]>;
  readonly positions: ReadonlySignal<Map<number, Position>>;

  edit(edit: ReviewEdit): void;
  /**
   * Plays a move that was typed, or asks first where promoting was left open; whether it can be
   * played.
   */
  playTyped(usi: Usi, open: boolean): boolean;
  look(node: number): void;
  /** Looks at the node so many steps away in the line that is shown. */
  step(by: number): void;
  follow(): void;
  workAlone(alone: boolean): void;
  dropCopy(): void;
  /** Shows a borrowed copy as another. */
  put(tree: ReviewTree): void;
  /**
   * From here on everything is done in a bare copy, without comments and drawings; returns what
   * puts all back.
   */
  borrow(): () => void;
  close(): void;
}

/** A shared review, or a tree of one's own that is not kept. */
export type From =
  | {
      code: string;
      /** From which side a chapter is seen. */
      orientation?: Side;
      /** The study of which it is a chapter has changed. */
      onStudy?(): unknown;
    }
  | { draft: ReviewTree };

export function createReviewStore(socket: Socket, from: From): ReviewStore {
  const code = 'code' in from ? from.code : null;
  const theirs = createSharedReview(socket, code, {
    isGotes() {
      orientation.value = 'gote';
    },
    changed: () => making.clear(),
    refused() {
      refreshed.value++;
    },
    onStudy() {
      if ('code' in from) from.onStudy?.();
    },
  });
  const { shared, cursor, alone } = theirs;
  const copy = signal<ReviewTree | null>('draft' in from ? from.draft : null);

  const tree = computed(() => copy.value ?? shared.value?.tree ?? null);
  const isCopy = computed(() => copy.value !== null);
  const mayEdit = computed(() => isCopy.value || (shared.value?.may_edit ?? false));
  const at = computed(() => (copy.value ? copy.value.at : (cursor.value ?? shared.value?.tree.at ?? 0)));
  const node = computed(() => (tree.value && nodeOf(tree.value, at.value)) ?? null);
  const path = computed(() => (tree.value ? lineThrough(tree.value, at.value) : []));
  const nodes = computed(() => tree.value?.nodes ?? []);
  const start = computed(() => `${tree.value?.variant ?? 'standard'}|${tree.value?.start ?? ''}`);
  const positions = computed(() => {
    const [variant = 'standard', sfen = ''] = start.value.split('|');
    return positionsOf(nodes.value, fromSfen(variant, sfen));
  });
  const position = computed(() => positions.value.get(at.value) ?? null);
  const offered = computed(() =>
    position.value && node.value?.end === undefined ? legalMoves(position.value) : null,
  );
  const standing = computed(
    () => position.value && { position: position.value, last: squaresOf(node.value?.usi) },
  );
  const { board, making } = createOwnBoard(standing, offered, (usi) => playMove(usi));
  const { orientation, refreshed } = board;
  orientation.value = ('code' in from && from.orientation) || 'sente';
  theirs.follow();

  const edit = (what: ReviewEdit) => {
    if (!copy.value && !shared.value?.may_edit) {
      if (what.t === 'look') {
        cursor.value = what.node;
        return;
      }
      // Everybody's review stays as it is: from here on this is one's own.
      const before = shared.value?.tree;
      if (!before) return;
      copy.value = { ...before, at: at.value };
    }
    if (copy.value) {
      const change = judge(copy.value, what);
      if (change) copy.value = apply(copy.value, change);
      return;
    }
    theirs.edit(what);
  };

  const playMove = (usi: Usi) => {
    const after = at.value;
    if (mayEdit.value && !isCopy.value && !alone.value) cursor.value = null;
    edit({ t: 'play', after, usi: formatUsi(usi) });
  };

  return {
    ...board,
    code,
    shared,
    played: theirs.played,
    talk: theirs.talk,
    gone: theirs.gone,
    tree,
    isCopy,
    alone,
    mayEdit,
    astray: computed(() => !isCopy.value && !mayEdit.value && cursor.value !== null),
    node,
    path,
    positions,
    playTyped(usi, open) {
      const from = usi.drop === null ? usi.from : `${usi.drop}*`;
      const promotion = offered.value?.get(from)?.get(usi.to);
      if (promotion === undefined || (usi.promote && promotion === 'no')) return false;
      if (open && promotion === 'may') making.ask({ from, to: usi.to });
      else playMove(usi.drop === null ? { ...usi, promote: usi.promote || promotion === 'must' } : usi);
      return true;
    },
    edit,
    look(to) {
      making.clear();
      edit({ t: 'look', node: to });
    },
    step(by) {
      const place = path.value.findIndex((it) => it.id === at.value) + by;
      const to = path.value[Math.min(Math.max(place, 0), path.value.length - 1)];
      making.clear();
      if (to && to.id !== at.value) edit({ t: 'look', node: to.id });
    },
    follow() {
      cursor.value = null;
    },
    workAlone(wants) {
      cursor.value = wants ? at.peek() : null;
      alone.value = wants;
    },
    dropCopy() {
      if (code !== null) copy.value = null;
    },
    put(borrowed) {
      making.clear();
      copy.value = borrowed;
    },
    borrow() {
      const before = { copy: copy.peek(), orientation: orientation.peek() };
      const theirs = tree.peek();
      const bare = theirs?.nodes.map(({ comment: _, shapes: __, hint: ___, ...node }) => node);
      if (theirs && bare) copy.value = { ...theirs, nodes: bare, at: at.peek() };
      return () => {
        making.clear();
        copy.value = before.copy;
        orientation.value = before.orientation;
      };
    },
    close: theirs.close,
  };
}
