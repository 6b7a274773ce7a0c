/** The clock of a new game: one of the usual, or one of one's own; the same for both sides or not. */

import { useSignal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { language, t } from '../i18n/of-boards';
import { isMember } from '../session';
import { NumberField, Segments, Select, Toggle } from '../ui/choice';
import { suggestedClocks } from '../variants/about';
import type { Clock, Side } from '../wire/generated';
import { isSameClock, quickClocks } from './quick';
import { clockOf, DAYS, type Draft, hasOwnTimes, type TimeDraft, timeOf } from './setup';

/** Clocks with numbers of one's own. */
export const KINDS = ['byoyomi', 'consideration', 'fischer', 'sudden_death', 'stopwatch'] as const;

interface Props {
  draft: Draft;
  /** Whether a machine plays, which answers at once. */
  isWithMachine: boolean;
  sides: Record<Side, string>;
  onChange(to: Partial<Draft>): void;
}

export function ClockFields({ draft, isWithMachine, sides, onChange }: Props) {
  const words = t();
  const form = words.setup;
  const usual = draft.variant === 'standard' ? quickClocks(language.value) : suggestedClocks(draft.variant);
  const isOther = useSignal(false);
  const own = hasOwnTimes(draft.clock);
  const isUsual = (clock: Clock) =>
    own && draft.goteTime === null && isSameClock(clock, clockOf(draft.clock, draft.time));
  const chosen = usual.findIndex(isUsual);
  const value = !own ? draft.clock : isOther.value || chosen < 0 ? 'other' : String(chosen);
  const untimed = ['untimed', form.clock.untimed] as const;
  return (
    <>
      <div>
        <Select
          label={form.time}
          name="clock"
          options={[
            ...(isWithMachine ? [untimed] : []),
            ...usual.map((clock, n) => [String(n), clocksInWords(words, clock)] as const),
            ...(isWithMachine ? [] : [untimed]),
            ...(isWithMachine || !isMember.value
              ? []
              : [['correspondence', form.clock.correspondence] as const]),
            ['other', form.otherTime] as const,
          ]}
          value={value}
          onChange={(next) => {
            isOther.value = next === 'other';
            const clock = usual[Number(next)];
            if (clock) onChange({ ...timeOf(clock), goteTime: null });
            else if (next === 'untimed' || next === 'correspondence')
              onChange({ clock: next, goteTime: null });
            else if (!own) onChange({ clock: 'byoyomi' });
          }}
        />
        {!own && <p class="note">{form.clockHelp[draft.clock]}</p>}
      </div>
      {draft.clock === 'correspondence' && (
        <TimeFields
          kind={draft.clock}
          title={null}
          time={draft.time}
          onChange={(time) => onChange({ time })}
        />
      )}
      {value === 'other' && <OwnClock draft={draft} sides={sides} onChange={onChange} />}
    </>
  );
}

/** Which kind of clock, and its numbers: the same for both sides, or for each its own. */
function OwnClock({ draft, sides, onChange }: Omit<Props, 'isWithMachine'>) {
  const form = t().setup;
  return (
    <>
      <div>
        <Select
          label={form.clockKind}
          name="kind"
          options={KINDS.map((kind) => [kind, form.clock[kind]] as const)}
          value={KINDS.find((it) => it === draft.clock) ?? 'byoyomi'}
          onChange={(clock) => onChange({ clock })}
        />
        <p class="note">{form.clockHelp[draft.clock]}</p>
      </div>
      <TimeFields
        kind={draft.clock}
        title={draft.goteTime ? sides.sente : null}
        time={draft.time}
        onChange={(time) => onChange({ time })}
      />
      {draft.goteTime && (
        <TimeFields
          kind={draft.clock}
          title={sides.gote}
          time={draft.goteTime}
          onChange={(goteTime) => onChange({ goteTime })}
        />
      )}
      <Toggle
        label={form.perSide}
        value={draft.goteTime !== null}
        onChange={(own) => onChange({ goteTime: own ? draft.time : null })}
      />
    </>
  );
}

interface TimeProps {
  kind: Clock['kind'];
  /** Whose time it is, when the sides differ. */
  title: string | null;
  time: TimeDraft;
  onChange(time: TimeDraft): void;
}

export function TimeFields({ kind, title, time, onChange }: TimeProps) {
  const form = t().setup;
  const put = (changes: Partial<TimeDraft>) => onChange({ ...time, ...changes });
  const hasByoyomi = kind === 'byoyomi' || kind === 'consideration';
  if (kind === 'correspondence')
    return (
      <>
        <Segments
          label={form.days}
          options={DAYS.map((days) => [String(days), String(days)] as const)}
          value={String(time.days)}
          onChange={(days) => put({ days: Number(days) })}
        />
        <div>
          <Toggle
            label={form.weekendsOff}
            value={time.weekendsOff}
            onChange={(weekendsOff) => put({ weekendsOff })}
          />
          <p class="note">{form.weekendsOffHelp}</p>
        </div>
      </>
    );
  return (
    <fieldset class="columns numbers">
      <legend class={title === null ? 'hidden-visually' : 'label'}>{title ?? form.time}</legend>
      <NumberField
        label={form.main}
        value={time.mainMinutes}
        min={hasByoyomi ? 0 : kind === 'stopwatch' ? 1 : 0.5}
        max={600}
        step={kind === 'stopwatch' ? 1 : 0.5}
        onChange={(mainMinutes) => put({ mainMinutes })}
      />
      {hasByoyomi && (
        <NumberField
          label={form.byoyomi}
          value={time.byoyomiSeconds}
          min={1}
          max={600}
          onChange={(byoyomiSeconds) => put({ byoyomiSeconds })}
        />
      )}
      {kind === 'byoyomi' && (
        <NumberField
          label={form.periods}
          value={time.periods}
          min={1}
          max={20}
          onChange={(periods) => put({ periods })}
        />
      )}
      {kind === 'consideration' && (
        <>
          <NumberField
            label={form.considerations}
            value={time.considerations}
            min={1}
            max={30}
            onChange={(considerations) => put({ considerations })}
          />
          <NumberField
            label={form.considerationSeconds}
            value={time.considerationSeconds}
            min={1}
            max={600}
            onChange={(considerationSeconds) => put({ considerationSeconds })}
          />
        </>
      )}
      {kind === 'fischer' && (
        <NumberField
          label={form.increment}
          value={time.incrementSeconds}
          min={0}
          max={300}
          onChange={(incrementSeconds) => put({ incrementSeconds })}
        />
      )}
    </fieldset>
  );
}
