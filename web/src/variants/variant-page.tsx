/**
 * `/variants/NAME`: what a variant is, how it is played, and where: its lesson, a game of it, who
 * plays it best and now.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { BoardPreview } from '../board/board-preview';
import { PieceMoves } from '../board/piece-hint';
import { clocksInWords } from '../clock/format';
import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import { LESSONS } from '../learn/course';
import { createLobbyStore, ownSeeks } from '../lobby/lobby-store';
import { quickSetup } from '../lobby/quick';
import { timeOf } from '../lobby/setup';
import { SetupDialog } from '../lobby/setup-dialog';
import { Waiting } from '../lobby/waiting-late';
import { PlayerName } from '../people/player-name';
import { standingText } from '../ratings/words';
import { theSocket } from '../session';
import { problemsAt } from '../tsume/tsume-api';
import { ActionRow } from '../ui/action-row';
import { Segments } from '../ui/choice';
import { Icon } from '../ui/icon';
import { OFTEN_MS, useFresh, useLoaded } from '../ui/loaded';
import { Blank, Page } from '../ui/page';
import { toast } from '../ui/toast';
import { LiveGame } from '../watch/live-game';
import { LiveWall } from '../watch/live-wall';
import { runningGames } from '../watch/watch-api';
import type { VariantName } from '../wire/generated';
import { VARIANTS, type VariantTable } from '../wire/variants';
import { suggestedClocks } from './about';
import { followPageWords, pageWords } from './variant-words';

/** How many lines the list of the best has, and how many games are shown. */
const BEST = 5;
const LIVE = 4;

export function VariantPage({ variant }: { variant: string }) {
  const words = t().variantWords;
  const table = VARIANTS.find(({ name }) => name === variant);
  if (!table) return <Blank title={words.page.unknown} href="/variants" to={words.page.all} />;
  return <Known key={variant} table={table} />;
}

function Known({ table }: { table: VariantTable }) {
  const words = t();
  const { page, taglines } = words.variantWords;
  useEffect(followPageWords, []);
  const told = pageWords.value?.[table.name];
  const name = words.variants[table.name] ?? table.name;
  const lessons = LESSONS.filter((it) => it.variant === table.name);
  return (
    <Page class="variant-page" title={name}>
      <header>
        <p class="note">
          <a href="/variants">{page.all}</a>
        </p>
        <h1>{name}</h1>
        <p>{taglines[table.name]}</p>
        <p class="note">{sizeInWords(table)}</p>
      </header>
      <div class="variant-columns">
        <div class="variant-main">
          <section class="card variant-start" aria-label={page.board}>
            <BoardPreview variant={table.name} sfen={table.start} whole />
          </section>
          {told && (
            <>
              <section class="card">
                <h2>{page.rules}</h2>
                <ul class="variant-rules">
                  {told.rules.map((rule) => (
                    <li key={rule}>{rule}</li>
                  ))}
                </ul>
              </section>
              <section class="card">
                <h2>{page.origin}</h2>
                {told.origin.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </section>
            </>
          )}
        </div>
        <div class="variant-side">
          <PlayCard table={table} />
          {lessons[0] && (
            <a class="card variant-lesson" href={`/learn/${lessons[0].name}`}>
              <Icon name="book" />
              {page.lesson}
            </a>
          )}
          {table.tsume && (
            <a class="card variant-lesson" href={problemsAt(table.name)}>
              <Icon name="piece" />
              {page.problems}
            </a>
          )}
          <Live table={table} />
          <BestCard table={table} />
        </div>
      </div>
      <section class="card">
        <h2>{page.pieces}</h2>
        <p class="note">{page.piecesHelp}</p>
        <ul class="piece-list">
          {Object.entries(table.pieces)
            .filter(([kind]) => !kind.startsWith('+'))
            .map(([kind, piece]) => (
              <li key={kind}>
                <PieceMoves variant={table.name} kind={kind} />
                {piece.promotes_to && (
                  <PieceMoves
                    variant={table.name}
                    kind={piece.promotes_to}
                    title={words.variantWords.hint.becomes}
                  />
                )}
              </li>
            ))}
        </ul>
      </section>
    </Page>
  );
}

/** Its size, and whether pieces come back. */
export function sizeInWords({ files, ranks, hand }: VariantTable): string {
  const { page } = t().variantWords;
  return listed([page.size(files, ranks), hand.length > 0 ? page.drops : page.noDrops]);
}

function PlayCard({ table }: { table: VariantTable }) {
  const words = t();
  const { page } = words.variantWords;
  const [store] = useState(() => createLobbyStore(theSocket()));
  useEffect(() => store.close, [store]);
  const clocks = suggestedClocks(table.name);
  const pace = useSignal<'usual' | 'quick'>('usual');
  const clock = clocks[pace.value === 'usual' ? 0 : 1];
  const dialog = useSignal<'engine' | 'link' | null>(null);
  const waits = ownSeeks(store).length > 0;
  return (
    <section class="card variant-play" aria-labelledby="variant-play">
      <h2 id="variant-play">{page.play}</h2>
      <Segments
        label={page.clock}
        options={[
          ['usual', clocksInWords(words, clocks[0])],
          ['quick', clocksInWords(words, clocks[1])],
        ]}
        value={pace.value}
        onChange={(next) => {
          pace.value = next;
        }}
      />
      {waits && <Waiting store={store} />}
      <ActionRow>
        <button
          type="button"
          class="primary"
          name="seek"
          disabled={waits}
          onClick={async () => {
            const refused = await store.offer(quickSetup(clock, table.name), { quick: true });
            if (refused) toast.refusal(refused);
          }}
        >
          {page.seek}
        </button>
        {!waits && (
          <button type="button" name="engine" onClick={() => (dialog.value = 'engine')}>
            <Icon name="computer" />
            {page.engine}
          </button>
        )}
        <button type="button" name="link" onClick={() => (dialog.value = 'link')}>
          <Icon name="friend" />
          {page.friend}
        </button>
      </ActionRow>
      {dialog.value && (
        <SetupDialog
          intent={dialog.value}
          begin={{
            variant: table.name,
            start: 'even',
            ...(dialog.value === 'link' ? { ...timeOf(clock), goteTime: null } : {}),
          }}
          onClose={() => {
            dialog.value = null;
          }}
          onSubmit={({ setup, level, engine }) =>
            dialog.value === 'engine' ? store.playEngine(setup, level, engine) : store.createLink(setup)
          }
        />
      )}
    </section>
  );
}

function Live({ table }: { table: VariantTable }) {
  const { page } = t().variantWords;
  const found = useFresh(
    () => runningGames({ variant: table.name, speed: '', followed: false }),
    [table.name],
    OFTEN_MS,
  );
  const games = found.value?.games.slice(0, LIVE);
  return (
    <section class="card" aria-labelledby="variant-live">
      <h2 id="variant-live">{page.live}</h2>
      {games?.length === 0 && <p class="note">{page.nobodyPlays}</p>}
      {games && games.length > 0 && (
        <>
          <LiveWall boards={games} keyOf={(it) => it.game.game}>
            {(it) => <LiveGame code={it.game.game} known={it.game} ratings={it.ratings} />}
          </LiveWall>
          <a href="/watch">{page.watch}</a>
        </>
      )}
    </section>
  );
}

/** The strongest, at the speed at which the most have a rating. */
async function strongest(variant: string) {
  const lists = await Promise.all(
    (['rapid', 'classical', 'blitz'] as const).map((speed) =>
      ask('GET', '/players', { query: { variant: variant as VariantName, speed } }),
    ),
  );
  const [most] = lists.map(({ players }) => players).sort((a, b) => b.length - a.length);
  return (most ?? []).slice(0, BEST);
}

function BestCard({ table }: { table: VariantTable }) {
  const { page } = t().variantWords;
  const best = useLoaded(() => orNull(strongest(table.name)), [table.name]).value;
  return (
    <section class="card" aria-labelledby="variant-best">
      <h2 id="variant-best">{page.best}</h2>
      {best?.length === 0 && <p class="note">{page.nobodyRated}</p>}
      {best && best.length > 0 && (
        <ol class="variant-best">
          {best.map((player) => (
            <li key={player.handle}>
              <PlayerName person={player} />
              <span class="note">{listed([standingText(player), String(player.rating)])}</span>
            </li>
          ))}
        </ol>
      )}
      <a href="/players">{page.players}</a>
    </section>
  );
}
