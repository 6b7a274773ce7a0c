/**
 * A review as everybody has it: what is told of it, where this tab looks in it, and what is said to
 * the server. Who may change it shows everybody where they look, unless they work alone.
 */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Socket } from '../socket/socket';
import { toast } from '../ui/toast';
import type {
  BoardLine,
  BoardShown,
  ReviewChange,
  ReviewEdit,
  ReviewEvent,
  ReviewSnapshot,
  ReviewTree,
} from '../wire/generated';
import { apply, childrenOf, headerOf, nodeOf } from './tree';

/** After how long a review is followed again whose memory the server needed for others. */
const FOLLOW_AGAIN_MS = 10_000;

/** Lines that are shown; older ones fall off. */
const TALK_MAX = 200;

export interface SharedReview {
  readonly shared: ReadonlySignal<ReviewSnapshot | null>;
  /** What is shown of the game, if it is a board of a broadcast. */
  readonly played: ReadonlySignal<BoardShown | null>;
  /** What was said at the board of a broadcast. */
  readonly talk: ReadonlySignal<readonly BoardLine[]>;
  /** Refusal code when the review cannot be had. */
  readonly gone: ReadonlySignal<string | null>;
  /** Where this tab looks, as long as that is elsewhere than everybody. */
  readonly cursor: Signal<number | null>;
  /** Whether one looks and plays without leading the others, nor being led. */
  readonly alone: Signal<boolean>;
  /** Begins to follow it, once the follower is ready to be told. */
  follow(): void;
  /** Says a change of somebody who may make it. */
  edit(what: ReviewEdit): void;
  close(): void;
}

/** Who is told what has become of it. */
export interface Follower {
  /** It is there, and is gote's own game. */
  isGotes(): void;
  changed(): void;
  /** An edit was refused. */
  refused(): void;
  /** The study of which it is a chapter has changed. */
  onStudy(): void;
}

/** Whoever comments for the first time has the next place among the authors. */
function authorsAfter(
  authors: readonly string[] = [],
  { change, by }: Extract<ReviewEvent, { t: 'changed' }>,
): string[] {
  const isNew = change.t === 'commented' && change.by?.includes(authors.length);
  return isNew ? [...authors, by] : [...authors];
}

/** The lines after something was said or taken away. */
function heard(
  lines: readonly BoardLine[],
  event: Extract<ReviewEvent, { t: 'talk' | 'said' | 'unsaid' }>,
): readonly BoardLine[] {
  switch (event.t) {
    case 'talk':
      return event.lines;
    case 'said':
      return [...lines.filter((it) => it.n !== event.line.n), event.line].slice(-TALK_MAX);
    case 'unsaid':
      return lines.filter((it) => it.n !== event.line);
  }
}

/** Without an address nothing is shared. */
export function createSharedReview(socket: Socket, code: string | null, follower: Follower): SharedReview {
  const shared = signal<ReviewSnapshot | null>(null);
  const played = signal<BoardShown | null>(null);
  const talk = signal<readonly BoardLine[]>([]);
  const gone = signal<string | null>(null);
  const cursor = signal<number | null>(null);
  const alone = signal(false);

  const join = (review: string) => {
    const leave = socket.follow(`review:${review}`, {
      snapshot(raw) {
        const snapshot = raw as ReviewSnapshot;
        // Gote sees the board as at the game.
        const isGote = socket.user?.name === headerOf(snapshot.tree, 'Gote');
        if (!shared.value && snapshot.of_game && snapshot.may_edit && isGote) follower.isGotes();
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
          follower.onStudy();
          return;
        }
        if (event.t === 'talk' || event.t === 'said' || event.t === 'unsaid') {
          talk.value = heard(talk.peek(), event);
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
        shared.value = { ...before, tree: changed, authors: authorsAfter(before.authors, event) };
        follower.changed();
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
  let unfollow = () => {};

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
  /**
   * Who works alone stays where they are, goes along with their own moves, and back from what was
   * deleted.
   */
  const stayAlone = (before: ReviewTree, changed: ReviewTree, change: ReviewChange) => {
    if (change.t === 'added' && change.node.parent === awaited?.after && change.node.usi === awaited.usi) {
      awaited = null;
      cursor.value = change.node.id;
    }
    let here: number | null | undefined = cursor.value;
    while (typeof here === 'number' && !nodeOf(changed, here)) here = nodeOf(before, here)?.parent;
    cursor.value = here ?? 0;
  };

  return {
    shared,
    played,
    talk,
    gone,
    cursor,
    alone,
    follow() {
      if (code !== null) unfollow = join(code);
    },
    edit(what) {
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
        follower.refused();
        toast.refusal(answer);
      });
    },
    close: () => unfollow(),
  };
}
