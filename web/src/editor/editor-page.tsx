// biome-ignore-all lint/a11y/useSemanticElements: a fieldset would draw itself
// biome-ignore-all lint/a11y/noStaticElementInteractions: a press on a stand is for the pointer; keys have buttons that do the same
/** `/editor`: any position of any variant, set up by hand, and what can be begun from it. */

import '../styles/editor.css';
import { useSignal } from '@preact/signals';
import { h } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Play, useFrame } from '../board/table';
import { useBoard } from '../board/use-board';
import { Explorer } from '../explorer/explorer';
import { pieceName, pieceOf } from '../game/words';
import { language, t } from '../i18n';
import { listed } from '../i18n/listed';
import { createLink, playEngine } from '../lobby/lobby-store';
import { SetupDialog } from '../lobby/setup-dialog';
import { theSocket } from '../session';
import { fromSfen, other, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { Segments } from '../ui/choice';
import { Icon, type IconName } from '../ui/icon';
import { Page } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import { TextField } from '../ui/text-field';
import { VariantSelect } from '../variants/variant-select';
import type { Side } from '../wire/generated';
import { type Dragged, sideOfStand, useDragging } from './dragging';
import { clear, hold, holdRest, mirror, missing, swapSides } from './edit';
import { createEditor, type EditorStore } from './editor-store';

const SIDES = ['sente', 'gote'] as const;

/** Where a position stands in an address. */
const addressOf = (page: string, variant: string, sfen: string) =>
  `${page}?${new URLSearchParams({ variant, sfen })}`;

export function EditorPage() {
  const store = useMemo(() => {
    const asked = new URLSearchParams(location.search);
    return createEditor(theSocket(), asked.get('variant') ?? 'standard', asked.get('sfen'));
  }, []);
  useEffect(() => store.close, [store]);
  const { variant } = store.position.value;
  const sfen = store.sfen.value;
  useEffect(() => {
    // The address leads here again.
    history.replaceState(history.state, '', addressOf('/editor', variant.name, sfen));
  }, [variant, sfen]);
  const bottom = store.orientation.value;
  const frame = useFrame(variant, bottom);
  const refs = useBoard(
    {
      picture() {
        const shown = store.shown.value;
        return shown && { ...shown, orientation: store.orientation.value };
      },
      callbacks: { onMove() {} },
    },
    [store, variant],
  );
  const area = useRef<HTMLDivElement>(null);
  const dragged = useDragging(store, () => area.current);
  const held = store.held.value;
  const keyboard = {
    store,
    picked: held?.t === 'square' ? held.at : null,
    onPick: () => store.take(null),
    onSquare: store.press,
  };
  const words = t().editor;
  return (
    <div
      class="table-frame"
      ref={area}
      onClick={(event) => {
        const side =
          event.target instanceof Element &&
          !event.target.closest('button') &&
          sideOfStand(store, event.target);
        if (side) store.pressHand(side);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') store.take(null);
      }}
    >
      <Page class={`table trainer editor ${frame.class}`} style={frame.style}>
        <Play refs={refs} bottom={bottom} keyboard={keyboard} />
        <div class="trainer-words">
          <section class="card trainer-head">
            <h1>{words.title}</h1>
            <VariantSelect name="variant" value={variant.name} onChange={store.choose} />
          </section>
          <section class="card trainer-panel">
            <Box store={store} />
            <p class="note">{words.help}</p>
            <Tools store={store} />
          </section>
          <section class="card trainer-panel">
            <Verdict store={store} />
            <Begin store={store} />
            {variant.hand.length > 0 && <Hands store={store} />}
            <Text store={store} />
          </section>
          <Openings store={store} />
        </div>
        {dragged.value && <Ghost of={dragged.value} />}
      </Page>
    </div>
  );
}

const roleOf = (kind: string) =>
  kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase();

function Picture({ side, kind }: { side: Side; kind: string }) {
  return h('sg-hp-wrap', { 'aria-hidden': 'true' }, h('piece', { class: `${side} ${roleOf(kind)}` }));
}

function Ghost({ of: { piece, x, y } }: { of: Dragged }) {
  return (
    <div class="editor-ghost" style={{ left: `${x}px`, top: `${y}px` }}>
      <Picture {...piece} />
    </div>
  );
}

/** Every kind of piece for either side, and an eraser. */
function Box({ store }: { store: EditorStore }) {
  const words = t().editor;
  const { variant } = store.position.value;
  const held = store.held.value;
  return (
    <div class="editor-box" role="group" aria-label={words.box}>
      {[other(store.orientation.value), store.orientation.value].map((side) => (
        <div key={side} role="group" aria-label={words.boxOf(side)}>
          {Object.keys(variant.pieces).map((kind) => {
            const isHeld = held?.t === 'piece' && held.piece.side === side && held.piece.kind === kind;
            return (
              <button
                key={kind}
                type="button"
                class="plain"
                data-side={side}
                data-kind={kind}
                aria-pressed={isHeld}
                aria-label={listed([pieceName(variant.name, kind), t().sides[side]])}
                onClick={() => store.take(isHeld ? null : { t: 'piece', piece: { side, kind } })}
              >
                <Picture side={side} kind={kind} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Tools({ store }: { store: EditorStore }) {
  const words = t().editor;
  const isErasing = store.held.value?.t === 'eraser';
  const start = () => {
    const { variant } = store.position.peek();
    store.change(() => fromSfen(variant.name, variant.start));
  };
  const tools: [string, IconName, () => void][] = [
    [words.start, 'repeat', start],
    [words.clear, 'close', () => store.change(clear)],
    [words.mirror, 'sliders', () => store.change(mirror)],
    [words.swap, 'friend', () => store.change(swapSides)],
    [words.flip, 'flip', store.flip],
  ];
  return (
    <div class="editor-tools">
      <button type="button" disabled={!store.mayUndo.value} onClick={store.undo}>
        <Icon name="undo" />
        {words.undo}
      </button>
      <button
        type="button"
        aria-pressed={isErasing}
        onClick={() => store.take(isErasing ? null : { t: 'eraser' })}
      >
        {words.eraser}
      </button>
      {tools.map(([name, icon, act]) => (
        <button key={name} type="button" onClick={act}>
          <Icon name={icon} />
          {name}
        </button>
      ))}
    </div>
  );
}

/** What was played in the position; a move of it is played on the board. */
function Openings({ store }: { store: EditorStore }) {
  const open = useSignal(false);
  return (
    <Explorer
      position={store.position.value}
      onMove={(text) => {
        const usi = parseUsi(text);
        if (usi) store.change((it) => play(it, usi));
      }}
      open={open.value}
      onOpen={(opens) => {
        open.value = opens;
      }}
    />
  );
}

/** Whether a game can be played from there, or everything that speaks against it. */
function Verdict({ store }: { store: EditorStore }) {
  const words = t().editor;
  const verdict = store.verdict.value;
  const problems: Record<string, string> = t().positionProblems;
  const found = verdict?.problems ?? [];
  return (
    <>
      <Segments
        label={words.turn}
        options={SIDES.map((side) => [side, t().sides[side]] as const)}
        value={store.position.value.turn}
        onChange={(turn) => store.change((it) => ({ ...it, turn }))}
      />
      <div class={`verdict ${found.length > 0 ? 'failed' : verdict ? 'solved' : ''}`} role="status">
        {!verdict ? (
          words.checking
        ) : found.length > 0 ? (
          <>
            <p>{words.problems}</p>
            <ul>
              {found.map((code) => (
                <li key={code}>{problems[code] ?? code}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>{words.good}</p>
            {verdict.check && <p>{verdict.mate ? words.mate : words.check}</p>}
          </>
        )}
      </div>
    </>
  );
}

/** What leads on from a position: a game, or a review. */
function Begin({ store }: { store: EditorStore }) {
  const words = t().editor;
  const intent = useSignal<'engine' | 'link' | null>(null);
  const { variant } = store.position.value;
  const sfen = store.sfen.value;
  const mayPlay = store.verdict.value?.problems.length === 0;
  const asked = intent.value;
  return (
    <div class="editor-begin" role="group" aria-label={words.next}>
      {(['engine', 'link'] as const).map((it) => (
        <button
          key={it}
          type="button"
          name={it}
          disabled={!mayPlay}
          onClick={() => {
            intent.value = it;
          }}
        >
          <Icon name={it === 'engine' ? 'computer' : 'friend'} />
          {it === 'engine' ? words.engine : words.friend}
        </button>
      ))}
      <a class="button plain" href={addressOf('/review', variant.name, sfen)}>
        <Icon name="search" />
        {words.review}
      </a>
      <a class="button plain" href={addressOf('/study/add', variant.name, sfen)}>
        <Icon name="plus" />
        {t().study.add.title}
      </a>
      <a class="button plain" href={pictureOf(store)} target="_blank" rel="noopener">
        <Icon name="eye" />
        {words.picture}
      </a>
      <ShareButton title={words.title} href={addressOf('/editor', variant.name, sfen)} />
      {asked && (
        <SetupDialog
          intent={asked}
          from={{ variant: variant.name, sfen }}
          onClose={() => {
            intent.value = null;
          }}
          onSubmit={({ setup, level, engine }) =>
            asked === 'engine'
              ? playEngine(theSocket(), setup, level, engine)
              : createLink(theSocket(), setup)
          }
        />
      )}
    </div>
  );
}

/** The address of its picture, seen as the board is. */
function pictureOf(store: EditorStore): string {
  const address = addressOf(
    '/api/v1/positions/diagram.svg',
    store.position.value.variant.name,
    store.sfen.value,
  );
  return `${address}&${new URLSearchParams({ lang: language.value, bottom: store.orientation.value })}`;
}

function Hands({ store }: { store: EditorStore }) {
  const words = t().editor;
  const { variant, hands } = store.position.value;
  const start = useMemo(() => fromSfen(variant.name, variant.start), [variant]);
  const hasRest = [...missing(store.position.value, start).values()].some((n) => n > 0);
  return (
    <details class="editor-hands" open>
      <summary>{words.hands}</summary>
      {SIDES.map((side) => (
        <div key={side} data-hand={side} role="group" aria-label={words.handOf(side)}>
          <span class="label">{t().sides[side]}</span>
          <ul>
            {variant.hand.map((kind) => {
              const piece = pieceOf(variant.name, kind);
              const n = hands[side].get(kind) ?? 0;
              const add = (by: number) => store.change((it) => hold(it, side, kind, by));
              return (
                <li key={kind} class={n === 0 ? 'none' : ''}>
                  <button
                    type="button"
                    class="plain"
                    aria-label={words.fewer(piece)}
                    disabled={n === 0}
                    onClick={() => add(-1)}
                  >
                    −
                  </button>
                  <span data-kind={kind} data-side={side} data-from="hand">
                    <Picture side={side} kind={kind} />
                  </span>
                  <output>{n}</output>
                  <button type="button" class="plain" aria-label={words.more(piece)} onClick={() => add(1)}>
                    +
                  </button>
                </li>
              );
            })}
          </ul>
          {hasRest && (
            <button
              type="button"
              class="quiet"
              onClick={() => store.change((it) => holdRest(it, start, side))}
            >
              {words.rest(side)}
            </button>
          )}
        </div>
      ))}
    </details>
  );
}

/** The position as a text, which can be pasted. */
function Text({ store }: { store: EditorStore }) {
  const words = t().editor;
  const typed = useSignal<string | null>(null);
  const isBad = typed.value !== null;
  return (
    <>
      <TextField
        label={words.sfen}
        exact
        name="sfen"
        value={typed.value ?? store.sfen.value}
        onInput={(text) => {
          typed.value = store.read(text) ? null : text;
        }}
      />
      {isBad && (
        <p class="warning" role="alert">
          {words.sfenBad}
        </p>
      )}
    </>
  );
}
