/** The page where a game is played, watched and looked through afterwards. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { faceProperties, faceSetFor } from '../board/faces';
import { t } from '../i18n';
import { theSocket, user } from '../session';
import { settings } from '../settings/settings';
import { other } from '../shogi/position';
import type { Variant } from '../shogi/variant';
import { speakClock } from '../sound/spoken-clock';
import { soundTable } from '../sound/table-sounds';
import { ownTitle, titled } from '../title';
import { TournamentStrip } from '../tournaments/tournament-strip';
import { announce } from '../ui/announcer';
import { toast } from '../ui/toast';
import type { GameSnapshot, Side } from '../wire/generated';
import { Actions } from './actions';
import { announceGame } from './announcements';
import { callBack } from './attention';
import { BoardGrid, HandKeys } from './board-grid';
import { Chat } from './chat';
import { FurigomaStrip } from './furigoma-strip';
import { createGameStore, type GameStore } from './game-store';
import { ImpassePanel } from './impasse-panel';
import { MoveList } from './move-list';
import { PlayerCard } from './player-card';
import { PromotionChoice } from './promotion-choice';
import { ResultPanel } from './result-panel';
import { Steps } from './steps';
import { TimeGraph } from './time-graph';
import { TypedMove } from './typed-move';
import { useBoard } from './use-board';
import { useStrengths } from './use-strengths';
import { WaitingPanel } from './waiting-panel';
import { pieceName, squareName } from './words';

export function GamePage({ code }: { code: string }) {
  const [store] = useState(() => createGameStore(code, theSocket()));
  useEffect(() => store.close, [store]);
  const game = store.game.value;
  const words = t().game;
  useEffect(() => {
    const stops = [
      announceGame(store),
      speakClock(store),
      soundTable(store),
      callBack(store, () => titleOf(store.game.peek())),
      tellOfAnswers(store),
    ];
    return () => {
      for (const stop of stops) stop();
      ownTitle.value = null;
    };
  }, [store]);
  if (store.gone.value !== null)
    return (
      <main id="main" class="blank-page">
        <h1>{words.notFound}</h1>
        <p class="note">{words.notFoundHelp}</p>
        <a href="/">{words.toLobby}</a>
      </main>
    );
  if (!game)
    return (
      <main id="main" class="blank-page" aria-busy="true">
        <p class="note">{words.loading}</p>
      </main>
    );
  return <Table store={store} game={game} />;
}

function Table({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const refs = useBoard(store, true);
  const strengths = useStrengths(game).value;
  const picked = useSignal<string | null>(null);
  const bottom = store.orientation.value;
  const top = other(bottom);
  const shown = store.shown.value;
  const variant = shown?.position.variant;
  useKeys(store);

  const onPick = (origin: string | null) => {
    picked.value = origin;
    announce(origin === null ? t().keys.putsDown : pickedText(store, origin));
    const board = refs.current.current;
    if (board && game.you) board.pick(origin, game.you);
    // A piece taken from the stand is put on the board next.
    if (origin?.endsWith('*')) document.querySelector<HTMLElement>('.board-grid [tabindex="0"]')?.focus();
  };
  // Who sat down below the board on a phone sees the whole of it when the game begins.
  useEffect(() => {
    if (game.phase === 'playing') window.scrollTo({ top: 0 });
  }, [game.phase]);
  // A move of any kind puts down what the keyboard had picked up.
  useEffect(() => {
    picked.value = null;
  }, [shown]);

  const faces = variant ? faceSetFor(variant, settings.pieces.value) : settings.pieces.value;
  const style = useMemo(() => {
    if (!variant) return {};
    const kings = { sente: game.players.sente?.king ?? '玉', gote: game.players.gote?.king ?? '玉' } as const;
    return {
      '--files': String(variant.files),
      '--ranks': String(variant.ranks),
      '--hand-kinds': String(Math.max(1, variant.hand.length)),
      '--hand-columns': String(Math.max(1, Math.ceil(variant.hand.length / 2))),
      ...faceProperties(variant, faces, kings),
    };
  }, [variant, game.players, faces]);

  const classes = [
    'table',
    `faces-${faces}`,
    `orientation-${bottom}`,
    settings.promotedRed.value ? 'promoted-red' : '',
    variant && variant.hand.length === 0 ? 'no-hands' : '',
    `phase-${game.phase}`,
    settings.zen.value ? 'zen' : '',
  ];

  return (
    <div class="table-frame">
      <main id="main" class={classes.join(' ')} style={style}>
        <h1 class="hidden-visually">
          {t().game.title(
            game.players.sente?.name ?? t().sides.empty,
            game.players.gote?.name ?? t().sides.empty,
          )}
        </h1>
        <div class="beside left">
          <PlayerCard
            store={store}
            game={game}
            side={top}
            place="top"
            strength={strengths?.players[top] ?? null}
          />
          <div class="stand hand-top-area">
            <div ref={refs.handTop} aria-hidden="true" />
            <HandKeys store={store} side={top} picked={picked.value} onPick={onPick} />
          </div>
          <Chat store={store} game={game} />
        </div>

        <div class="ban-area">
          <div class="ban">
            <div class="ban-inner">
              <div ref={refs.board} class="sg-wrap" aria-hidden="true" />
              <BoardGrid store={store} picked={picked.value} onPick={onPick} />
              <PromotionChoice store={store} />
            </div>
          </div>
        </div>

        <div class="beside right">
          <section class="record card" aria-label={t().game.moves}>
            <MoveList store={store} game={game} />
            <TimeGraph store={store} game={game} />
            <Steps store={store} />
          </section>
          <div class="desk">
            <TournamentStrip game={game} />
            <FurigomaStrip game={game} />
            <WaitingPanel store={store} game={game} me={user.value?.id ?? null} />
            <ResultPanel store={store} game={game} strengths={strengths} />
            <ImpassePanel store={store} game={game} />
            {game.phase === 'playing' && game.repetitions >= repetitionsToWarnAt(variant) && (
              <p class="warning" role="status">
                {t().game.repeated(game.repetitions)}
              </p>
            )}
            <Actions store={store} game={game} />
            <TypedMove store={store} game={game} />
          </div>
          <div class="stand hand-bottom-area">
            <div ref={refs.handBottom} aria-hidden="true" />
            <HandKeys store={store} side={bottom} picked={picked.value} onPick={onPick} />
          </div>
          <PlayerCard
            store={store}
            game={game}
            side={bottom}
            place="bottom"
            strength={strengths?.players[bottom] ?? null}
          />
        </div>
      </main>
    </div>
  );
}

/** §2.2, §8: one occurrence before the one that ends the game. */
function repetitionsToWarnAt(variant: Variant | undefined): number {
  return variant?.repetition === 'third_draws' ? 2 : 3;
}

/** What the keyboard has picked up, in words. */
function pickedText(store: GameStore, origin: string): string {
  const position = store.shown.peek()?.position;
  if (!position) return '';
  const { name } = position.variant;
  const inHand = origin.endsWith('*');
  const kind = inHand ? origin.slice(0, -1) : (position.board.get(origin)?.kind ?? '');
  return t().keys.picksUp(pieceName(name, kind), inHand ? '' : squareName(name, origin));
}

/** Shows how the other side answered, and that the server had been away. */
function tellOfAnswers(store: GameStore): () => void {
  return store.onNews(({ event, after }) => {
    const words = t().game;
    if (event.t === 'answered' && event.by !== after.you && after.you)
      toast.show(
        words.answered[event.kind][event.accepted ? 'yes' : 'no'],
        event.accepted ? 'good' : 'plain',
      );
    if (event.t === 'arbiter') toast.show(words.arbiter[event.act]);
    if (event.t === 'interrupted') toast.show(words.interrupted);
    if (event.t === 'stalled') toast.show(t().refusals.stalled, 'bad');
  });
}

/** Keys that work anywhere on the page but in fields and on the board's own grid. */
function useKeys(store: GameStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest('input, textarea, select, dialog, [role="grid"], [role="tablist"]')) return;
      const ply = store.ply.peek();
      switch (event.key) {
        case 'ArrowLeft':
          return store.look(ply - 1);
        case 'ArrowRight':
          return store.look(ply + 1);
        case 'Home':
          return store.look(0);
        case 'End':
          return store.look(null);
        case 'f':
          return store.flip();
        case 'z':
          settings.zen.value = !settings.zen.value;
          return;
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);
}

function titleOf(game: GameSnapshot | null): string | null {
  if (!game) return null;
  const name = (side: Side) => game.players[side]?.name ?? '…';
  return titled(t().game.title(name('sente'), name('gote')));
}
