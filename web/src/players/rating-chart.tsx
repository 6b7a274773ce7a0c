/** Ratings over the last games, a line for each speed. */

import { titled } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { SPEEDS } from '../ratings/speeds';
import { Noted } from '../ui/noted';
import type { RatingHistory, RatingPoint, Speed } from '../wire/generated';

/** Drawn in about the size in which it is shown, so that its words are as large as others. */
const WIDTH_MAX = 860;
const BESIDE = 100;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 22;

/** So many evenings in clubs are named, the latest. */
const EVENINGS_MAX = 4;

export function RatingChart({ history }: { history: RatingHistory }) {
  const words = t();
  const { points } = history;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const width = Math.min(WIDTH_MAX, window.innerWidth - BESIDE);
  const ratings = points.map((it) => it.rating);
  const step = 100;
  const low = Math.floor((Math.min(...ratings) - 20) / step) * step;
  const high = Math.ceil((Math.max(...ratings) + 20) / step) * step;
  // By game, not by date: a pause says nothing about strength.
  const x = (n: number) => LEFT + ((width - LEFT - 8) * n) / Math.max(1, points.length - 1);
  const y = (rating: number) => 8 + ((HEIGHT - BOTTOM - 8) * (high - rating)) / (high - low);
  const marks: number[] = [];
  const every = high - low > 600 ? 200 : step;
  for (let mark = low; mark <= high; mark += every) marks.push(mark);
  const speeds = SPEEDS.filter((speed) => points.some((it) => it.speed === speed));
  return (
    <figure class="rating-chart">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={words.players.chartLabel(first.rating, last.rating)}
      >
        {marks.map((mark) => (
          <g key={mark}>
            <line x1={LEFT} x2={width - 8} y1={y(mark)} y2={y(mark)} class="grid" />
            <text x={LEFT - 6} y={y(mark) + 4} class="mark">
              {mark}
            </text>
          </g>
        ))}
        {speeds.map((speed) => (
          <path key={speed} class={`line ${speed}`} d={line(points, speed, x, y)} />
        ))}
        {points.map(
          (point, n) =>
            point.over_the_board && (
              <circle
                key={`${point.ended_ms} ${n}`}
                class={`hall ${point.speed}`}
                cx={x(n)}
                cy={y(point.rating)}
                r={3}
              />
            ),
        )}
        <text x={LEFT} y={HEIGHT - 6} class="date">
          {dateText(first.ended_ms)}
        </text>
        <text x={width - 8} y={HEIGHT - 6} class="date end">
          {dateText(last.ended_ms)}
        </text>
      </svg>
      <figcaption class="row note">
        {speeds.map((speed) => (
          <span key={speed} class={`key ${speed}`}>
            {words.ratings.speeds[speed]}
          </span>
        ))}
      </figcaption>
      <Evenings history={history} />
    </figure>
  );
}

/** The evenings in clubs of which games over the board have counted. */
function Evenings({ history: { evenings = [] } }: { history: RatingHistory }) {
  if (evenings.length === 0) return null;
  return (
    <p class="note rating-evenings">
      <Sentence of={t().players.overTheBoard}>
        <Noted>
          {evenings.slice(0, EVENINGS_MAX).map(({ code, name, club }) => (
            <a key={code} href={`/tournaments/${code}`}>
              {titled(club, name)}
            </a>
          ))}
        </Noted>
      </Sentence>
    </p>
  );
}

function line(
  points: RatingPoint[],
  speed: Speed,
  x: (n: number) => number,
  y: (r: number) => number,
): string {
  const steps: string[] = [];
  points.forEach((point, n) => {
    if (point.speed === speed)
      steps.push(`${steps.length ? 'L' : 'M'}${x(n).toFixed(1)} ${y(point.rating).toFixed(1)}`);
  });
  // A single game is a dot: a line of no length with round ends.
  return steps.length === 1 ? `${steps[0]}h0.1` : steps.join('');
}
