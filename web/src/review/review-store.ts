/**
 * The state of a review: the shared tree as the server tells it, or a copy of one's own, and where one looks.
 *
 * Who may change the shared tree changes it through the server and shows everybody where they look. Everybody else
 * follows, looks around on their own, and gets a copy of their own with the first move they make.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createOwnBoard, type OwnBoard } from '../board/own-board';
import { legalMoves } from '../shogi/law';
import { fromSfen, type Position } from '../shogi/position';
import { formatUsi, squaresOf, type Usi } from '../shogi/usi';
import type { Socket } from '../socket/socket';
import { toast } from '../ui/toast';
import type {
  BoardShown,
  ReviewChange,
  ReviewEdit,
  ReviewEvent,
  ReviewNode,
  ReviewSnapshot,
  ReviewTree,
  Side,
} from '../wire/generated';
import { apply, childrenOf, headerOf, judge, lineThrough, nodeOf, positionsOf } from './tree';

export interface ReviewStore extends OwnBoard {
  /** The address of the shared review, if there is one. */
  readonly code: string | null;
  readonly shared: ReadonlySignal<ReviewSnapshot | null>;
  /** What is shown of the game, if it is a board of a broadcast. */
  readonly played: ReadonlySignal<BoardShown | null>;
  /** Refusal code when the review cannot be had. */
  readonly gone: ReadonlySignal<string | null>;
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
  /** Plays a move that was typed, or asks first where promoting was left open; whether it can be played. */
  playTyped(usi: Usi, open: boolean): boolean;
  look(node: number): void;
  /** Looks at the node so many steps away in the line that is shown. */
  step(by: number): void;
  follow(): void;
  workAlone(alone: boolean): void;
  dropCopy(): void;
  /** Shows a borrowed copy as another. */
  put(tree: ReviewTree): void;
  /** From here on everything is done in a bare copy, without comments and drawings; returns what puts all back. */
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

/** After how long a review is followed again whose memory the server needed for others. */
const FOLLOW_AGAIN_MS = 10_000;

export function createReviewStore(socket: Socket, from: From): ReviewStore {
  const code = 'code' in from ? from.code : null;
  const shared = signal<ReviewSnapshot | null>(null);
  const played = signal<BoardShown | null>(null);
  const gone = signal<string | null>(null);
  const copy = signal<ReviewTree | null>('draft' in from ? from.draft : null);
  /** Where this tab looks, as long as that is elsewhere than everybody. */
  const cursor = signal<number | null>(null);
  const alone = signal(false);

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

  const join = (review: string) => {
    const leave = socket.follow(`review:${review}`, {
      snapshot(raw) {
        const snapshot = raw as ReviewSnapshot;
        // Gote sees the board as at the game.
        const isGote = socket.user?.name === headerOf(snapshot.tree, 'Gote');
        if (!shared.value && snapshot.of_game && snapshot.may_edit && isGote) orientation.value = 'gote';
        shared.value = snapshot;
      },
      event(raw) {
        const before = shared.value;
        const event = raw as ReviewEvent;
        if (!before) return;
        if (event.t === 'closed') {
          leave();
          const again = setTimeout(() => {
            unfollow = join(review);
          }, FOLLOW_AGAIN_MS);
          unfollow = () => clearTimeout(again);
          return;
        }
        if (event.t === 'study') {
          if ('code' in from) from.onStudy?.();
          return;
        }
        if (event.t === 'present') {
          const isPublic = event.public ?? before.public;
          shared.value = { ...before, here: event.here, watchers: event.watchers, public: isPublic };
          return;
        }
        if (event.shown) played.value = event.shown;
        if (event.t === 'shown') return;
        const changed = apply(before.tree, event.change);
        shared.value = { ...before, tree: changed };
        making.clear();
        // Those who lead go along with one another; a watcher who looks elsewhere is left in peace.
        const lost = cursor.value !== null && !nodeOf(changed, cursor.value);
        const isLed = before.may_edit && !alone.value && !looking && changed.at !== before.tree.at;
        if (alone.value) stayAlone(before.tree, changed, event.change);
        else if (lost || cursor.value === changed.at || isLed) cursor.value = null;
      },
      refused(why) {
        gone.value = why;
      },
    });
    return leave;
  };
  let unfollow = code === null ? () => undefined : join(code);

  /** Looks are told one at a time, the last one only when the one before has arrived. */
  let looking = false;
  let wanted: number | null = null;
  const tellLook = async () => {
    if (looking || code === null) return;
    looking = true;
    while (wanted !== null) {
      const look: ReviewEdit = { t: 'look', node: wanted };
      wanted = null;
      const answer = await socket.send({ t: 'edit', review: code, edit: look });
      if (answer.t === 'refused' && wanted === null) cursor.value = null;
    }
    looking = false;
  };

  /** The move that one waits for on one's own. */
  let awaited: { after: number; usi: string } | null = null;
  /** Who works alone stays where they are, goes along with their own moves, and back from what was deleted. */
  const stayAlone = (before: ReviewTree, changed: ReviewTree, change: ReviewChange) => {
    if (change.t === 'added' && change.node.parent === awaited?.after && change.node.usi === awaited.usi) {
      awaited = null;
      cursor.value = change.node.id;
    }
    let here: number | null | undefined = cursor.value;
    while (typeof here === 'number' && !nodeOf(changed, here)) here = nodeOf(before, here)?.parent;
    cursor.value = here ?? 0;
  };

  const edit = (what: ReviewEdit) => {
    if (!copy.value && !shared.value?.may_edit) {
      if (what.t === 'look') {
        cursor.value = what.node;
        return;
      }
      // Everybody's review stays as it is: from here on this is one's own.
      const theirs = shared.value?.tree;
      if (!theirs) return;
      copy.value = { ...theirs, at: at.value };
    }
    if (copy.value) {
      const change = judge(copy.value, what);
      if (change) copy.value = apply(copy.value, change);
      return;
    }
    if (what.t === 'look') {
      cursor.value = what.node;
      if (alone.value) return;
      wanted = what.node;
      void tellLook();
      return;
    }
    if (code === null) return;
    if (what.t === 'play' && alone.value) {
      const { after, usi } = what;
      const known = shared.value && childrenOf(shared.value.tree, after).find((it) => it.usi === usi);
      if (known) {
        cursor.value = known.id;
        return;
      }
      awaited = { after, usi };
      what = { ...what, alone: true };
    }
    void socket.send({ t: 'edit', review: code, edit: what }).then((answer) => {
      if (answer.t !== 'refused') return;
      refreshed.value++;
      toast.refusal(answer);
    });
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
    played,
    gone,
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
    close() {
      unfollow();
    },
  };
}
