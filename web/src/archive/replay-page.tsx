/** A game of one's archive, looked through move by move, with its variations. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Board } from '../board/board';
import { faceProperties } from '../board/faces';
import { keepInView } from '../game/move-list';
import { language, t } from '../i18n';
import { go } from '../router';
import { notationName, settings } from '../settings/settings';
import { fromSfen, other, type Position } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { useTitle } from '../title';
import { Sure } from '../ui/dialog';
import { Icon, SideMark } from '../ui/icon';
import { toast } from '../ui/toast';
import type { ImportTree, Side } from '../wire/generated';
import { filesOfImport, importedGame, removeGame } from './archive-api';
import { Downloads } from './downloads';
import { choices, lineThrough, treeOf } from './replay';
import { endText } from './words';

/** The notations as the server names them. */
const SERVER_NOTATION: Record<string, string> = {
  vietnamese: 'vietnamese',
  japanese: 'japanese',
  western_digits: 'western',
  western_letters: 'hodges',
  // The server writes no CSA beside a move; both have squares alone.
  csa: 'usi',
  usi: 'usi',
};

export function ReplayPage({ id }: { id: string }) {
  const shown = useSignal<ImportTree | null>(null);
  const gone = useSignal(false);
  const notation = SERVER_NOTATION[notationName(language.value)] ?? 'western';
  useEffect(() => {
    let current = true;
    importedGame(id, notation).then(
      (found) => {
        if (current) shown.value = found;
      },
      () => {
        if (current) gone.value = true;
      },
    );
    return () => {
      current = false;
    };
  }, [id, notation]);
  const words = t();
  if (gone.value)
    return (
      <main id="main" class="blank-page">
        <h1>{words.archive.gone}</h1>
        <a href="/kifu">{words.archive.title}</a>
      </main>
    );
  if (!shown.value)
    return (
      <main id="main" class="blank-page" aria-busy="true">
        <p class="note">{words.game.loading}</p>
      </main>
    );
  return <Replay import={shown.value} />;
}

function Replay({ import: { game, headers, steps } }: { import: ImportTree }) {
  const words = t();
  const at = useSignal(0);
  const asks = useSignal(false);
  const bottom = useSignal<Side>('sente');
  const tree = useMemo(() => treeOf(steps), [steps]);
  const line = lineThrough(tree, at.value);
  const place = line.indexOf(at.value);
  const step = steps[at.value];
  const position = useMemo(() => fromSfen(game.variant, step?.sfen ?? ''), [game.variant, step]);
  const refs = useReplayBoard(position, step?.usi ?? null, bottom.value);
  const list = useRef<HTMLOListElement>(null);

  const look = (to: number) => {
    const next = line[Math.min(Math.max(to, 0), line.length - 1)];
    if (next !== undefined) at.value = next;
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element | null)?.closest('input, textarea, select')) return;
      // Keys may come faster than the page is drawn.
      const through = lineThrough(tree, at.peek());
      const now = through.indexOf(at.peek());
      const last = through.length - 1;
      const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      at.value = through[Math.min(Math.max(to, 0), last)] ?? 0;
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [tree]);
  useEffect(() => {
    if (list.current) keepInView(list.current);
  }, [at.value]);

  const title = words.game.title(game.sente ?? words.sides.sente, game.gote ?? words.sides.gote);
  useTitle(title);
  const { variant } = position;
  const style = useMemo(
    () => ({
      '--files': String(variant.files),
      '--ranks': String(variant.ranks),
      '--hand-kinds': String(Math.max(1, variant.hand.length)),
      '--hand-columns': String(Math.max(1, Math.ceil(variant.hand.length / 2))),
      ...faceProperties(variant, settings.pieces.value, { sente: '玉', gote: '王' }),
    }),
    [variant, settings.pieces.value],
  );
  const classes = [
    'table',
    'replay',
    `faces-${settings.pieces.value}`,
    `orientation-${bottom.value}`,
    settings.promotedRed.value ? 'promoted-red' : '',
    variant.hand.length === 0 ? 'no-hands' : '',
  ];
  const top = other(bottom.value);
  const name = { sente: game.sente, gote: game.gote };
  const remove = async () => {
    const answer = await removeGame(game.import);
    if (answer.ok) go('/kifu');
    else toast.show(words.archive.unreachable, 'bad');
  };

  return (
    <div class="table-frame">
      <main id="main" class={classes.join(' ')} style={style}>
        <h1 class="hidden-visually">{title}</h1>
        <div class="beside left">
          <Name side={top} name={name[top]} />
          <div class="stand hand-top-area">
            <div ref={refs.handTop} aria-hidden="true" />
          </div>
          <section class="card about">
            <dl>
              {headers.map(([key, text]) => (
                <div key={key}>
                  <dt>{words.archive.headers[key as keyof typeof words.archive.headers] ?? key}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <Downloads
              base={filesOfImport(game.import)}
              name={`komadai-${game.import.slice(-8)}`}
              variant={game.variant}
            />
            <div class="row">
              <a class="button" href={`/review?import=${game.import}`}>
                {words.review.open}
              </a>
              <a class="button" href="/kifu">
                {words.archive.title}
              </a>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  asks.value = true;
                }}
              >
                {words.archive.remove}
              </button>
            </div>
          </section>
        </div>
        <div class="ban-area">
          <div class="ban">
            <div class="ban-inner">
              <div ref={refs.board} class="sg-wrap" aria-hidden="true" />
            </div>
          </div>
        </div>
        <div class="beside right">
          <section class="record card" aria-label={words.game.moves}>
            <ol class="moves" ref={list} aria-label={words.game.moveList}>
              {line.map((i) => (
                <li key={i}>
                  <button
                    type="button"
                    class="move"
                    aria-current={i === at.value}
                    onClick={() => {
                      at.value = i;
                    }}
                  >
                    <span class="move-number">{steps[i]?.ply}</span>
                    {steps[i]?.usi && <SideMark side={moverOf(steps[i]?.sfen ?? '')} />}
                    <span class="move-text">{stepText(steps[i])}</span>
                    <span class="move-time">{timeText(steps[i]?.spent_ms ?? null)}</span>
                  </button>
                  {choices(tree, i).length > 0 && (
                    <span class="variations">
                      {choices(tree, i)
                        .filter((other) => other !== i)
                        .map((other) => (
                          <button
                            key={other}
                            type="button"
                            class="quiet"
                            title={words.archive.variation}
                            onClick={() => {
                              at.value = other;
                            }}
                          >
                            {stepText(steps[other])}
                          </button>
                        ))}
                    </span>
                  )}
                </li>
              ))}
            </ol>
            <div class="steps">
              {(
                [
                  ['first', words.game.first, 0],
                  ['previous', words.game.previous, place - 1],
                  ['next', words.game.next, place + 1],
                  ['last', words.game.last, line.length - 1],
                ] as const
              ).map(([icon, label, to]) => (
                <button
                  key={icon}
                  type="button"
                  class="quiet"
                  aria-label={label}
                  title={label}
                  disabled={to < 0 || to >= line.length || to === place}
                  onClick={() => look(to)}
                >
                  <Icon name={icon} />
                </button>
              ))}
              <button
                type="button"
                class="quiet"
                aria-label={words.game.flip}
                title={words.game.flip}
                onClick={() => {
                  bottom.value = top;
                }}
              >
                <Icon name="flip" />
              </button>
            </div>
          </section>
          <div class="desk">
            {step && step.comments.length > 0 && (
              <section class="card comments" aria-live="polite">
                {step.comments.map((text, i) => (
                  <p key={`${i}${text}`}>{text}</p>
                ))}
              </section>
            )}
          </div>
          <div class="stand hand-bottom-area">
            <div ref={refs.handBottom} aria-hidden="true" />
          </div>
          <Name side={bottom.value} name={name[bottom.value]} />
        </div>
      </main>
      {asks.value && (
        <Sure
          title={words.archive.removeAsk}
          yes={words.archive.remove}
          onYes={() => void remove()}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
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

/** Who made the move that led to a position. */
function moverOf(sfen: string): Side {
  return sfen.split(' ')[1] === 'w' ? 'sente' : 'gote';
}

function stepText(step: ImportTree['steps'][number] | undefined): string {
  if (!step) return '';
  if (step.end !== null) return endText(step.end, step.winner);
  return step.text ?? t().game.start;
}

function timeText(ms: number | null): string {
  if (ms === null) return '';
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function useReplayBoard(position: Position, usi: string | null, orientation: Side) {
  const refs = {
    board: useRef<HTMLDivElement>(null),
    handTop: useRef<HTMLDivElement>(null),
    handBottom: useRef<HTMLDivElement>(null),
  };
  const made = useRef<Board | null>(null);
  const move = parseUsi(usi ?? '');
  const last = move ? (move.from ? [move.from, move.to] : [move.to]) : [];
  const picture = { position, orientation, last, checks: [] };
  useEffect(() => {
    const [board, handTop, handBottom] = [refs.board, refs.handTop, refs.handBottom].map(
      (ref) => ref.current,
    );
    if (!board || !handTop || !handBottom) return;
    const look = {
      animationMs: settings.animation.peek() ? 160 : 0,
      showDests: false,
      coordinates: settings.coordinates.peek(),
      files: 'numeric',
      ranks: 'numeric',
    } as const;
    made.current = new Board({ board, handTop, handBottom }, { onMove: () => undefined }, picture, look);
    return () => {
      made.current?.destroy();
      made.current = null;
    };
  }, []);
  useEffect(() => made.current?.show(picture), [position, orientation]);
  return refs;
}
