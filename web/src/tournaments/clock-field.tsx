/** A time control: one of those that clubs play, or any other. */

import { useSignal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n/whole';
import { clockOf, type TimeDraft } from '../lobby/setup';
import { TimeFields } from '../lobby/time-fields';
import { Segments, Select } from '../ui/choice';
import type { Clock } from '../wire/generated';

const MINUTE = 60_000;

/** Time controls that clubs play. */
const CLOCKS: readonly Clock[] = [
  { kind: 'byoyomi', main_ms: 0, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'fischer', main_ms: 5 * MINUTE, increment_ms: 5_000 },
  { kind: 'byoyomi', main_ms: 10 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 15 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 30 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 40 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 60 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 90 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'sudden_death', main_ms: 30 * MINUTE },
  { kind: 'stopwatch', main_minutes: 60 },
];

const KINDS = ['byoyomi', 'fischer', 'sudden_death', 'stopwatch'] as const;

function timeOf(clock: Clock): TimeDraft {
  return {
    mainMinutes:
      clock.kind === 'stopwatch'
        ? clock.main_minutes
        : clock.kind === 'untimed' || clock.kind === 'correspondence'
          ? 10
          : clock.main_ms / MINUTE,
    byoyomiSeconds: clock.kind === 'byoyomi' ? clock.byoyomi_ms / 1_000 : 60,
    incrementSeconds: clock.kind === 'fischer' ? clock.increment_ms / 1_000 : 5,
    periods: clock.kind === 'byoyomi' ? clock.periods : 1,
    days: clock.kind === 'correspondence' ? clock.days : 3,
    weekendsOff: clock.kind === 'correspondence' && clock.weekends_off === true,
  };
}

export function ClockField(props: {
  label: string;
  name?: string;
  value: Clock;
  /** Whether the games may last for weeks. */
  slow?: boolean;
  onChange(clock: Clock): void;
}) {
  const all = t();
  const { label, value, onChange } = props;
  const is = (it: Clock) => JSON.stringify(it) === JSON.stringify(value);
  const isOther = useSignal(false);
  const open = isOther.value || !CLOCKS.some(is);
  return (
    <>
      <Select
        label={label}
        name={props.name ?? ''}
        options={[
          ...CLOCKS.map((it) => [JSON.stringify(it), clocksInWords(all, it)] as const),
          ['other', all.tournaments.form.otherTime] as const,
        ]}
        value={open ? 'other' : JSON.stringify(value)}
        onChange={(chosen) => {
          isOther.value = chosen === 'other';
          if (chosen !== 'other') onChange(JSON.parse(chosen) as Clock);
        }}
      />
      {open && (
        <div class="form-part">
          <Segments
            label={label}
            hideLabel
            options={[...KINDS, ...(props.slow ? (['correspondence'] as const) : [])].map(
              (kind) => [kind, all.setup.clock[kind]] as const,
            )}
            value={value.kind}
            onChange={(kind) => onChange(clockOf(kind, timeOf(value)))}
          />
          <TimeFields
            kind={value.kind}
            title={null}
            time={timeOf(value)}
            onChange={(time) => onChange(clockOf(value.kind, time))}
          />
        </div>
      )}
    </>
  );
}
