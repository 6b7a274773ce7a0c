/** A figure over the last hour: a line or two, and the same as a table. */

import { listed } from '../i18n/listed';
import { secondText } from '../i18n/moment';
import { t } from '../i18n/whole';

export interface Line {
  label: string;
  /** One value for each time; null where nothing was measured. */
  values: (number | null)[];
}

interface Props {
  title: string;
  /** Unix milliseconds, the oldest first. */
  times: number[];
  lines: Line[];
  write(value: number): string;
}

const WIDTH = 320;
const HEIGHT = 96;
const TOP = 6;

/** How long a plot is, whatever has been measured, in milliseconds: an hour. */
const SPAN_MS = 3_600_000;

/** How far two rows of the table are apart, in milliseconds. */
const ROW_MS = 5 * 60_000;

export function Plot({ title, times, lines, write }: Props) {
  const words = t().admin;
  const last = times.at(-1) ?? 0;
  const high = scale(Math.max(0, ...lines.flatMap((line) => line.values.map((value) => value ?? 0))));
  const now = lines.map((line) => {
    const value = line.values.at(-1) ?? null;
    return { label: line.label, text: value === null ? words.nothing : write(value) };
  });
  const said = listed(now.map(({ label, text }) => (lines.length > 1 ? `${label} ${text}` : text)));
  return (
    <figure class="plot">
      <figcaption>
        <span>{title}</span>
        <strong>{said}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.plotLabel(title, said)}>
        <text x="2" y={TOP + 8}>
          {write(high)}
        </text>
        <path class="floor" d={`M0 ${HEIGHT - 1}H${WIDTH}`} />
        {lines.map((line, n) => (
          <path key={line.label} class={`line line-${n}`} d={path(times, line.values, last, high)} />
        ))}
      </svg>
      <details>
        <summary>{words.table(title)}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              {lines.map((line) => (
                <th key={line.label} scope="col">
                  {line.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows(times).map((at) => (
              <tr key={at}>
                <th scope="row">{secondText(times[at] ?? 0)}</th>
                {lines.map((line) => {
                  const value = line.values[at] ?? null;
                  return <td key={line.label}>{value === null ? words.nothing : write(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The line, broken where nothing was measured. */
export function path(times: number[], values: (number | null)[], last: number, high: number): string {
  let drawn = '';
  let isDown = false;
  values.forEach((value, n) => {
    const age = last - (times[n] ?? 0);
    if (value === null || age > SPAN_MS) {
      isDown = false;
      return;
    }
    const x = WIDTH * (1 - age / SPAN_MS);
    const y = HEIGHT - 1 - ((HEIGHT - TOP - 1) * value) / high;
    drawn += `${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  });
  return drawn;
}

/** The end of the scale: 1, 2 or 5 times a power of ten, and not less than the highest value. */
export function scale(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * ([1, 2, 5, 10].find((step) => step * power >= highest) ?? 10);
}

/** Which readings the table has: the newest, and one for every few minutes before. */
export function rows(times: number[]): number[] {
  const found: number[] = [];
  for (let n = times.length - 1; n >= 0; n--) {
    const shown = found.at(-1);
    if (shown === undefined || (times[shown] ?? 0) - (times[n] ?? 0) >= ROW_MS) found.push(n);
  }
  return found;
}
