/** `/clock`: the phone beside the board is the clock, without a network too; of an event's table as well. */

import { SITE_NAME } from '../branding';
import '../styles/table-clock.css';
import { effect, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ClockFace } from '../clock/clock-face';
import { clocksInWords } from '../clock/format';
import { clockOf } from '../clock/remaining';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { settings } from '../settings/settings';
import { wakeOnTouch } from '../sound/output';
import { speakSeconds } from '../sound/spoken-clock';
import { useAwake } from '../ui/awake';
import { Icon } from '../ui/icon';
import { Page } from '../ui/page';
import type { Side } from '../wire/generated';
import {
  before,
  clock,
  keepClock,
  lookAgain,
  openClock,
  paused,
  pressed,
  started,
  takeBack,
  watch,
} from './kept-clock';
import { keepPage } from './kept-page';
import { SetUpDialog } from './set-up-dialog';
import { hasBegun, leftMs, stateOf, thought } from './table-clock';

const SIDES = ['gote', 'sente'] as const;

export function TableClockPage() {
  useEffect(() => {
    openClock();
  }, []);
  return <ClockOnTable />;
}

interface Props {
  /** Who has which side, where that is known. */
  names?: { sente: string; gote: string };
  /** What stands above the buttons while the clock stands: which table it is, or what has become of its result. */
  head?: ComponentChildren;
  /** More buttons while the clock stands. */
  children?: ComponentChildren;
  /** Whether the game is over, so that nothing begins any more. */
  isOver?: boolean;
}

export function ClockOnTable({ names, head, children, isOver = false }: Props) {
  const words = t().tableClock;
  const isSettingUp = useSignal(!names && !hasBegun(clock.value));
  const offline = useSignal(false);
  const { clockFacing: facing, clockSwapped: swapped } = settings;
  const standing = clock.value;
  const runs = standing.sinceMs !== null;
  useEffect(keepClock, []);
  useEffect(speakThoughts, []);
  useEffect(wakeOnTouch, []);
  useEffect(() => void keepPage().then((kept) => (offline.value = kept)), []);
  useAwake(runs);
  useFlag(runs);
  useKeys();
  return (
    <Page class={`table-clock ${facing.value ? 'facing' : ''}`}>
      <h1 class="hidden-visually">{words.title}</h1>
      {(swapped.value ? SIDES.toReversed() : SIDES).map((side) => (
        <Half key={side} side={side} name={names?.[side]} />
      ))}
      {head && !runs && (
        <div class="table-clock-head">
          {head}
          {!hasBegun(standing) && (
            <p class="table-clock-note">{offline.value ? words.kept : words.notKept}</p>
          )}
        </div>
      )}
      <div class="table-clock-bar">
        {runs ? (
          <>
            <button type="button" class="quiet square" aria-label={words.pause} onClick={paused}>
              <Icon name="pause" />
            </button>
            {before.value && (
              <button type="button" class="quiet" onClick={takeBack}>
                <Icon name="undo" />
                {words.takeBack}
              </button>
            )}
          </>
        ) : (
          <>
            <a class="button quiet square" href="/" aria-label={words.leave(SITE_NAME)}>
              <Icon name="close" />
            </a>
            {standing.fallen === null && !isOver && (
              <button type="button" class="primary" onClick={started}>
                <Icon name="play" />
                {hasBegun(standing) ? words.goOn : words.begin}
              </button>
            )}
            <button
              type="button"
              class="quiet square"
              aria-label={words.setUp}
              onClick={() => {
                isSettingUp.value = true;
              }}
            >
              <Icon name="sliders" />
            </button>
            {children}
            <FullScreen />
          </>
        )}
      </div>
      {isSettingUp.value && (
        <SetUpDialog
          isKept={offline.value}
          onClose={() => {
            isSettingUp.value = false;
          }}
        />
      )}
    </Page>
  );
}

/** A side of the clock: the whole of it is its button. */
function Half({ side, name }: { side: Side; name: string | undefined }) {
  const words = t().tableClock;
  const it = clock.value;
  const isOn = it.turn === side && it.sinceMs !== null;
  const state = stateOf(it);
  return (
    <button
      type="button"
      class={`table-clock-half ${side} ${isOn ? 'on' : ''} ${it.fallen === side ? 'fallen' : ''}`}
      // A finger that comes down has moved; none waits until it is lifted.
      onPointerDown={(event) => {
        if (event.button === 0) pressed(side);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.repeat) return;
        event.preventDefault();
        pressed(side);
      }}
      // A switch or a screen reader clicks without a finger.
      onClick={(event) => {
        if (event.detail === 0) pressed(side);
      }}
    >
      <span class="table-clock-side">{noted([name, t().sides[side]])}</span>
      <ClockFace
        clocks={it.clocks}
        state={state}
        side={side}
        sentAt={it.sinceMs ?? 0}
        serverNow={() => watch.now()}
        live={isOn}
      />
      <span class="table-clock-note">
        {it.fallen === side
          ? words.fallen
          : hasBegun(it)
            ? words.moves(it.moves)
            : clocksInWords(t(), clockOf(it.clocks, side))}
      </span>
    </button>
  );
}

function FullScreen() {
  const words = t().tableClock;
  if (!document.fullscreenEnabled) return null;
  return (
    <button
      type="button"
      class="quiet square"
      aria-label={words.fullScreen}
      onClick={() => {
        const done = document.fullscreenElement
          ? document.exitFullscreen()
          : document.documentElement.requestFullscreen();
        done.catch(() => {});
      }}
    >
      <Icon name="zen" />
    </button>
  );
}

/** The seconds of whoever thinks are spoken, for both sides. */
function speakThoughts(): () => void {
  return speakSeconds(() => {
    const it = clock.value;
    if (it.sinceMs === null) return null;
    const [of, time] = [clockOf(it.clocks, it.turn), it[it.turn]];
    return { of: it, clock: of, time, elapsedMs: () => thought(it, watch.now()) };
  });
}

/** The flag falls while nobody presses anything. */
function useFlag(runs: boolean): void {
  useEffect(() => {
    if (!runs) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      clearTimeout(timer);
      if (clock.value.sinceMs !== null) timer = setTimeout(lookAgain, leftMs(clock.value, watch.now()) + 5);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [runs]);
}

/** On a laptop the space bar is whoever's move it is. */
function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || document.querySelector('dialog[open]')) return;
      // A button of the bar that has the keyboard does what it says.
      if ((event.target as Element).closest('.table-clock-bar')) return;
      event.preventDefault();
      if (clock.value.sinceMs === null) started();
      else pressed(clock.value.turn);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
