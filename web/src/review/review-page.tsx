/** A review: the board on which anything may be tried, the tree of moves, comments and drawings. */

import '../styles/review.css';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Brush } from '../board/board';
import { faceProperties, faceSetFor } from '../board/faces';
import { BoardGrid, HandKeys } from '../game/board-grid';
import { PromotionChoice } from '../game/promotion-choice';
import { t } from '../i18n';
import { theSocket } from '../session';
import { settings } from '../settings/settings';
import { other } from '../shogi/position';
import type { Square } from '../shogi/square';
import { useTitle } from '../title';
import { Segments } from '../ui/choice';
import { Icon, SideMark } from '../ui/icon';
import type { Side, Study } from '../wire/generated';
import { Judgement } from './judgement';
import { createReviewStore, type ReviewStore } from './review-store';
import { Sharing } from './sharing';
import { Talk } from './talk';
import { headerOf } from './tree';
import { TreeList } from './tree-list';
import { TypedMove } from './typed-move';
import { useReviewBoard } from './use-review-board';

export function ReviewPage({ code }: { code: string }) {
  return <Review from={{ code }} />;
}

export function Review({ from }: { from: { code: string } | { draft: Study } }) {
  const [store] = useState(() => createReviewStore(theSocket(), from));
  useEffect(() => store.close, [store]);
  const words = t();
  const study = store.study.value;
  if (store.gone.value !== null)
    return (
      <main id="main" class="blank-page">
        <h1>{words.review.notFound}</h1>
        <p class="note">
          {store.gone.value === 'game_not_over' ? words.review.notOver : words.review.notFoundHelp}
        </p>
        <a href="/review">{words.review.title}</a>
      </main>
    );
  if (!study)
    return (
      <main id="main" class="blank-page" aria-busy="true">
        <p class="note">{words.game.loading}</p>
      </main>
    );
  return <Desk store={store} study={study} />;
}

function Desk({ store, study }: { store: ReviewStore; study: Study }) {
  const words = t();
  const drawing = useSignal<Brush | null>(null);
  const drawnFrom = useSignal<Square | null>(null);
  const picked = useSignal<string | null>(null);
  const refs = useReviewBoard(store, drawing.value);
  useKeys(store);
  const shown = store.shown.value;
  const variant = shown?.position.variant;
  const bottom = store.orientation.value;
  const top = other(bottom);
  const name = { sente: headerOf(study, 'Sente'), gote: headerOf(study, 'Gote') };
  const title = words.game.title(name.sente ?? words.sides.sente, name.gote ?? words.sides.gote);
  useTitle(`${words.review.title}: ${title}`);
  useEffect(() => {
    picked.value = null;
    drawnFrom.value = null;
  }, [shown]);

  const faces = variant ? faceSetFor(variant, settings.pieces.value) : settings.pieces.value;
  const style = useMemo(
    () =>
      variant
        ? {
            '--files': String(variant.files),
            '--ranks': String(variant.ranks),
            '--hand-kinds': String(Math.max(1, variant.hand.length)),
            '--hand-columns': String(Math.max(1, Math.ceil(variant.hand.length / 2))),
            ...faceProperties(variant, faces, { sente: '玉', gote: '王' }),
          }
        : {},
    [variant, faces],
  );
  const onPick = (origin: string | null) => {
    picked.value = origin;
    refs.current.current?.pick(origin, shown?.position.turn ?? 'sente');
    if (origin?.endsWith('*')) document.querySelector<HTMLElement>('.board-grid [tabindex="0"]')?.focus();
  };
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
  const classes = [
    'table',
    'replay',
    'review',
    `faces-${faces}`,
    `orientation-${bottom}`,
    settings.promotedRed.value ? 'promoted-red' : '',
    variant && variant.hand.length === 0 ? 'no-hands' : '',
  ];
  return (
    <div class="table-frame">
      <main id="main" class={classes.join(' ')} style={style}>
        <h1 class="hidden-visually">{`${words.review.title}: ${title}`}</h1>
        <div class="beside left">
          <Name side={top} name={name[top]} />
          <div class="stand hand-top-area">
            <div ref={refs.handTop} aria-hidden="true" />
            <HandKeys store={store} side={top} picked={picked.value} onPick={onPick} />
          </div>
          <Sharing store={store} study={study} />
          <Judgement store={store} />
        </div>
        <div class="ban-area">
          <div class="ban">
            <div class="ban-inner">
              <div ref={refs.board} class="sg-wrap" aria-hidden="true" />
              <BoardGrid
                store={store}
                picked={drawing.value ? drawnFrom.value : picked.value}
                onPick={onPick}
                onSquare={drawing.value ? onSquare : undefined}
              />
              <PromotionChoice store={store} />
            </div>
          </div>
        </div>
        <div class="beside right">
          <section class="record card" aria-label={words.game.moves}>
            <TreeList store={store} study={study} />
            <Steps store={store} />
            <TypedMove store={store} />
          </section>
          <div class="desk">
            <Draw
              brush={drawing.value}
              onChange={(brush) => {
                drawing.value = brush;
              }}
            />
            <Talk store={store} />
          </div>
          <div class="stand hand-bottom-area">
            <div ref={refs.handBottom} aria-hidden="true" />
            <HandKeys store={store} side={bottom} picked={picked.value} onPick={onPick} />
          </div>
          <Name side={bottom} name={name[bottom]} />
        </div>
      </main>
    </div>
  );
}

function Name({ side, name }: { side: Side; name: string | null }) {
  return (
    <p class="replay-name">
      <SideMark side={side} />
      <strong>{name ?? t().sides[side]}</strong>
    </p>
  );
}

/** Whether touching the board moves, or draws and in which colour. */
function Draw({ brush, onChange }: { brush: Brush | null; onChange(brush: Brush | null): void }) {
  const words = t().review;
  return (
    <Segments
      label={words.touch}
      hideLabel
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

function Steps({ store }: { store: ReviewStore }) {
  const words = t().game;
  const path = store.path.value;
  const place = path.findIndex((it) => it.id === store.node.value?.id);
  const last = path.length - 1;
  const buttons = [
    ['first', words.first, -place, place > 0],
    ['previous', words.previous, -1, place > 0],
    ['next', words.next, 1, place < last],
    ['last', words.last, last - place, place < last],
  ] as const;
  return (
    <div class="steps">
      {buttons.map(([icon, label, by, possible]) => (
        <button
          key={icon}
          type="button"
          class="quiet"
          aria-label={label}
          title={label}
          disabled={!possible}
          onClick={() => store.step(by)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button type="button" class="quiet" aria-label={words.flip} title={words.flip} onClick={store.flip}>
        <Icon name="flip" />
      </button>
    </div>
  );
}

/** Keys that work anywhere on the page but in fields and on the board's own grid. */
function useKeys(store: ReviewStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest('input, textarea, select, dialog, [role="grid"]')) return;
      const path = store.path.peek();
      const place = path.findIndex((it) => it.id === store.node.peek()?.id);
      switch (event.key) {
        case 'ArrowLeft':
          store.step(-1);
          break;
        case 'ArrowRight':
          store.step(1);
          break;
        case 'Home':
          store.step(-place);
          break;
        case 'End':
          store.step(path.length);
          break;
        case 'ArrowUp':
        case 'ArrowDown':
          sideways(store, event.key === 'ArrowDown' ? 1 : -1);
          break;
        case 'f':
          store.flip();
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);
}

/** To the next variation of this move, or the one before. */
function sideways(store: ReviewStore, by: number): void {
  const node = store.node.peek();
  const siblings = store.study.peek()?.nodes.filter((it) => it.parent === node?.parent) ?? [];
  const next = siblings[siblings.findIndex((it) => it.id === node?.id) + by];
  if (next) store.look(next.id);
}
