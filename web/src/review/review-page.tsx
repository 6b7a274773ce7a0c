/** A review: the board on which anything may be tried, the tree of moves, comments and drawings. */

import '../styles/review.css';
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Brush } from '../board/board';
import { Seat } from '../board/seat';
import { Steps, type Walk } from '../board/steps';
import { Table, useKeyboard } from '../board/table';
import { Explorer } from '../explorer/explorer';
import { t } from '../i18n';
import { labelled } from '../i18n/listed';
import { theSocket } from '../session';
import { settings } from '../settings/settings';
import type { Square } from '../shogi/square';
import { useTitle } from '../title';
import { Segments } from '../ui/choice';
import { Blank, Busy } from '../ui/page';
import type { ReviewTree, Side } from '../wire/generated';
import { createAnalysis } from './analysis';
import { GameTalk } from './game-talk';
import { Judgement } from './judgement';
import { createReviewStore, type ReviewStore } from './review-store';
import { createSecondChance } from './second-chance';
import { SecondChancePanel } from './second-chance-panel';
import { Sharing } from './sharing';
import { Talk } from './talk';
import { headerOf } from './tree';
import { TreeList } from './tree-list';
import { TypedMove } from './typed-move';
import { useReviewBoard } from './use-review-board';
import { WorthBar } from './worth';

export function ReviewPage({ code }: { code: string }) {
  return <Review from={{ code }} />;
}

interface ReviewProps {
  from: { code: string } | { draft: ReviewTree };
  /** Whose mistakes are to be learnt from at once. */
  learns?: Side | undefined;
}

export function Review({ from, learns }: ReviewProps) {
  const [store] = useState(() => createReviewStore(theSocket(), from));
  useEffect(() => store.close, [store]);
  const words = t();
  const tree = store.tree.value;
  if (store.gone.value !== null)
    return (
      <Blank
        title={words.review.notFound}
        text={store.gone.value === 'game_not_over' ? words.review.notOver : words.review.notFoundHelp}
        href="/review"
        to={words.review.title}
      />
    );
  if (!tree) return <Busy />;
  return <Desk store={store} tree={tree} learns={learns} />;
}

function Desk({ store, tree, learns }: { store: ReviewStore; tree: ReviewTree; learns: Side | undefined }) {
  const words = t();
  const drawing = useSignal<Brush | null>(null);
  const drawnFrom = useSignal<Square | null>(null);
  const explores = useSignal(explored() !== null);
  const [analysis] = useState(() => createAnalysis(store));
  const [chance] = useState(() => createSecondChance(store, analysis));
  useEffect(() => {
    if (learns) void chance.start(learns);
    return () => {
      chance.close();
      analysis.close();
    };
  }, [analysis]);
  const learning = chance.stage.value !== 'off';
  const hint = useComputed(() =>
    settings.bestMove.value && chance.stage.value === 'off'
      ? (analysis.lines.value[0]?.moves[0] ?? null)
      : null,
  );
  const refs = useReviewBoard(store, learning ? null : drawing.value, hint);
  const keyboard = useKeyboard(store, refs);
  const shown = store.shown.value;
  const name = { sente: headerOf(tree, 'Sente'), gote: headerOf(tree, 'Gote') };
  const title = words.game.title(name.sente ?? words.sides.sente, name.gote ?? words.sides.gote);
  useTitle(labelled(words.review.title, title));
  useEffect(() => {
    drawnFrom.value = null;
  }, [shown]);

  /** A drawing made square by square: the same square twice is a circle. */
  const onSquare = (sq: Square) => {
    const from = drawnFrom.value;
    const node = store.node.value;
    if (from === null || !node || !drawing.value) {
      drawnFrom.value = sq;
      return;
    }
    drawnFrom.value = null;
    const is = { from, ...(sq === from ? {} : { to: sq }), brush: drawing.value };
    const shapes = node.shapes ?? [];
    const rest = shapes.filter((it) => it.from !== is.from || it.to !== is.to);
    store.edit({ t: 'draw', node: node.id, shapes: rest.length < shapes.length ? rest : [...rest, is] });
  };
  return (
    <Table
      title={labelled(words.review.title, title)}
      variant={shown?.position.variant}
      bottom={store.orientation.value}
      class={`replay review ${learning ? 'learning' : ''}`}
      refs={refs}
      keyboard={drawing.value && !learning ? { ...keyboard, picked: drawnFrom.value, onSquare } : keyboard}
      seat={(side) => <Seat side={side} name={name[side]} />}
      over={learning ? null : <WorthBar store={store} analysis={analysis} />}
      rest={
        learning ? null : (
          <>
            <Sharing store={store} tree={tree} />
            <Judgement store={store} analysis={analysis} chance={chance} />
            <Openings store={store} open={explores} />
          </>
        )
      }
      record={
        learning ? null : (
          <>
            <TreeList store={store} tree={tree} mistakes={analysis.verdict.value?.mistakes ?? []} />
            <Steps
              walk={() => walkOf(store)}
              isWhole
              more={[
                { key: 'ArrowUp', does: () => sideways(store, -1), words: words.review.lineAbove },
                { key: 'ArrowDown', does: () => sideways(store, 1), words: words.review.lineBelow },
                { key: 'm', does: () => analysis.walk(1), words: words.review.engine.mistakeNext },
                { key: 'M', does: () => analysis.walk(-1), words: words.review.engine.mistakeBefore },
                { key: 'e', does: () => (explores.value = !explores.value), words: words.explorer.toggle },
              ]}
            />
            <TypedMove store={store} />
          </>
        )
      }
      desk={
        learning ? (
          <SecondChancePanel store={store} analysis={analysis} chance={chance} />
        ) : (
          <>
            <Draw
              brush={drawing.value}
              onChange={(brush) => {
                drawing.value = brush;
              }}
            />
            <Talk store={store} />
            {store.code !== null && store.shared.value?.of_game && <GameTalk code={store.code} />}
          </>
        )
      }
    />
  );
}

/** Whose openings the address asks for. */
const explored = () => new URLSearchParams(location.search).get('explore');

/** What was played where one looks. */
function Openings({ store, open }: { store: ReviewStore; open: Signal<boolean> }) {
  const node = store.node.value;
  const position = node && store.positions.value.get(node.id);
  if (!position || node.end !== undefined) return null;
  return (
    <Explorer
      position={position}
      previous={node.usi}
      player={explored()}
      onMove={(usi) => store.edit({ t: 'play', after: node.id, usi })}
      open={open.value}
      onOpen={(opens) => {
        open.value = opens;
      }}
    />
  );
}

/** Whether touching the board moves, or draws and in which colour. */
function Draw({ brush, onChange }: { brush: Brush | null; onChange(brush: Brush | null): void }) {
  const words = t().review;
  return (
    <Segments
      label={words.touch}
      options={[
        ['move', words.moves],
        ['green', words.brushes.green],
        ['red', words.brushes.red],
        ['blue', words.brushes.blue],
      ]}
      value={brush ?? 'move'}
      onChange={(next) => onChange(next === 'move' ? null : next)}
    />
  );
}

const walkOf = (store: ReviewStore): Walk => {
  const path = store.path.value;
  const place = path.findIndex((it) => it.id === store.node.value?.id);
  return { place, last: path.length - 1, go: (to) => store.step(to - place), flip: store.flip };
};

/** To the next variation of this move, or the one before. */
function sideways(store: ReviewStore, by: number): void {
  const node = store.node.peek();
  const siblings = store.tree.peek()?.nodes.filter((it) => it.parent === node?.parent) ?? [];
  const next = siblings[siblings.findIndex((it) => it.id === node?.id) + by];
  if (next) store.look(next.id);
}
