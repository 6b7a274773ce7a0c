/** A game of one's archive, looked through move by move, with its variations. */

import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { problemText } from '../api/request';
import { Seat } from '../board/seat';
import { Steps, type Walk } from '../board/steps';
import { Table } from '../board/table';
import { useBoard } from '../board/use-board';
import { useFollowing } from '../game/move-list';
import { language, t } from '../i18n/whole';
import { go } from '../router';
import { notationName } from '../settings/settings';
import { fromSfen, other, turnOf } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { variantOf } from '../shogi/variant';
import { useTitle } from '../title';
import { ActionRow } from '../ui/action-row';
import { Sure } from '../ui/dialog';
import { SideMark } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { When } from '../ui/page';
import { toast } from '../ui/toast';
import type { ImportTree, NotationName, Side } from '../wire/generated';
import { fileOfImport, importedGame, removeGame } from './archive-api';
import { DownloadDialog, GameFiles } from './downloads';
import { choices, lineThrough, treeOf } from './replay';
import { endText } from './words';

/** The notations as the server names them. */
const SERVER_NOTATION: Record<string, NotationName> = {
  vietnamese: 'vietnamese',
  japanese: 'japanese',
  western_digits: 'western',
  western_letters: 'hodges',
  // The server writes no CSA next to a move; both have only squares.
  csa: 'usi',
  usi: 'usi',
};

export function ReplayPage({ id }: { id: string }) {
  const notation = SERVER_NOTATION[notationName(language.value)] ?? 'western';
  const words = t().archive;
  return (
    <When
      of={useLoaded(() => importedGame(id, notation), [id, notation])}
      missing={{ title: words.gone, href: '/kifu', to: words.title }}
    >
      {(found) => <Replay import={found} />}
    </When>
  );
}

function Replay({ import: { game, headers, steps } }: { import: ImportTree }) {
  const words = t();
  const at = useSignal(0);
  const asked = useSignal<'files' | 'remove' | null>(null);
  const close = () => {
    asked.value = null;
  };
  const bottom = useSignal<Side>('sente');
  const tree = useMemo(() => treeOf(steps), [steps]);
  const step = steps[at.value];
  const refs = useBoard(
    {
      picture: () => ({ ...pictureOf(game.variant, steps[at.value]), orientation: bottom.value }),
      callbacks: { onMove: () => undefined },
      showDests: () => false,
    },
    [],
  );
  const walk = (): Walk => {
    const through = lineThrough(tree, at.value);
    return {
      place: through.indexOf(at.value),
      last: through.length - 1,
      go(place) {
        at.value = through[place] ?? 0;
      },
      flip() {
        bottom.value = other(bottom.value);
      },
    };
  };
  const title = words.game.title(game.sente ?? words.sides.sente, game.gote ?? words.sides.gote);
  useTitle(title);
  const name = { sente: game.sente, gote: game.gote };
  const remove = async () => {
    const answer = await removeGame(game.import);
    if (answer.ok) go('/kifu');
    else toast.show(problemText(answer.problem), 'bad');
  };

  return (
    <Table
      title={title}
      variant={variantOf(game.variant)}
      bottom={bottom.value}
      class="replay"
      refs={refs}
      seat={(side) => <Seat side={side} name={name[side]} />}
      rest={
        <section class="card about">
          <dl>
            {headers.map(([key, text]) => (
              <div key={key}>
                <dt>{words.archive.headers[key as keyof typeof words.archive.headers] ?? key}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <ActionRow>
            <a class="button primary" href={`/review?import=${game.import}`}>
              {words.review.open}
            </a>
            <MoreMenu
              aside={
                <>
                  {asked.value === 'files' && (
                    <DownloadDialog onClose={close}>
                      <GameFiles
                        linkOf={fileOfImport(game.import)}
                        name={`komadai-${game.import.slice(-8)}`}
                        variant={game.variant}
                        line={{
                          start: steps[0]?.sfen ?? '',
                          moves: lineThrough(tree, at.value).flatMap((i) => steps[i]?.usi ?? []),
                        }}
                      />
                    </DownloadDialog>
                  )}
                  {asked.value === 'remove' && (
                    <Sure
                      title={words.archive.removeAsk}
                      yes={words.archive.remove}
                      onYes={() => void remove()}
                      onClose={close}
                    />
                  )}
                </>
              }
            >
              <MenuAct icon="download" text={words.game.download} onClick={() => (asked.value = 'files')} />
              <MenuAct icon="list" text={words.archive.title} href="/kifu" />
              <MenuAct icon="close" text={words.archive.remove} onClick={() => (asked.value = 'remove')} />
            </MoreMenu>
          </ActionRow>
        </section>
      }
      record={
        <>
          <MoveTree steps={steps} tree={tree} at={at} />
          <Steps walk={walk} isWhole />
        </>
      }
      desk={
        step &&
        step.comments.length > 0 && (
          <section class="card comments" aria-live="polite">
            {step.comments.map((text, i) => (
              <p key={`${i}${text}`}>{text}</p>
            ))}
          </section>
        )
      }
    />
  );
}

/** Who made the move that led to a position. */
function moverOf(sfen: string): Side {
  return other(turnOf(sfen));
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

function pictureOf(variant: string, step: ImportTree['steps'][number] | undefined) {
  const move = parseUsi(step?.usi ?? '');
  const last = move ? (move.from ? [move.from, move.to] : [move.to]) : [];
  return { position: fromSfen(variant, step?.sfen ?? ''), last, checks: [] };
}

/** The moves of the line that is looked at, each with what could be played in its place. */
function MoveTree({
  steps,
  tree,
  at,
}: {
  steps: ImportTree['steps'];
  tree: ReturnType<typeof treeOf>;
  at: Signal<number>;
}) {
  const words = t();
  const list = useFollowing([at.value]);
  return (
    <ol class="moves" ref={list} aria-label={words.game.moveList}>
      {lineThrough(tree, at.value).map((i) => (
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
  );
}
