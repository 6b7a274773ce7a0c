/** A time control: one of those that clubs play, or any other. */

import { useSignal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n/whole';
import { isSameClock } from '../lobby/quick';
import { clockOf, timeOf } from '../lobby/setup';
import { KINDS, TimeFields } from '../lobby/time-fields';
import { Segments, Select } from '../ui/choice';
import type { Clock } from '../wire/generated';

const MINUTE = 60_000;

/** Time controls that are known by the name of an event. */
const NAMED: readonly [name: 'nhk' | 'abema' | 'abemaWomen', clock: Clock][] = [
  [
    'nhk',
    {
      kind: 'consideration',
      main_ms: 10 * MINUTE,
      byoyomi_ms: 30_000,
      periods: 10,
      period_ms: MINUTE,
    },
  ],
  ['abema', { kind: 'fischer', main_ms: 5 * MINUTE, increment_ms: 5_000 }],
  ['abemaWomen', { kind: 'fischer', main_ms: 7 * MINUTE, increment_ms: 7_000 }],
];

/** Time controls that clubs play. */
const CLUBS: readonly Clock[] = [
  { kind: 'byoyomi', main_ms: 0, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 10 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 15 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 30 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 40 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 60 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 90 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'sudden_death', main_ms: 30 * MINUTE },
  { kind: 'stopwatch', main_minutes: 60 },
];

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
  const form = all.tournaments.form;
  const named = (name: keyof typeof form.timeNames, clock: Clock) =>
    form.namedTime(form.timeNames[name], clocksInWords(all, clock));
  const isOther = useSignal(false);
  const usual = [
    ...CLUBS.map((clock) => [clock, clocksInWords(all, clock)] as const),
    ...NAMED.map(([name, clock]) => [clock, named(name, clock)] as const),
  ];
  const open = isOther.value || !usual.some(([clock]) => isSameClock(clock, value));
  return (
    <>
      <Select
        label={label}
        name={props.name ?? ''}
        options={[
          ...usual.map(([, text], n) => [String(n), text] as const),
          ['other', form.otherTime] as const,
        ]}
        value={open ? 'other' : String(usual.findIndex(([clock]) => isSameClock(clock, value)))}
        onChange={(chosen) => {
          isOther.value = chosen === 'other';
          const known = usual[Number(chosen)];
          if (known) onChange(known[0]);
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
            onChange={(kind) => onChange(clockOf(kind, timeOf(value).time))}
          />
          <TimeFields
            kind={value.kind}
            title={null}
            time={timeOf(value).time}
            onChange={(time) => onChange(clockOf(value.kind, time))}
          />
        </div>
      )}
    </>
  );
}
