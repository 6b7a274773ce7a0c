/** The lobby: offer a game, take one, watch one. */

import { useSignal } from '@preact/signals';
import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { faceProperties } from '../board/faces';
import { ChallengeList } from '../challenges/challenge-list';
import { challenges } from '../challenges/challenge-store';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { StrengthLine } from '../ratings/strength';
import { gradeText } from '../ratings/words';
import { codeIn, go } from '../router';
import { isMember, myGames, theSocket } from '../session';
import { variantOf } from '../shogi/variant';
import { SiteLinks } from '../site/notice';
import { Icon, SideMark } from '../ui/icon';
import { Page } from '../ui/page';
import { toast } from '../ui/toast';
import { LiveGame } from '../watch/live-game';
import type { Clock, GameSummary, LobbySnapshot, SeekWants } from '../wire/generated';
import { createLobbyStore, type LobbyStore } from './lobby-store';
import { QUICK, quickSetup } from './setup';
import { SetupDialog } from './setup-dialog';
import { setupInWords } from './setup-words';

export function LobbyPage() {
  const [store] = useState(() => createLobbyStore(theSocket()));
  const dialog = useSignal<'lobby' | 'link' | 'engine' | null>(null);
  useEffect(() => store.close, [store]);
  const words = t();
  const member = isMember.value;
  return (
    <Page class="lobby">
      <section class="lobby-hero">
        <div>
          <h1>{words.lobby.title}</h1>
          <p>{words.lobby.lead}</p>
        </div>
        <HeroPieces />
      </section>

      {myGames.value.length > 0 && (
        <section class="lobby-mine" aria-labelledby="mine-title">
          <h2 id="mine-title">{words.lobby.mine}</h2>
          <ul class="row">
            {myGames.value.map(({ game, side }) => (
              <li key={game}>
                <a class="button" href={`/${game}`}>
                  <SideMark side={side} />
                  {words.lobby.backTo(words.sides[side])}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}

      {challenges.value.length > 0 && (
        <section class="lobby-challenges card" aria-labelledby="challenges-title">
          <h2 id="challenges-title">{words.challenges.title}</h2>
          <ChallengeList />
        </section>
      )}

      <section class="lobby-start" aria-labelledby="quick-title">
        <h2 id="quick-title">{words.lobby.quick}</h2>
        <div class="quick">
          {QUICK.map((clock) => (
            <QuickButton
              key={JSON.stringify(clock)}
              clock={clock}
              onClick={async () => {
                const refused = await store.offer(quickSetup(clock, member), { quick: true });
                if (refused) toast.refusal(refused);
              }}
            />
          ))}
        </div>
        <OwnSeeks store={store} />
        <p class="note">{words.lobby.quickHelp}</p>
        <div class="lobby-actions">
          <button type="button" name="lobby" onClick={() => (dialog.value = 'lobby')}>
            <Icon name="sliders" />
            {words.lobby.custom}
          </button>
          <button type="button" name="engine" onClick={() => (dialog.value = 'engine')}>
            <Icon name="computer" />
            {words.lobby.engine}
          </button>
          <button type="button" name="link" onClick={() => (dialog.value = 'link')}>
            <Icon name="friend" />
            {words.lobby.friend}
          </button>
        </div>
        <JoinForm />
      </section>

      <section class="lobby-seeks card" aria-labelledby="seeks-title">
        <header>
          <h2 id="seeks-title">{words.lobby.seeks}</h2>
          <span class="note">{store.lobby.value ? words.lobby.online(store.lobby.value.online) : ''}</span>
        </header>
        <Seeks store={store} />
      </section>

      <section class="lobby-games" aria-labelledby="games-title">
        <h2 id="games-title">{words.lobby.games}</h2>
        <Games games={store.lobby.value?.games} />
      </section>

      {dialog.value && (
        <SetupDialog
          intent={dialog.value}
          onClose={() => {
            dialog.value = null;
          }}
          onSubmit={async ({ setup, wants, level }) => {
            const orders = {
              lobby: () => store.offer(setup, wants ? { wants } : {}),
              link: () => store.createLink(setup),
              engine: () => store.playEngine(setup, level),
            };
            const refused = dialog.value && (await orders[dialog.value]());
            if (!refused) dialog.value = null;
            return refused;
          }}
        />
      )}
      <SiteLinks />
    </Page>
  );
}

/** A few pieces set out, for those who have never seen any. */
function HeroPieces() {
  const style = faceProperties(variantOf('standard'), 'kanji2', { sente: '王', gote: '玉' });
  return (
    <div class="hero-pieces faces-kanji2 orientation-sente promoted-red" style={style} aria-hidden="true">
      {['p', 'n', 'g', 'pro-b', 'r', 'k'].map((role) => (
        <span key={role} class="lone-piece">
          {h('piece', { class: `sente ${role}` })}
        </span>
      ))}
    </div>
  );
}

function QuickButton({ clock, onClick }: { clock: Clock; onClick(): void }) {
  const words = t();
  const [main, extra] =
    clock.kind === 'byoyomi'
      ? [clock.main_ms / 60_000, clock.byoyomi_ms / 1000]
      : clock.kind === 'fischer'
        ? [clock.main_ms / 60_000, clock.increment_ms / 1000]
        : [0, 0];
  return (
    <button type="button" class="quick-button" aria-label={clocksInWords(words, clock)} onClick={onClick}>
      <strong aria-hidden="true">
        {main}
        <span class="plus">+</span>
        {extra}
      </strong>
      <span aria-hidden="true">{words.setup.clock[clock.kind]}</span>
    </button>
  );
}

function JoinForm() {
  const words = t().lobby;
  const text = useSignal('');
  return (
    <form
      class="join"
      onSubmit={(event) => {
        event.preventDefault();
        const code = codeIn(text.value);
        if (code) go(`/${code}`);
        else toast.show(words.joinBad, 'bad');
      }}
    >
      <label class="field">
        <span class="label">{words.joinLabel}</span>
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit">{words.join}</button>
    </form>
  );
}

/** One's own offers beside what made them, where the list of all is further down the page. */
function OwnSeeks({ store }: { store: LobbyStore }) {
  const words = t();
  const standing = store.lobby.value?.seeks.filter(({ seek }) => store.own.value.has(seek)) ?? [];
  return (
    <div class="own-seeks" role="status">
      {standing.map(({ seek, setup }) => (
        <div key={seek}>
          <span>
            <strong>{clocksInWords(words, setup.clock)}</strong>
            <span class="note">{words.lobby.waiting}</span>
          </span>
          <button type="button" onClick={() => store.withdraw(seek)}>
            {words.lobby.cancel}
          </button>
        </div>
      ))}
    </div>
  );
}

function Seeks({ store }: { store: LobbyStore }) {
  const words = t();
  const lobby: LobbySnapshot | null = store.lobby.value;
  const own = store.own.value;
  if (!lobby) return <div class="empty" aria-busy="true" />;
  if (lobby.seeks.length === 0) return <p class="empty">{words.lobby.noSeeks}</p>;
  const mineFirst = [...lobby.seeks].sort((a, b) => Number(own.has(b.seek)) - Number(own.has(a.seek)));
  return (
    <ul class="seek-list">
      {mineFirst.map(({ seek, by, strength, setup, wants }) => {
        const mine = own.has(seek);
        return (
          <li key={seek} class={mine ? 'mine' : ''}>
            <div class="seek-what">
              <strong>{clocksInWords(words, setup.clock)}</strong>
              <span>{[setupInWords(setup), wants && wantsInWords(wants)].filter(Boolean).join(' · ')}</span>
            </div>
            <span class="seek-who">
              {mine ? words.lobby.waiting : by.name}
              {strength && !mine && <StrengthLine strength={strength} />}
            </span>
            {mine ? (
              <button type="button" onClick={() => store.withdraw(seek)}>
                {words.lobby.cancel}
              </button>
            ) : (
              <button
                type="button"
                class="primary"
                aria-label={words.lobby.acceptLabel(by.name)}
                onClick={() => store.accept(seek)}
              >
                {words.lobby.play}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Whom an offer is for, as ranges. */
function wantsInWords(wants: SeekWants): string {
  const range = (from: string | undefined, to: string | undefined) => {
    if (from === undefined) return to === undefined ? null : `≤ ${to}`;
    return to === undefined ? `≥ ${from}` : `${from} – ${to}`;
  };
  const ratings = range(wants.rating_min?.toString(), wants.rating_max?.toString());
  const grades = range(
    wants.grade_min && gradeText(wants.grade_min),
    wants.grade_max && gradeText(wants.grade_max),
  );
  return t().ratings.wanted([ratings, grades].filter(Boolean).join(', '));
}

function Games({ games }: { games: GameSummary[] | undefined }) {
  const words = t();
  // As high as what it will say if there are none.
  if (!games)
    return (
      <p class="empty" aria-busy="true">
        {'\u00a0'}
      </p>
    );
  if (games.length === 0) return <p class="empty">{words.lobby.noGames}</p>;
  return (
    <ul class="game-list live">
      {games.map((game) => (
        <li key={game.game}>
          <LiveGame code={game.game} known={game} />
        </li>
      ))}
    </ul>
  );
}
