/** What the clock on the table shows: the time of each side, who begins, how seconds are counted. */

import { useSignal } from '@preact/signals';
import { clockOf, hasPeriods } from '../clock/remaining';
import { LANGUAGES, languageName } from '../i18n';
import { t } from '../i18n/whole';
import { SideClockFields } from '../lobby/side-clock-fields';
import { SECONDS_MODES, settings } from '../settings/settings';
import { ClockField } from '../tournaments/clock-field';
import { Segments, Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type { Clock, Side } from '../wire/generated';
import { clock, corrected, reset } from './kept-clock';
import { asCorrected, hasBegun } from './table-clock';

interface Props {
  /** Whether the page works without a network from now on. */
  isKept: boolean;
  onClose(): void;
}

export function SetUpDialog({ isKept, onClose }: Props) {
  const all = t();
  const words = all.tableClock;
  const { clocks, turn } = clock.value;
  const sente = useSignal<Clock>(clockOf(clocks, 'sente'));
  const gote = useSignal<Clock | null>('kind' in clocks ? null : clocks.gote);
  const first = useSignal<Side>(hasBegun(clock.value) ? 'sente' : turn);
  return (
    <Dialog title={words.setUp} onClose={onClose}>
      {hasBegun(clock.value) && <Correction onClose={onClose} />}
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          const both = gote.value ? { sente: sente.value, gote: gote.value } : sente.value;
          reset(both, first.value);
          onClose();
        }}
      >
        <ClockField
          label={gote.value ? all.sides.sente : all.setup.time}
          name="clock"
          value={sente.value}
          onChange={(it) => {
            sente.value = it;
          }}
        />
        {gote.value && (
          <ClockField
            label={all.sides.gote}
            name="gote-clock"
            value={gote.value}
            onChange={(it) => {
              gote.value = it;
            }}
          />
        )}
        <Toggle
          label={all.setup.perSide}
          value={gote.value !== null}
          onChange={(own) => {
            gote.value = own ? sente.value : null;
          }}
        />
        <Segments
          label={words.first}
          options={sides(all)}
          value={first.value}
          onChange={(side) => {
            first.value = side;
          }}
        />
        <Segments
          label={all.settings.seconds}
          options={SECONDS_MODES.map((mode) => [mode, all.settings.secondsModes[mode]] as const)}
          value={settings.seconds.value}
          onChange={(mode) => {
            settings.seconds.value = mode;
          }}
        />
        <Select
          label={all.settings.language}
          name="language"
          options={[
            ['auto', all.settings.themes.auto] as const,
            ...LANGUAGES.map((it) => [it, languageName(it)] as const),
          ]}
          value={settings.language.value}
          onChange={(it) => {
            settings.language.value = it as typeof settings.language.value;
          }}
        />
        <Toggle
          label={words.facing}
          value={settings.clockFacing.value}
          onChange={(facing) => {
            settings.clockFacing.value = facing;
          }}
        />
        <Toggle
          label={words.swapped}
          value={settings.clockSwapped.value}
          onChange={(swapped) => {
            settings.clockSwapped.value = swapped;
          }}
        />
        <p class="note">{isKept ? words.kept : words.notKept}</p>
        <button type="submit" class="primary">
          {hasBegun(clock.value) ? words.anew : words.set}
        </button>
      </form>
    </Dialog>
  );
}

/** What stands on the clocks in mid-game, put right as an arbiter would. */
function Correction({ onClose }: { onClose(): void }) {
  const all = t();
  const words = all.tableClock;
  const to = useSignal(asCorrected(clock.value));
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        corrected(to.value);
        onClose();
      }}
    >
      {(['sente', 'gote'] as const).map((side) => (
        <SideClockFields
          key={side}
          legend={all.sides[side]}
          value={to.value[side]}
          hasPeriods={hasPeriods(clockOf(clock.value.clocks, side))}
          onChange={(it) => {
            to.value = { ...to.value, [side]: it };
          }}
        />
      ))}
      <Segments
        label={words.turn}
        options={sides(all)}
        value={to.value.turn}
        onChange={(turn) => {
          to.value = { ...to.value, turn };
        }}
      />
      <button type="submit">{words.correct}</button>
    </form>
  );
}

const sides = (all: ReturnType<typeof t>) =>
  [
    ['sente', all.sides.sente],
    ['gote', all.sides.gote],
  ] as const;
