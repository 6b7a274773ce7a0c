/**
 * A chapter that is solved rather than read: the reader plays, the author's tree judges and
 * answers. Only what has been seen is on the board, in a borrowed copy, so that nobody else is led
 * anywhere.
 */

import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ReviewTree, Side } from '../wire/generated';
import { answerTo, replyTo, rightMoves, seenOf } from './exercise-line';
import type { ReviewStore } from './review-store';
import { nodeOf } from './tree';

export type Stage =
  | 'off'
  | 'asking'
  /** The move was right, and the other side's is about to come. */
  | 'answering'
  | 'wrong'
  /** The line has come to its end. */
  | 'over';

export interface Exercise {
  readonly stage: ReadonlySignal<Stage>;
  /** Whom the reader plays; null for both sides. */
  readonly solver: Side | null;
  /**
   * What the author says of the wrong move; null where it is not in the tree, or nothing is said.
   */
  readonly why: ReadonlySignal<string | null>;
  /** Whether the hint has been asked for at this position. */
  readonly hints: ReadonlySignal<boolean>;
  /** Moves that were found, and those that were shown. */
  readonly n_found: ReadonlySignal<number>;
  readonly n_shown: ReadonlySignal<number>;
  /** Whether the other side has answers that were not met yet. */
  readonly hasMore: ReadonlySignal<boolean>;
  start(): void;
  retry(): void;
  showHint(): void;
  /** Plays the right move for the reader. */
  showMove(): void;
  leave(): void;
  close(): void;
}

/** How long a right move stands before it is answered. */
const REPLY_MS = 600;

/** `onEnd` hears that the line was played to its end, and how many moves had to be shown. */
export function createExercise(
  store: ReviewStore,
  solver: Side | null,
  onEnd: (n_shown: number) => void = () => {},
): Exercise {
  const stage = signal<Stage>('off');
  const why = signal<string | null>(null);
  const hints = signal(false);
  const n_found = signal(0);
  const n_shown = signal(0);
  const hasMore = signal(false);
  /** The author's moves on the board, and those met in any round. */
  let seen = new Set<number>();
  const met = new Set<number>();
  /** Where the reader is asked, or was before a wrong move. */
  let asked = 0;
  let giveBack: (() => void) | null = null;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const theirs = (): ReviewTree | null => store.shared.peek()?.tree ?? null;

  /** Whether the other side has the move after a node. */
  const isTheirs = (at: number) => solver !== null && store.positions.peek().get(at)?.turn !== solver;

  const show = (tree: ReviewTree, at: number) => store.put(seenOf(tree, seen, at));

  const meet = (tree: ReviewTree, node: number) => {
    seen.add(node);
    met.add(node);
    show(tree, node);
  };

  /** What comes once a node is on the board: the answer to it, the next question, or the end. */
  const goOn = (at: number) => {
    const tree = theirs();
    if (!tree) return;
    clearTimeout(timer);
    batch(() => {
      why.value = null;
      hints.value = false;
      asked = at;
      if (rightMoves(tree, at).length === 0) {
        stage.value = 'over';
        hasMore.value = solver !== null && hasUnmet(tree, met, isTheirs);
        // Who goes back and forth has ended it once.
        if (!isEnded && n_found.peek() + n_shown.peek() > 0) onEnd(n_shown.peek());
        isEnded = true;
      } else if (isTheirs(at)) {
        stage.value = 'answering';
        // Who only looks back at an answer has had it.
        if (rightMoves(tree, at).some((it) => seen.has(it.id))) return;
        timer = setTimeout(() => {
          const reply = replyTo(tree, at, met);
          if (reply === null || stage.peek() !== 'answering') return;
          batch(() => {
            meet(tree, reply);
            goOn(reply);
          });
        }, REPLY_MS);
      } else stage.value = 'asking';
    });
  };

  const stopMoves = effect(() => {
    const node = store.node.value;
    const now = stage.value;
    if (!node || now === 'off') return;
    untracked(() => {
      const tree = theirs();
      if (!tree) return;
      const isSeen = node.parent === null || seen.has(node.id);
      // Who walks along the line goes on from there.
      if (isSeen && (now === 'wrong' || node.id !== asked)) {
        show(tree, node.id);
        goOn(node.id);
      }
      if (isSeen || now !== 'asking' || node.usi === undefined || node.parent === null) return;
      const answer = answerTo(tree, node.parent, node.usi);
      batch(() => {
        if (answer.is === 'right') {
          n_found.value++;
          meet(tree, answer.node);
          goOn(answer.node);
          return;
        }
        why.value = answer.is === 'wrong' && answer.why ? answer.why : null;
        stage.value = 'wrong';
      });
    });
  });

  const retry = () => {
    const tree = theirs();
    if (!tree) return;
    batch(() => {
      show(tree, asked);
      goOn(asked);
    });
  };

  const leave = () => {
    clearTimeout(timer);
    batch(() => {
      stage.value = 'off';
      giveBack?.();
      giveBack = null;
    });
  };

  return {
    stage,
    solver,
    why,
    hints,
    n_found,
    n_shown,
    hasMore,
    start() {
      const tree = theirs();
      if (!tree) return;
      clearTimeout(timer);
      batch(() => {
        seen = new Set();
        isEnded = false;
        n_found.value = 0;
        n_shown.value = 0;
        giveBack ??= store.borrow();
        show(tree, 0);
        if (solver !== null && store.orientation.peek() !== solver) store.flip();
        goOn(0);
      });
    },
    retry,
    showHint() {
      hints.value = true;
    },
    showMove() {
      const tree = theirs();
      const next = tree && rightMoves(tree, asked)[0];
      if (!tree || !next || !nodeOf(tree, asked)) return;
      batch(() => {
        n_shown.value++;
        meet(tree, next.id);
        goOn(next.id);
      });
    },
    leave,
    close() {
      stopMoves();
      leave();
    },
  };
}

/** Whether the other side could have answered otherwise, after moves that were met, and has not. */
const hasUnmet = (tree: ReviewTree, met: ReadonlySet<number>, isTheirs: (at: number) => boolean): boolean =>
  tree.nodes.some(
    ({ id, parent }) =>
      parent != null &&
      !met.has(id) &&
      (parent === 0 || met.has(parent)) &&
      isTheirs(parent) &&
      rightMoves(tree, parent).some((it) => it.id === id),
  );
