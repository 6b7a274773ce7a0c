/** What stands on one side's clock, to be put right. */

import { t } from '../i18n/whole';
import { TypedField } from '../ui/typed-field';
import type { SideClock } from '../wire/generated';

interface Props {
  legend: string;
  value: SideClock;
  /** Whether its clock has periods, of which all may be spent. */
  hasPeriods: boolean;
  onChange(to: SideClock): void;
}

export function SideClockFields({ legend, value, hasPeriods, onChange }: Props) {
  const { setup, tournaments } = t();
  const { main_ms, periods } = value;
  const minutes = Math.floor(main_ms / 60_000);
  const seconds = Math.floor((main_ms % 60_000) / 1_000);
  const number = (label: string, shown: number, max: number, put: (it: number) => SideClock) => (
    <TypedField
      label={label}
      type="number"
      min={0}
      max={max}
      value={String(shown)}
      onChange={(typed) => onChange(put(Number(typed)))}
    />
  );
  return (
    <fieldset class="columns numbers">
      <legend class="label">{legend}</legend>
      {number(tournaments.minutesLeft, minutes, 600, (it) => ({
        ...value,
        main_ms: it * 60_000 + seconds * 1_000,
      }))}
      {number(tournaments.secondsLeft, seconds, 59, (it) => ({
        ...value,
        main_ms: minutes * 60_000 + it * 1_000,
      }))}
      {hasPeriods && number(setup.periods, periods, 30, (it) => ({ ...value, periods: it }))}
    </fieldset>
  );
}
