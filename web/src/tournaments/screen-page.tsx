/**
 * `/tournaments/CODE/screen`: what hangs in the hall, to be read from ten metres. It turns its pages
 * by itself, keeps what it has while there is no connection, and shows no more than that.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { clockFace, leftInWords } from '../clock/format';
import { noted } from '../i18n/listed';
import { hourText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { connection, theSocket } from '../session';
import { useAwake } from '../ui/awake';
import { Icon } from '../ui/icon';
import { late } from '../ui/late';
import { Page, When } from '../ui/page';
import type { Tournament } from '../wire/generated';
import { WithRound } from './parts';
import { partsOf, type Shown, SlideOf, slideTitle } from './screen-parts';
import {
  announcementNow,
  clockNow,
  fontOf,
  ROW_EM,
  type Room,
  roundNow,
  type Slide,
  slidesOf,
  staysMs,
  VIEWS,
  type View,
} from './screen-slides';
import { useTournament } from './tournament-api';

const QrCode = late(() => import('../game/qr-code').then((it) => it.QrCode));

/** How often it asks even if it hears nothing. */
const ASK_MS = 30_000;

/** How long the buttons stay after a hand was seen. */
const HAND_MS = 4_000;

const SCALES = [0.7, 0.85, 1, 1.2, 1.45] as const;

export function ScreenPage({ code }: { code: string }) {
  const words = t().tournaments;
  const found = useTournament(code);
  useEffect(() => {
    const timer = setInterval(() => void found.again(), ASK_MS);
    return () => clearInterval(timer);
  }, [code]);
  // Nobody stands at it to press a button. Where something between gives it the old page again, it
  // does not ask in a loop.
  useEffect(() => {
    if (connection.value !== 'outdated') return;
    const timer = setTimeout(() => location.reload(), performance.now() < ASK_MS ? ASK_MS : 0);
    return () => clearTimeout(timer);
  }, [connection.value]);
  return (
    <When of={found} missing={{ title: words.notFound }}>
      {({ view }) => <Screen view={view} />}
    </When>
  );
}

function Screen({ view }: { view: Tournament }) {
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const round = roundNow(view.rounds);
  if (!round) return <Turning shown={{ view, entries, round }} />;
  return (
    <WithRound view={view} round={round}>
      {(full) => <Turning shown={{ view, entries, round: { ...round, ...full } }} />}
    </WithRound>
  );
}

/** What somebody has chosen for this screen; it is kept in this browser. */
interface Look {
  scale: number;
  isDark: boolean | null;
  views: readonly View[];
}

const LOOK_KEY = 'komadai-screen';

function lookKept(): Look {
  const first: Look = { scale: 2, isDark: null, views: VIEWS };
  try {
    const kept = JSON.parse(localStorage.getItem(LOOK_KEY) ?? '{}') as Partial<Look>;
    const views = VIEWS.filter((it) => kept.views?.includes(it));
    return { ...first, ...kept, views: views.length > 0 ? views : VIEWS };
  } catch {
    return first;
  }
}

function Turning({ shown }: { shown: Shown }) {
  const [firstLook] = useState(lookKept);
  const look = useSignal(firstLook);
  const put = (changes: Partial<Look>) => {
    look.value = { ...look.peek(), ...changes };
    try {
      localStorage.setItem(LOOK_KEY, JSON.stringify(look.peek()));
    } catch {
      // Where nothing may be kept it holds until the page is left.
    }
  };
  const [main, room] = useRoom(SCALES[look.value.scale] ?? 1);
  const slides = slidesOf(partsOf(shown, look.value.views), room);
  const at = useSignal(0);
  const isPaused = useSignal(false);
  const slide = slides[at.value % Math.max(1, slides.length)];
  const turn = (by: number) => {
    const n = Math.max(1, slides.length);
    at.value = ((at.peek() % n) + by + n) % n;
  };
  const stays = slide ? staysMs(slide) : 0;
  useEffect(() => {
    if (isPaused.value || slides.length < 2) return;
    const timer = setTimeout(() => turn(1), stays);
    return () => clearTimeout(timer);
  }, [at.value, isPaused.value, slides.length, stays]);
  useAwake(true);
  const isDark = look.value.isDark ?? matchMedia('(prefers-color-scheme: dark)').matches;
  useTheme(isDark);
  const resize = (by: number) =>
    put({ scale: Math.min(SCALES.length - 1, Math.max(0, look.peek().scale + by)) });
  const keys: Record<string, () => void> = {
    ' ': () => (isPaused.value = !isPaused.peek()),
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    f: () => void fullScreen(),
    d: () => put({ isDark: !isDark }),
    '+': () => resize(1),
    '-': () => resize(-1),
  };
  const press = useRef(keys);
  press.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A button that has the keyboard does what it says.
      if (event.key === ' ' && (event.target as Element).closest('button, a, input')) return;
      const act = press.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const style = { fontSize: `${room.font}px`, '--screen-row': `${ROW_EM}em` };
  return (
    <Page class={`hall-screen ${isDark ? 'dark' : 'light'}`} title={shown.view.name} style={style}>
      <Head shown={shown} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the space key does it, wherever the keyboard is */}
      <section
        ref={main}
        class="screen-main"
        aria-label={slide ? slideTitle(shown, slide) : shown.view.name}
        onClick={() => (isPaused.value = !isPaused.peek())}
      >
        {slide ? <SlideOf shown={shown} slide={slide} room={room} /> : <Nothing view={shown.view} />}
      </section>
      <Foot shown={shown} slide={slide} isPaused={isPaused.value} />
      <Controls
        view={shown.view}
        look={look.value}
        isDark={isDark}
        isPaused={isPaused.value}
        put={put}
        turn={turn}
        resize={resize}
        onPause={() => (isPaused.value = !isPaused.peek())}
      />
    </Page>
  );
}

/** The room that the rows have, as the window is now. */
function useRoom(scale: number) {
  const main = useRef<HTMLElement>(null);
  const size = useSignal({ width: innerWidth, height: innerHeight, rows: innerHeight * 0.7 });
  useLayoutEffect(() => {
    const box = main.current;
    if (!box) return;
    const look = () => {
      size.value = { width: innerWidth, height: innerHeight, rows: box.clientHeight };
    };
    const watched = new ResizeObserver(look);
    watched.observe(box);
    addEventListener('resize', look);
    look();
    return () => {
      watched.disconnect();
      removeEventListener('resize', look);
    };
  }, []);
  const { width, height, rows } = size.value;
  const font = fontOf(width, height, scale);
  const room: Room = { width: width - 2 * font, height: rows, font };
  return [main, room] as const;
}

/** This page is dark or light by itself; whatever comes after it is as it was chosen there. */
function useTheme(isDark: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = isDark ? 'dark' : 'light';
    return () => {
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
  }, [isDark]);
}

async function fullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // Phones have no full screen for pages.
  }
}

/** Every second, by the server's time where it was heard. */
function useNow(): number {
  const now = useSignal(Date.now());
  const isHeard = useRef(false);
  if (connection.value === 'open') isHeard.current = true;
  useEffect(() => {
    const tick = () => {
      now.value = isHeard.current ? theSocket().serverNow() : Date.now();
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  return now.value;
}

function Head({ shown: { view, round } }: { shown: Shown }) {
  const words = t();
  const nowMs = useNow();
  const clock = clockNow(view, roundNow(view.rounds), nowMs);
  const announcement = announcementNow(view, nowMs);
  const roundText =
    round &&
    (view.n_rounds ? words.tournaments.of(round.round, view.n_rounds) : words.tournaments.round(round.round));
  const games = (round?.games ?? []).filter(({ result }) => result !== 'annulled');
  const n_done = games.filter(({ result }) => result !== null).length;
  return (
    <header class="screen-head">
      <h1>{view.name}</h1>
      <p class="screen-state">
        {noted([
          view.phase === 'running' ? roundText : words.tournaments.phases[view.phase],
          view.phase === 'running' && games.length > 0 && words.tournaments.room.done(n_done, games.length),
        ])}
      </p>
      {clock && (
        <p class="screen-clock" role="timer" aria-live="off">
          {clock.t === 'until'
            ? words.hallScreen.beginsIn(leftInWords(words, clock.ms))
            : words.hallScreen.since(clockFace(clock.ms))}
        </p>
      )}
      <div class="screen-qr">
        <QrCode text={`${location.origin}/tournaments/${view.code}`} label={words.hallScreen.follow} />
      </div>
      {announcement && (
        <p class="screen-announcement" role="status">
          {announcement.text}
        </p>
      )}
    </header>
  );
}

function Nothing({ view }: { view: Tournament }) {
  const words = t().hallScreen;
  const text = view.phase === 'over' ? words.over : view.phase === 'running' ? words.soon : words.notBegun;
  return <p class="screen-nothing">{text}</p>;
}

/** Since when there is no connection, in Unix milliseconds; null while there is one. */
function useLostSince(): number | null {
  const since = useSignal<number | null>(null);
  const state = connection.value;
  useEffect(() => {
    if (state === 'open') since.value = null;
    // The first connection is not one that was lost.
    else if (state === 'lost') since.value ??= Date.now();
  }, [state]);
  return since.value;
}

function Foot({ shown, slide, isPaused }: { shown: Shown; slide: Slide | undefined; isPaused: boolean }) {
  const words = t();
  const since = useLostSince();
  return (
    <footer class="screen-foot">
      <p>
        {noted([
          slide && slideTitle(shown, slide),
          slide && slide.n_pages > 1 && words.tournaments.room.page(slide.page + 1, slide.n_pages),
          isPaused && words.hallScreen.paused,
        ])}
        {since !== null && (
          <strong class="screen-offline" role="status">
            {words.hallScreen.offline(hourText(since))}
          </strong>
        )}
      </p>
    </footer>
  );
}

interface ControlsProps {
  view: Tournament;
  look: Look;
  isDark: boolean;
  isPaused: boolean;
  put(changes: Partial<Look>): void;
  turn(by: number): void;
  resize(by: number): void;
  onPause(): void;
}

/** The buttons, which come when a hand is seen and go by themselves. */
function Controls({ view, look, isDark, isPaused, put, turn, resize, onPause }: ControlsProps) {
  const words = t();
  const own = words.hallScreen;
  const isSeen = useSignal(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hand = () => {
      isSeen.value = true;
      clearTimeout(timer);
      timer = setTimeout(() => (isSeen.value = false), HAND_MS);
    };
    hand();
    for (const kind of ['pointermove', 'pointerdown', 'keydown'] as const) addEventListener(kind, hand);
    return () => {
      clearTimeout(timer);
      for (const kind of ['pointermove', 'pointerdown', 'keydown'] as const) removeEventListener(kind, hand);
    };
  }, []);
  const button = (icon: Parameters<typeof Icon>[0]['name'], text: string, onClick: () => void) => (
    <button type="button" class="square" aria-label={text} title={text} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  const sized = (sign: string, text: string, by: number) => (
    <button type="button" class="square" aria-label={text} title={text} onClick={() => resize(by)}>
      {sign}
    </button>
  );
  const toggle = (it: View) => {
    const views = VIEWS.filter((known) =>
      known === it ? !look.views.includes(it) : look.views.includes(known),
    );
    if (views.length > 0) put({ views });
  };
  return (
    <nav class={`screen-controls${isSeen.value ? '' : ' hidden'}`} aria-label={own.title}>
      <a class="button" href={`/tournaments/${view.code}`}>
        {own.back}
      </a>
      {button('previous', words.tournaments.room.previous, () => turn(-1))}
      {button(isPaused ? 'play' : 'pause', isPaused ? own.resume : own.pause, onPause)}
      {button('next', words.tournaments.room.next, () => turn(1))}
      {VIEWS.map((it) => (
        <button
          key={it}
          type="button"
          aria-pressed={look.views.includes(it)}
          class={look.views.includes(it) ? 'on' : 'quiet'}
          onClick={() => toggle(it)}
        >
          {own.views[it]}
        </button>
      ))}
      {sized('A−', own.smaller, -1)}
      {sized('A+', own.larger, 1)}
      <button type="button" onClick={() => put({ isDark: !isDark })}>
        {isDark ? own.light : own.dark}
      </button>
      <button type="button" class="primary" onClick={() => void fullScreen()}>
        <Icon name="zen" />
        {own.fullScreen}
      </button>
    </nav>
  );
}
