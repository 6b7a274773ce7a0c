/**
 * How a piece moves, drawn on a few squares and said in words; both are made of the variant's data.
 */

import { listed, listedClauses } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { settings } from '../settings/settings';
import { type Way, ways } from '../shogi/betza';
import { variantOf } from '../shogi/variant';
import { smallLook } from './look';
import { Sample } from './sample';

/** A square of the board is so wide and so high. */
const W = 11;
const H = 12;

interface Props {
  variant: string;
  kind: string;
}

export function MoveDiagram({ variant, kind }: Props) {
  const table = variantOf(variant);
  const all = ways(table.pieces[kind]?.betza ?? '');
  const power = table.pieces[kind]?.power ?? [];
  const reach = all.some(({ over }) => over) ? 3 : 2;
  const size = 2 * reach + 1;
  const rank = (y: number) =>
    Array.from({ length: size }, (_, x) => (x === reach && y === reach ? kind : ''));
  const corner = Array.from({ length: size }, (_, y) => rank(y));
  return (
    <span class="move-diagram" role="img" aria-label={movesInWords(variant, kind)}>
      <Sample
        board={settings.board.value}
        look={smallLook(table)}
        variant={variant}
        corner={corner}
        over={
          <svg class="move-marks" viewBox={`0 0 ${size * W} ${size * H}`} aria-hidden="true">
            <defs>
              <marker
                id="move-head"
                viewBox="0 0 6 6"
                refX="4"
                refY="3"
                markerWidth="3.4"
                markerHeight="3.4"
                orient="auto"
              >
                <path d="M0 0 L6 3 L0 6 Z" class="head" />
              </marker>
            </defs>
            {all.map((way) => (
              <WayMark key={`${way.right},${way.forward},${way.does},${way.over}`} way={way} reach={reach} />
            ))}
            {power.map(([right = 0, forward = 0]) => (
              <circle
                key={`${right},${forward}`}
                class="twice"
                cx={(reach + right + 0.5) * W}
                cy={(reach - forward + 0.5) * H}
                r="3.1"
              />
            ))}
          </svg>
        }
      />
    </span>
  );
}

/**
 * A dot for a step, a ring for a jump, an arrow for as far as it is free, a cross for what is only
 * taken.
 */
function WayMark({ way, reach }: { way: Way; reach: number }) {
  const at = (n: number): [number, number] => [
    (reach + way.right * n + 0.5) * W,
    (reach - way.forward * n + 0.5) * H,
  ];
  if (way.over) return <OverMark at={at} way={way} />;
  const isJump = Math.max(Math.abs(way.right), Math.abs(way.forward)) > 1;
  const [x, y] = at(1);
  if (isJump) return <circle class={`jump ${way.does}`} cx={x} cy={y} r="2.4" />;
  if (way.range === 1) return <circle class={`step ${way.does}`} cx={x} cy={y} r="2.4" />;
  if (way.range < Number.POSITIVE_INFINITY)
    return (
      <g class="short">
        {Array.from({ length: Math.min(way.range, reach) }, (_, n) => {
          const [cx, cy] = at(n + 1);
          return <circle key={`${cx},${cy}`} class="step" cx={cx} cy={cy} r="2.4" />;
        })}
      </g>
    );
  const [x1, y1] = at(0.55);
  const [x2, y2] = at(reach + 0.3);
  return <line class={`slide ${way.does}`} x1={x1} y1={y1} x2={x2} y2={y2} marker-end="url(#move-head)" />;
}

/** A piece that is gone over, and where that leads. */
function OverMark({ at, way }: { at(n: number): [number, number]; way: Way }) {
  const isNear = way.range <= 2;
  const [sx, sy] = at(isNear ? 1 : 2);
  const [tx, ty] = at(isNear ? 2 : 3);
  return (
    <g class={`over ${way.does}`}>
      <rect class="screen" x={sx - 3} y={sy - 3.4} width="6" height="6.8" rx="1.2" />
      {way.does === 'take' ? (
        <path class="cross" d={`M${tx - 2.2} ${ty - 2.2} l4.4 4.4 m0 -4.4 l-4.4 4.4`} />
      ) : (
        <circle class="jump" cx={tx} cy={ty} r="2.4" />
      )}
    </g>
  );
}

/** Groups of directions that have one word together, the widest first. */
const GROUPS = [
  ['everywhere', ['0,1', '0,-1', '1,0', '-1,0', '1,1', '-1,1', '1,-1', '-1,-1']],
  ['straight', ['0,1', '0,-1', '1,0', '-1,0']],
  ['diagonally', ['1,1', '-1,1', '1,-1', '-1,-1']],
  ['aheadDiagonally', ['1,1', '-1,1']],
  ['backDiagonally', ['1,-1', '-1,-1']],
  ['sideways', ['1,0', '-1,0']],
  ['upAndDown', ['0,1', '0,-1']],
  ['ahead', ['0,1']],
  ['back', ['0,-1']],
  ['right', ['1,0']],
  ['left', ['-1,0']],
  ['aheadRight', ['1,1']],
  ['aheadLeft', ['-1,1']],
  ['backRight', ['1,-1']],
  ['backLeft', ['-1,-1']],
] as const;

/** How a piece moves, in the words of the language. */
export function movesInWords(variant: string, kind: string): string {
  const words = t().variantWords.moves;
  const { betza = '', power = [], power_turns } = variantOf(variant).pieces[kind] ?? {};
  const all = ways(betza);
  const sentences = new Map<string, Set<string>>();
  const note = (key: string, direction: string) =>
    sentences.set(key, (sentences.get(key) ?? new Set()).add(direction));
  for (const { right, forward, range, does, over } of all) {
    const far = Math.max(Math.abs(right), Math.abs(forward));
    const isKnight = right !== 0 && forward !== 0 && Math.abs(right) !== Math.abs(forward);
    const how = isKnight
      ? 'knight'
      : over
        ? range <= 2
          ? 'overNear'
          : 'over'
        : far > 1
          ? 'jump'
          : range === 1
            ? 'step'
            : range < Number.POSITIVE_INFINITY
              ? 'two'
              : 'slide';
    note(`${how} ${does}`, `${Math.sign(right)},${Math.sign(forward)}`);
  }
  const twice = new Set(power.map(([right, forward]) => `${right},${forward}`));
  const said = power_turns ? words.twice : words.twiceAhead(directionsInWords(twice));
  return listedClauses([
    ...(power.length > 0 ? [said] : []),
    ...[...sentences].map(([key, directions]) => {
      const [how = 'step', does = 'both'] = key.split(' ');
      const said = words.ways[how as keyof typeof words.ways](directionsInWords(directions));
      return does === 'move' ? words.onlyMoves(said) : does === 'take' ? words.onlyTakes(said) : said;
    }),
  ]);
}

function directionsInWords(directions: ReadonlySet<string>): string {
  const words = t().variantWords.moves.directions;
  const left = new Set(directions);
  const parts: string[] = [];
  for (const [name, members] of GROUPS) {
    if (!members.every((it) => left.has(it))) continue;
    for (const it of members) left.delete(it);
    parts.push(words[name]);
  }
  return listed(parts);
}
