/**
 * Every part of the interface in every state, on one page: for those who change it and for the
 * tests that look at it.
 */

import { useSignal } from '@preact/signals';
import { type ComponentChildren, h } from 'preact';
import { useEffect } from 'preact/hooks';
import { BoardPreview } from '../board/board-preview';
import { BOARDS } from '../board/boards';
import { FACE_SETS, type FaceSet, faceClasses, faceProperties, hasMarks } from '../board/faces';
import { Sample } from '../board/sample';
import { loadSet } from '../board/set-styles';
import { ClockFace } from '../clock/clock-face';
import { t } from '../i18n/whole';
import { Segments, Select, Slider, Toggle } from '../ui/choice';
import { Sure } from '../ui/dialog';
import { Icon, type IconName, PATHS, SideMark } from '../ui/icon';
import { Page } from '../ui/page';
import { toast } from '../ui/toast';
import type { ClockState } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { BoardStates } from './board-states';
import { Grid } from './grid';
import { KINGS } from './samples';
import { TableParts } from './table-parts';

const COLOURS = [
  'paper',
  'sheet',
  'well',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  'accent-soft',
  'shu',
  'shu-soft',
  'good',
  'good-soft',
  'focus',
];
const SPACES = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'];

export function DesignPage() {
  const words = t();
  useEffect(() => {
    for (const set of FACE_SETS) loadSet(set, true);
  }, []);
  return (
    <Page class="design">
      <h1>{words.design.title}</h1>
      <p class="note">{words.design.lead}</p>
      <Section title={words.design.colours}>
        <ul class="swatches">
          {COLOURS.map((name) => (
            <li key={name}>
              <span style={{ background: `var(--${name})` }} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={words.design.type}>
        <p class="specimen-2xl">Komadai 駒台 · Bàn cờ tướng Nhật · 0123456789</p>
        <p class="specimen-xl">Nhập Ngọc, phong cấp, chiếu hết · Ắ Ễ Ộ Ữ Ỹ đ ơ ư</p>
        <p class="specimen-l">The quick brown fox sits down to a game of shogi.</p>
        <p>先手の勝ち。千日手は指し直し。持将棋は二十七点法。</p>
        <p class="note">Tiên thắng — đối thủ xin thua ở nước thứ 117.</p>
      </Section>
      <Section title={words.design.space}>
        <ul class="spaces">
          {SPACES.map((name) => (
            <li key={name}>
              <span style={{ width: `var(--${name})` }} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={words.design.grid}>
        <Grid />
      </Section>
      <Section title={words.design.controls}>
        <Controls />
      </Section>
      <Section title={words.design.icons}>
        <ul class="icons">
          {(Object.keys(PATHS) as IconName[]).map((name) => (
            <li key={name}>
              <Icon name={name} />
              <code>{name}</code>
            </li>
          ))}
          <li>
            <SideMark side="sente" />
            <code>sente</code>
          </li>
          <li>
            <SideMark side="gote" />
            <code>gote</code>
          </li>
        </ul>
      </Section>
      <Section title={words.design.pieces}>
        {FACE_SETS.map((set) => (
          <PieceRow key={set} set={set} />
        ))}
      </Section>
      <Section title={words.settings.boardLabel}>
        <ul class="every-look">
          {BOARDS.flatMap((board) =>
            FACE_SETS.map((set) => (
              <li key={board + set}>
                <Sample
                  board={board}
                  look={{ set, kings: KINGS, marks: hasMarks(set, 'auto') }}
                  corner={[
                    ['b', 'g', '+p'],
                    ['K', '+R', 'P'],
                  ]}
                />
              </li>
            )),
          )}
        </ul>
      </Section>
      <Section title={words.design.board}>
        <BoardStates />
      </Section>
      <Section title={words.design.sizes}>
        <ul class="boards">
          {VARIANTS.map(({ name, start }) => (
            <li key={name}>
              <BoardPreview variant={name} sfen={start} />
              <span class="note">{words.variants[name] ?? name}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={words.design.clocks}>
        <Clocks />
      </Section>
      <Section title={words.design.table}>
        <TableParts />
      </Section>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="design-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Controls() {
  const words = t();
  const side = useSignal<'random' | 'sente' | 'gote'>('random');
  const rules = useSignal<'casual' | 'tournament'>('casual');
  const on = useSignal(true);
  const volume = useSignal(60);
  const dialog = useSignal(false);
  return (
    <div class="design-controls">
      <div class="row">
        <button type="button" class="primary">
          {words.game.sitDown}
        </button>
        <button type="button">{words.game.takeback}</button>
        <button type="button" class="danger">
          {words.game.resignYes}
        </button>
        <button type="button" class="quiet">
          {words.game.cancel}
        </button>
        <button type="button" disabled>
          {words.game.rematch}
        </button>
        <button type="button" aria-pressed="true">
          {words.game.zen}
        </button>
        <button type="button" class="quiet square" aria-label={words.nav.settings}>
          <Icon name="sliders" />
        </button>
      </div>
      <Segments
        label={words.setup.side}
        options={[
          ['random', words.setup.random],
          ['sente', words.sides.sente],
          ['gote', words.sides.gote],
        ]}
        value={side.value}
        onChange={(value) => {
          side.value = value;
        }}
      />
      <div class="columns">
        <Select
          label={words.setup.rules}
          options={[
            ['casual', words.setup.presets.casual],
            ['tournament', words.setup.presets.tournament],
          ]}
          value={rules.value}
          onChange={(value) => {
            rules.value = value;
          }}
        />
        <label class="field">
          <span class="label">{words.lobby.joinLabel}</span>
          <input type="text" placeholder={words.chat.placeholder} />
        </label>
      </div>
      <Toggle
        label={words.settings.coordinates}
        value={on.value}
        onChange={(value) => {
          on.value = value;
        }}
      />
      <Slider
        label={words.settings.volume}
        value={volume.value}
        onChange={(value) => {
          volume.value = value;
        }}
      />
      <div class="row">
        <button type="button" onClick={() => toast.show(words.game.copied)}>
          {words.design.notice}
        </button>
        <button type="button" onClick={() => toast.show(words.refusals.not_your_turn, 'bad')}>
          {words.design.badNotice}
        </button>
        <button
          type="button"
          onClick={() => {
            dialog.value = true;
          }}
        >
          {words.design.dialog}
        </button>
      </div>
      <div class="offer">
        <span>{words.game.offered.takeback('Guest 4711')}</span>
        <span class="row">
          <button type="button" class="primary">
            {words.game.accept}
          </button>
          <button type="button">{words.game.decline}</button>
        </span>
      </div>
      <p class="warning">{words.game.repeated(3)}</p>
      {dialog.value && (
        <Sure
          title={words.game.resignAsk}
          yes={words.game.resignYes}
          onYes={() => {}}
          onClose={() => {
            dialog.value = false;
          }}
        />
      )}
    </div>
  );
}

function PieceRow({ set }: { set: FaceSet }) {
  const variant = VARIANTS[0];
  if (!variant) return null;
  const look = { set, kings: KINGS, marks: hasMarks(set, 'auto') };
  const style = faceProperties(variant, look);
  return (
    <div class={`piece-row ${faceClasses(look)} orientation-sente promoted-red`} style={style}>
      <span class="note">{t().settings.faceSets[set]}</span>
      <div>
        {(['sente', 'gote'] as const).map((side) => (
          <div key={side} class="row">
            {Object.keys(variant.pieces).map((kind) => (
              <span key={kind} class="lone-piece">
                {h('piece', {
                  class: `${side} ${kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase()}`,
                })}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Clocks() {
  const clock = { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 } as const;
  const state = (main_ms: number, periods: number, elapsed_ms: number, running: boolean): ClockState => ({
    sente: { main_ms, periods },
    gote: { main_ms: 600_000, periods: 3 },
    running: running ? 'sente' : 'gote',
    elapsed_ms,
  });
  const states = [
    state(600_000, 3, 0, false),
    state(83_000, 3, 4_000, true),
    state(0, 3, 12_000, true),
    state(0, 1, 24_000, true),
    state(4_510_000, 3, 0, false),
  ];
  return (
    <div class="clock-row">
      {states.map((it) => (
        <ClockFace
          key={`${it.sente.main_ms} ${it.elapsed_ms}`}
          clocks={clock}
          state={it}
          side="sente"
          sentAt={0}
          serverNow={() => 0}
          live={true}
        />
      ))}
    </div>
  );
}
