// Draws the pieces: their bodies, how they move, animals and emblems. `node
// scripts/make-pieces.mjs` writes `src/assets/pieces`; all of it is our own drawing.
//
// A body is 110 wide and 120 high, as a square of the board is, with its point up; `…-turned` is
// the same piece seen from across the board, with the light still from above. A picture is 100 by
// 100.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';

const folder = new URL('../src/assets/pieces/', import.meta.url);
const KEPT = new Map();

function write(name, width, height, body) {
  const text = body
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  KEPT.set(
    name,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n${text}\n</svg>\n`,
  );
}

// --- Bodies
// ---------------------------------------------------------------------------------------------------------

/** Five corners with their tips rounded off by `r`. */
function outline(corners, r = 3.2) {
  const n = corners.length;
  const towards = ([ax, ay], [bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay);
    return [ax + ((bx - ax) * r) / length, ay + ((by - ay) * r) / length];
  };
  const f = (point) => point.map((it) => Number(it.toFixed(1))).join(' ');
  return `${corners
    .map((corner, i) => {
      const from = towards(corner, corners[(i + n - 1) % n]);
      const to = towards(corner, corners[(i + 1) % n]);
      return `${i === 0 ? 'M' : 'L'}${f(from)} Q${f(corner)} ${f(to)}`;
    })
    .join(' ')} Z`;
}

/** The shape of a piece: its foot is 94 wide, as a king's is on a real board. */
const KOMA = [
  [55, 4],
  [88, 17],
  [102, 108],
  [8, 108],
  [22, 17],
];
const turned = (corners) => corners.map(([x, y]) => [110 - x, 113 - y]);
const lower = (corners, by) => corners.map(([x, y]) => [x, y + by]);

function woodenBody(corners, { face, edge, shine, grain }) {
  const isUp = corners === KOMA;
  const [top, left, right] = isUp ? [corners[0], corners[4], corners[1]] : [null, corners[2], corners[3]];
  const rim = isUp
    ? `M${left[0] + 2} ${left[1] + 0.8} L${top[0]} ${top[1] + 1.2} L${right[0] - 2} ${right[1] + 0.8}`
    : `M${left[0] + 3.5} ${left[1] + 0.9} L${right[0] - 3.5} ${right[1] + 0.9}`;
  return `
    <defs>
    <linearGradient id="f" x1="0" y1="0" x2="0.25" y2="1"><stop offset="0" stop-color="${face[0]}"/><stop offset="0.55" stop-color="${face[1]}"/><stop offset="1" stop-color="${face[2]}"/></linearGradient>
    <linearGradient id="e" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${edge[0]}"/><stop offset="1" stop-color="${edge[1]}"/></linearGradient>
    <filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="2.2"/></filter>
    </defs>
    <path d="${outline(lower(corners, 5.5))}" fill="#2a1602" opacity="0.45" filter="url(#s)"/>
    <path d="${outline(lower(corners, 3.6))}" fill="url(#e)"/>
    <path d="${outline(corners)}" fill="url(#f)"/>
    ${grain ? `<path d="M27 104 Q33 52 25 19 M46 107 Q50 52 45 10 M68 107 Q75 52 66 11 M90 104 Q90 40 84 19" stroke="${grain}" stroke-width="0.9" fill="none" opacity="0.4"${isUp ? '' : ' transform="rotate(180 55 56.5)"'}/>` : ''}
    <path d="${rim}" stroke="${shine}" stroke-width="1.7" fill="none" opacity="0.9"/>`;
}

/** No light and no grain: a line around a plain face, which is seen on any ground. */
const flatBody = (corners, face, line, rim) => `
    <path d="${outline(lower(corners, 1.5), 6)}" fill="${face}" stroke="${rim}" stroke-width="8" stroke-linejoin="round"/>
    <path d="${outline(lower(corners, 1.5), 6)}" fill="${face}" stroke="${line}" stroke-width="5" stroke-linejoin="round"/>`;

const BODIES = {
  wood: {
    face: ['#fcebc2', '#f3d599', '#e7bf7a'],
    edge: ['#c9974f', '#8f6226'],
    shine: '#fff8e3',
    grain: '#d3a65e',
  },
  pale: {
    face: ['#fffaf0', '#fbf0dc', '#f1dfc0'],
    edge: ['#d9bd92', '#a88655'],
    shine: '#ffffff',
    grain: null,
  },
};
for (const [name, colours] of Object.entries(BODIES)) {
  write(name, 110, 120, woodenBody(KOMA, colours));
  write(`${name}-turned`, 110, 120, woodenBody(turned(KOMA), colours));
}
for (const [name, colours] of Object.entries({
  black: ['#141414', '#141414', '#ffffff'],
  white: ['#ffffff', '#111111', '#ffffff'],
})) {
  write(name, 110, 120, flatBody(KOMA, ...colours));
  write(`${name}-turned`, 110, 120, flatBody(turned(KOMA), ...colours));
}

// --- How pieces move
// ------------------------------------------------------------------------------------------------

const MARK = '#1d4f91';
/** Where a mark's tip is, by the way it shows: steps to the right and forward. */
const TIPS = {
  '0,1': [55, 13],
  '1,1': [84, 23.5],
  '-1,1': [26, 23.5],
  '1,0': [92.5, 62],
  '-1,0': [17.5, 62],
  '0,-1': [55, 104],
  '1,-1': [94.5, 101.5],
  '-1,-1': [15.5, 101.5],
  '1,2': [72, 12.5],
  '-1,2': [38, 12.5],
};
/**
 * A point for one step; with a tail where the piece goes on as far as it likes, a short one where
 * it goes two squares; two points for a jump, a bow for a knight's; a ball behind it for what goes
 * over another piece.
 */
function mark({ right, forward, range, over }) {
  const isKnight = Math.abs(right) !== Math.abs(forward) && right !== 0 && forward !== 0;
  const tip = TIPS[isKnight ? `${right},${forward}` : `${Math.sign(right)},${Math.sign(forward)}`];
  // A lion's other jumps have no room on it.
  if (!tip) return '';
  const [x, y] = tip;
  if (isKnight) {
    const s = right;
    return `<path d="M${x - 6 * s} ${y + 19} Q${x - 6 * s} ${y + 11} ${x - 1 * s} ${y + 6}" stroke="${MARK}" stroke-width="4.6" fill="none" stroke-linecap="round"/><path d="M0 0 L8 12 L-8 12 Z" transform="translate(${x + 2 * s} ${y - 1}) rotate(${24 * s})" fill="${MARK}"/>`;
  }
  const turn = (Math.atan2(right, forward) * 180) / Math.PI;
  const isJump = Math.max(Math.abs(right), Math.abs(forward)) > 1;
  const tail = over
    ? `M-3.6 17 a3.6 3.6 0 1 0 7.2 0 a3.6 3.6 0 1 0 -7.2 0 Z`
    : isJump
      ? `M0 8.5 L8.4 20 L-8.4 20 Z`
      : range > 2
        ? `M-2.9 10 H2.9 V19.5 H-2.9 Z`
        : range === 2
          ? `M-2.9 10 H2.9 V14.5 H-2.9 Z`
          : '';
  return `<path d="M0 0 L8.4 11.5 L-8.4 11.5 Z ${tail}" transform="translate(${x} ${y})${turn === 0 ? '' : ` rotate(${turn})`}" fill="${MARK}"/>`;
}

// The notation is read by what the client reads it with.
const betzaFile = new URL('../src/shogi/betza.ts', import.meta.url);
const { code } = await transformWithOxc(readFileSync(betzaFile, 'utf8'), betzaFile.pathname);
const { ways } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const variants = readFileSync(new URL('../src/wire/variants.ts', import.meta.url), 'utf8');
for (const betza of new Set([...variants.matchAll(/betza: '(\w+)'/g)].map(([, it]) => it)))
  write(`moves/${betza}`, 110, 120, ways(betza).map(mark).join('\n'));

// --- Animals
// --------------------------------------------------------------------------------------------------------

const INK = '#3f2716';
const line = (width = 4) =>
  `stroke="${INK}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;
const eyes = (x, y, r = 4.2) =>
  [50 - x, 50 + x]
    .map(
      (cx) =>
        `<circle cx="${cx}" cy="${y}" r="${r}" fill="${INK}"/><circle cx="${cx + r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.34}" fill="#fff"/>`,
    )
    .join('');
const cheeks = (x, y, r = 5, fill = '#f2937a') =>
  `<circle cx="${50 - x}" cy="${y}" r="${r}" fill="${fill}" opacity="0.7"/><circle cx="${50 + x}" cy="${y}" r="${r}" fill="${fill}" opacity="0.7"/>`;
/** The same on both sides. */
const both = (body) => `${body}<g transform="translate(100 0) scale(-1 1)">${body}</g>`;
const smile = (y, w = 7) =>
  `<path d="M50 ${y} q${-w * 0.6} ${w * 0.9} ${-w * 1.2} ${w * 0.25} M50 ${y} q${w * 0.6} ${w * 0.9} ${w * 1.2} ${w * 0.25}" fill="none" ${line(3)}/>`;

/** A mane is a ring of tufts. */
function tufts(n, r, size, cx = 50, cy = 53) {
  return Array.from({ length: n }, (_, i) => {
    const a = (i / n) * 2 * Math.PI;
    return `<circle cx="${(cx + r * Math.sin(a)).toFixed(1)}" cy="${(cy - r * Math.cos(a)).toFixed(1)}" r="${size}"/>`;
  }).join('');
}

const CROWN = `<path d="M33 22 L30 3 L41 12 L50 0 L59 12 L70 3 L67 22 Z" fill="#ffd64a" ${line(3.4)}/><circle cx="50" cy="15" r="3" fill="#d2402b"/>`;

const lionHead = (mane, face) => `
  <g fill="${mane}" ${line(4)}>${tufts(12, 34, 10.5)}</g><circle cx="50" cy="53" r="35" fill="${mane}"/>
  ${both(`<circle cx="26" cy="33" r="8.5" fill="${face}" ${line(3.6)}/>`)}
  <ellipse cx="50" cy="56" rx="27" ry="26" fill="${face}" ${line(3.6)}/>
  <ellipse cx="50" cy="68" rx="15" ry="11" fill="#fff6df"/>
  ${eyes(12, 52)}
  <path d="M43 60 H57 L50 67 Z" fill="${INK}" ${line(2.4)}/>${smile(68, 7.5)}`;

const ANIMALS = {
  lion: `${lionHead('#c8691b', '#f9c95e')}${CROWN}`,
  cub: `${both(`<circle cx="24" cy="28" r="12" fill="#f9c95e" ${line(4)}/><circle cx="25" cy="29" r="5.5" fill="#e08a4e"/>`)}
    <ellipse cx="50" cy="56" rx="36" ry="34" fill="#f9c95e" ${line(4)}/>
    <path d="M40 24 Q44 10 50 22 Q55 9 60 24" fill="#c8691b" ${line(3.4)}/>
    <ellipse cx="50" cy="70" rx="17" ry="12" fill="#fff6df"/>${cheeks(25, 66)}
    ${eyes(15, 52, 5)}<path d="M43 61 H57 L50 68 Z" fill="${INK}" ${line(2.4)}/>${smile(69, 8)}`,
  eagle: `
    <path d="M50 96 Q10 92 4 46 Q2 34 7 26 Q14 44 30 50 H70 Q86 44 93 26 Q98 34 96 46 Q90 92 50 96 Z" fill="#7a4a24" ${line(4)}/>
    ${both(`<path d="M10 48 Q18 58 30 62 M14 62 Q22 70 33 72 M23 76 Q29 80 37 81" fill="none" stroke="#4f2d12" stroke-width="3.4" stroke-linecap="round"/>`)}
    <path d="M50 5 Q24 6 22 36 Q21 56 30 68 L36 62 L42 72 L50 64 L58 72 L64 62 L70 68 Q79 56 78 36 Q76 6 50 5 Z" fill="#fffdf6" ${line(4)}/>
    ${eyes(14, 36, 4.8)}
    ${both(`<path d="M28 25 Q36 25 44 31" fill="none" ${line(4.4)}/>`)}
    <path d="M39 40 Q50 33 61 40 Q60 54 53 60 Q50 66 47 60 Q40 54 39 40 Z" fill="#ffb91f" ${line(3.6)}/>
    <path d="M41 44 Q50 49 59 44" fill="none" ${line(2.4)}/>`,
  deer: `
    ${both(`<path d="M40 34 Q26 30 24 4 M25 18 Q12 18 9 5 M29 27 Q16 32 10 24" fill="none" stroke="${INK}" stroke-width="9.5" stroke-linecap="round"/><path d="M40 34 Q26 30 24 4 M25 18 Q12 18 9 5 M29 27 Q16 32 10 24" fill="none" stroke="#9a6a38" stroke-width="5" stroke-linecap="round"/>`)}
    ${both(`<path d="M33 45 Q14 34 7 46 Q13 58 31 56 Z" fill="#d0904f" ${line(3.6)}/><path d="M27 48 Q17 43 13 47 Q18 53 27 52 Z" fill="#f6c9a4"/>`)}
    <path d="M50 30 Q27 31 28 54 Q30 68 37 80 Q42 97 50 97 Q58 97 63 80 Q70 68 72 54 Q73 31 50 30 Z" fill="#d0904f" ${line(4)}/>
    <path d="M50 68 Q38 69 38 80 Q41 94 50 94 Q59 94 62 80 Q62 69 50 68 Z" fill="#fff1dc"/>
    <path d="M43 75 H57 Q56 83 50 83 Q44 83 43 75 Z" fill="${INK}"/>
    <circle cx="50" cy="41" r="2.6" fill="#fff1dc"/><circle cx="43" cy="46" r="2.2" fill="#fff1dc"/><circle cx="57" cy="46" r="2.2" fill="#fff1dc"/>
    ${eyes(13, 57, 4.6)}`,
  dog: `
    <path d="M50 10 Q18 10 17 44 Q16 88 50 92 Q84 88 83 44 Q82 10 50 10 Z" fill="#f3b23c" ${line(4)}/>
    <path d="M50 11 Q40 30 43 54 H57 Q60 30 50 11 Z" fill="#fff3d6"/>
    <ellipse cx="50" cy="67" rx="21" ry="18" fill="#fff3d6"/>
    ${both(`<path d="M31 15 Q12 8 7 24 Q2 46 10 61 Q20 66 24 48 Q25 30 34 22 Z" fill="#c47a17" ${line(4)}/>`)}
    ${eyes(16, 46, 4.8)}
    <path d="M41 57 Q50 53 59 57 Q58 66 50 67 Q42 66 41 57 Z" fill="${INK}"/>
    <path d="M44 74 H56 V83 Q50 90 44 83 Z" fill="#ee6f63" ${line(2.6)}/>
    <path d="M50 67 V73 M50 73 q-6 6 -12 1 M50 73 q6 6 12 1" fill="none" ${line(3)}/>`,
  cat: `
    ${both(`<path d="M17 46 L15 8 Q17 5 21 8 L43 24 Z" fill="#aab3bd" ${line(4)}/><path d="M22 31 L21 16 L32 24 Z" fill="#f3a9a6"/>`)}
    <path d="M50 20 Q12 22 11 56 Q13 90 50 91 Q87 90 89 56 Q88 22 50 20 Z" fill="#aab3bd" ${line(4)}/>
    <path d="M50 22 V37 M38 24 L41 36 M62 24 L59 36" stroke="#6b7480" stroke-width="5" stroke-linecap="round"/>
    <ellipse cx="41" cy="70" rx="12" ry="10" fill="#f6f7f8"/><ellipse cx="59" cy="70" rx="12" ry="10" fill="#f6f7f8"/>
    ${[32, 68].map((cx) => `<ellipse cx="${cx}" cy="52" rx="6.4" ry="7.4" fill="#cfe06a" stroke="${INK}" stroke-width="2.6"/><ellipse cx="${cx}" cy="52" rx="2.4" ry="6" fill="${INK}"/>`).join('')}
    <path d="M45 62 H55 L50 68 Z" fill="#e07f7c" ${line(2)}/>${smile(69, 8)}
    ${both(`<path d="M27 68 L5 63 M27 74 L6 78" ${line(2.6)}/>`)}`,
  rabbit: `
    ${both(`<path d="M34 46 Q17 30 21 8 Q24 -2 33 5 Q45 18 45 42 Z" fill="#fffdf8" ${line(4)}/><path d="M34 36 Q25 24 27 12 Q30 8 33 14 Q39 24 39 37 Z" fill="#f5aab4"/>`)}
    <ellipse cx="50" cy="65" rx="34" ry="31" fill="#fffdf8" ${line(4)}/>
    ${cheeks(23, 73, 6, '#f5aab4')}${eyes(14, 59, 5)}
    <path d="M45 68 H55 L50 73 Z" fill="#e2778a" ${line(2)}/>
    <path d="M45 79 H55 V89 Q50 91 45 89 Z" fill="#fff" ${line(2.4)}/><path d="M50 79 V89" ${line(2)}/>${smile(74, 7.5)}`,
  boar: `
    <path d="M24 32 L31 8 L39 20 L45 3 L51 17 L59 4 L63 20 L71 9 L76 32 Z" fill="#3c2413" ${line(4)}/>
    ${both(`<path d="M26 36 Q7 36 6 15 Q23 12 36 26 Z" fill="#8a5733" ${line(4)}/>`)}
    <path d="M50 18 Q17 20 15 54 Q16 90 50 94 Q84 90 85 54 Q83 20 50 18 Z" fill="#8a5733" ${line(4)}/>
    ${eyes(18, 45, 4.6)}
    <ellipse cx="50" cy="68" rx="22" ry="16.5" fill="#d99a7c" ${line(4)}/>
    <ellipse cx="42" cy="67" rx="4" ry="5.6" fill="${INK}"/><ellipse cx="58" cy="67" rx="4" ry="5.6" fill="${INK}"/>
    ${both(`<path d="M30 82 Q20 80 18 62 Q26 66 33 73 Z" fill="#fffbee" ${line(3)}/>`)}`,
  chick: `
    <path d="M47 16 Q40 2 49 1 Q50 6 51 9 Q56 1 61 6 Q57 10 54 17 Z" fill="#ffd83d" ${line(3.6)}/>
    ${both(`<path d="M20 56 Q4 58 6 74 Q16 78 25 70 Z" fill="#f5bf1d" ${line(4)}/>`)}
    <ellipse cx="50" cy="57" rx="36" ry="38" fill="#ffd83d" ${line(4)}/>
    ${cheeks(24, 60, 5.5)}${eyes(15, 47, 5)}
    <path d="M36 58 Q50 47 64 58 Q50 72 36 58 Z" fill="#f58a1f" ${line(3.4)}/><path d="M38 58 Q50 62 62 58" fill="none" ${line(2.4)}/>`,
  hen: `
    <path d="M31 27 Q24 8 36 8 Q40 8 41 14 Q44 1 51 2 Q57 3 57 13 Q63 5 69 11 Q75 17 68 29 Z" fill="#e23b2a" ${line(3.8)}/>
    ${both(`<path d="M20 60 Q3 58 3 76 Q14 86 28 76 Z" fill="#f3e3c4" ${line(4)}/>`)}
    <path d="M50 20 Q21 21 19 55 Q18 92 50 95 Q82 92 81 55 Q79 21 50 20 Z" fill="#fffdf8" ${line(4)}/>
    <path d="M44 66 Q38 84 46 86 Q50 83 50 79 Q50 83 54 86 Q62 84 56 66 Z" fill="#e23b2a" ${line(3)}/>
    ${eyes(14, 43, 4.8)}
    <path d="M37 54 Q50 43 63 54 Q50 71 37 54 Z" fill="#ffb21f" ${line(3.4)}/><path d="M39 54 Q50 59 61 54" fill="none" ${line(2.4)}/>`,
  dragon: `
    ${both(`<path d="M37 26 Q24 18 22 0 Q39 4 47 22 Z" fill="#ffe08a" ${line(3.8)}/>`)}
    ${both(`<path d="M25 36 Q6 28 4 44 Q10 45 13 49 Q4 54 9 64 Q15 62 20 64 Z" fill="#ffb21f" ${line(3.6)}/>`)}
    <path d="M50 15 Q20 18 20 46 Q20 62 28 70 Q26 92 50 95 Q74 92 72 70 Q80 62 80 46 Q80 18 50 15 Z" fill="#3f9d57" ${line(4)}/>
    <path d="M50 17 Q42 32 43 50 H57 Q58 32 50 17 Z" fill="#8fd08f"/>
    ${both(`<path d="M26 36 Q34 32 45 42" fill="none" ${line(4.6)}/>`)}
    ${[35, 65].map((cx) => `<circle cx="${cx}" cy="47" r="6" fill="#fff6b8" stroke="${INK}" stroke-width="2.6"/><circle cx="${cx}" cy="47.5" r="2.8" fill="${INK}"/>`).join('')}
    <path d="M50 57 Q31 58 29 72 Q31 86 50 87 Q69 86 71 72 Q69 58 50 57 Z" fill="#8fd08f" ${line(3.6)}/>
    ${both(`<ellipse cx="42" cy="66" rx="3.4" ry="4.2" fill="${INK}"/>`)}
    <path d="M34 76 Q50 83 66 76" fill="none" ${line(3.2)}/>${both(`<path d="M36 77 L39 85 L43 79 Z" fill="#fff" ${line(2)}/>`)}
    ${both(`<path d="M30 70 Q14 72 8 86" fill="none" stroke="#ffe08a" stroke-width="4.5" stroke-linecap="round"/>`)}`,
  horse: `
    ${both(`<path d="M35 28 Q22 22 25 2 Q40 6 45 22 Z" fill="#f7efe2" ${line(4)}/><path d="M34 20 Q30 16 31 10 Q37 13 39 19 Z" fill="#f0b9a0"/>`)}
    <path d="M50 16 Q26 17 26 44 Q28 60 33 70 Q30 95 50 97 Q70 95 67 70 Q72 60 74 44 Q74 17 50 16 Z" fill="#f7efe2" ${line(4)}/>
    <path d="M50 66 Q34 66 33 80 Q35 94 50 95 Q65 94 67 80 Q66 66 50 66 Z" fill="#e3c7a8"/>
    <path d="M38 24 Q34 4 50 3 Q66 4 62 24 Q60 40 50 45 Q52 36 46 38 Q47 30 41 34 Q42 27 38 24 Z" fill="#7a3b1a" ${line(3.6)}/>
    ${eyes(16, 50, 4.8)}
    ${both(`<ellipse cx="42" cy="77" rx="3.6" ry="5" fill="${INK}"/>`)}<path d="M41 87 Q50 92 59 87" fill="none" ${line(3)}/>`,
  elephant: `
    ${both(`<path d="M33 28 Q4 10 2 44 Q2 72 22 72 Q32 70 35 56 Z" fill="#8fa7c2" ${line(4)}/><path d="M26 36 Q11 28 10 46 Q11 62 23 62 Q29 56 29 46 Z" fill="#f0b9bb"/>`)}
    <path d="M50 10 Q25 11 25 42 Q26 62 38 68 Q40 84 38 92 Q50 101 62 92 Q60 84 62 68 Q74 62 75 42 Q75 11 50 10 Z" fill="#8fa7c2" ${line(4)}/>
    <path d="M41 73 Q50 77 59 73 M40 82 Q50 86 60 82" fill="none" stroke="#5f7792" stroke-width="3.4" stroke-linecap="round"/>
    ${both(`<path d="M36 68 Q30 78 33 86 Q40 84 41 72 Z" fill="#fffbee" ${line(3)}/>`)}
    ${cheeks(19, 55, 4.5)}${eyes(13, 44, 4.6)}`,
  giraffe: `
    ${both(`<path d="M41 22 L37 4" ${line(10)}/><path d="M41 22 L37 6" stroke="#f4c64a" stroke-width="5"/><circle cx="37" cy="5" r="6" fill="#8a4f1d" ${line(3)}/>`)}
    ${both(`<path d="M31 34 Q12 20 7 33 Q12 47 31 44 Z" fill="#f4c64a" ${line(3.8)}/>`)}
    <path d="M50 16 Q26 17 27 44 Q29 58 35 68 Q32 96 50 97 Q68 96 65 68 Q71 58 73 44 Q74 17 50 16 Z" fill="#f4c64a" ${line(4)}/>
    <path d="M36 22 Q44 20 46 28 Q40 34 34 30 Z M56 24 Q64 21 67 29 Q62 35 56 31 Z M29 40 Q33 36 36 40 Q35 46 30 47 Z M71 41 Q66 36 64 41 Q65 47 70 48 Z M46 34 Q52 32 54 38 Q50 43 46 40 Z" fill="#a9651f"/>
    <path d="M50 66 Q36 66 35 80 Q38 94 50 95 Q62 94 65 80 Q64 66 50 66 Z" fill="#fde7b6"/>
    ${eyes(15, 53, 4.8)}${both(`<ellipse cx="44" cy="76" rx="2.8" ry="3.6" fill="${INK}"/>`)}<path d="M41 85 Q50 91 59 85" fill="none" ${line(3)}/>`,
  tiger: `
    ${both(`<circle cx="24" cy="25" r="12" fill="#f08c2e" ${line(4)}/><circle cx="25" cy="27" r="5" fill="#fff3dc"/>`)}
    <path d="M50 14 Q13 16 12 54 Q14 91 50 92 Q86 91 88 54 Q87 16 50 14 Z" fill="#f08c2e" ${line(4)}/>
    <path d="M50 17 V34 M38 19 L42 31 M62 19 L58 31" ${line(5)}/>${both(`<path d="M14 48 L27 52 M14 62 L27 62 M19 76 L30 71" ${line(5)}/>`)}
    <ellipse cx="50" cy="72" rx="20" ry="15" fill="#fff3dc"/>
    ${eyes(15, 50, 4.8)}<path d="M43 61 H57 L50 68 Z" fill="#d4575a" ${line(2.4)}/>${smile(69, 8)}`,
  crab: `
    ${both(`<path d="M22 56 Q4 50 8 30 Q14 40 20 34 Q17 24 28 20 Q38 32 31 48 Z" fill="#e2513a" ${line(4)}/><path d="M24 72 Q10 74 6 86 M32 80 Q22 86 21 95" fill="none" ${line(5.5)}/>`)}
    ${both(`<path d="M41 44 V30" ${line(5)}/><circle cx="41" cy="27" r="7" fill="#fff" ${line(3.2)}/><circle cx="42" cy="27" r="3" fill="${INK}"/>`)}
    <ellipse cx="50" cy="65" rx="33" ry="24" fill="#e2513a" ${line(4)}/>${cheeks(20, 68, 5, '#ffb6a0')}<path d="M40 70 Q50 79 60 70" fill="none" ${line(3.4)}/>`,
};

/**
 * The birds of tori shogi are one head with much around it: what is behind, its colour, its mask,
 * its beak.
 */
const HOOKED = `<path d="M40 52 Q50 44 60 52 Q60 66 53 72 Q50 77 47 72 Q40 66 40 52 Z" fill="#ffb91f" ${line(3.4)}/><path d="M41 56 Q50 61 59 56" fill="none" ${line(2.4)}/>`;
const beakOf = (fill, length, width = 11) =>
  `<path d="M${50 - width} 58 Q50 50 ${50 + width} 58 L50 ${58 + length} Z" fill="${fill}" ${line(3.2)}/><path d="M${50 - width + 2} 60 Q50 65 ${50 + width - 2} 60" fill="none" ${line(2.2)}/>`;
const bird = ({ behind = '', head, mask = '', beak, eyeY = 47 }) => `
  ${behind}
  <ellipse cx="50" cy="56" rx="34" ry="35" fill="${head}" ${line(4)}/>
  ${mask}${eyes(15, eyeY, 5)}${beak}`;

Object.assign(ANIMALS, {
  falcon: bird({
    behind: both(`<path d="M24 62 Q4 56 3 84 Q16 90 32 80 Z" fill="#4f5d70" ${line(4)}/>`),
    head: '#5f6e82',
    mask: `<path d="M50 58 Q28 58 24 76 Q34 90 50 90 Q66 90 76 76 Q72 58 50 58 Z" fill="#fff6e0"/>${both(`<path d="M32 52 Q30 66 36 74" fill="none" stroke="#2b3440" stroke-width="6" stroke-linecap="round"/><path d="M27 37 Q36 36 44 43" fill="none" ${line(4.4)}/>`)}`,
    beak: HOOKED,
  }),
  quail: bird({
    behind: `<path d="M50 24 Q46 4 62 4 Q70 8 66 16 Q58 12 55 24 Z" fill="#5a3c1f" ${line(3.4)}/>`,
    head: '#b5814b',
    mask: `${both(`<path d="M20 42 Q30 28 45 32" fill="none" stroke="#fff1d2" stroke-width="6" stroke-linecap="round"/>`)}<path d="M50 66 Q34 66 30 80 Q40 91 50 91 Q60 91 70 80 Q66 66 50 66 Z" fill="#f3d9ad"/>${both(`<path d="M36 78 L39 84 M44 82 L46 88" ${line(3)}/>`)}`,
    beak: beakOf('#7b6a58', 13, 9),
    eyeY: 50,
  }),
  crane: bird({
    head: '#fffdf8',
    mask: `<path d="M32 30 Q50 12 68 30 Q60 40 50 40 Q40 40 32 30 Z" fill="#d6301f" ${line(3)}/>${both(`<path d="M18 62 Q24 88 50 90 Q38 80 34 64 Q26 66 18 62 Z" fill="#2d2a28"/>`)}`,
    beak: beakOf('#8d9a6d', 34, 8),
    eyeY: 51,
  }),
  pheasant: bird({
    behind: `${both(`<path d="M30 28 Q16 20 14 4 Q30 10 40 22 Z" fill="#1f5f3c" ${line(3.4)}/>`)}`,
    head: '#2f7d4f',
    mask: `${both(`<path d="M46 44 Q30 30 20 46 Q22 62 36 62 Q46 58 46 44 Z" fill="#d6301f" ${line(2.6)}/>`)}<path d="M22 74 Q36 84 50 84 Q64 84 78 74 L75 82 Q60 92 50 92 Q40 92 25 82 Z" fill="#fffdf8"/>`,
    beak: beakOf('#e8d9a8', 15, 9),
    eyeY: 50,
  }),
  swallow: bird({
    behind: both(`<path d="M36 30 Q20 18 8 2 Q30 6 46 22 Z" fill="#1d2f55" ${line(3.6)}/>`),
    head: '#2c4478',
    mask: `<path d="M50 56 Q32 58 28 74 Q38 90 50 91 Q62 90 72 74 Q68 58 50 56 Z" fill="#fffaf0"/><path d="M34 66 Q50 58 66 66 Q62 78 50 78 Q38 78 34 66 Z" fill="#c9472c"/>`,
    beak: beakOf('#2b2520', 11, 8),
    eyeY: 46,
  }),
  goose: bird({
    head: '#9a8a78',
    mask: `<path d="M50 62 Q26 62 22 76 Q34 91 50 91 Q66 91 78 76 Q74 62 50 62 Z" fill="#efe5d6"/><path d="M40 28 Q50 22 60 28 L56 50 H44 Z" fill="#7d6d5c"/>`,
    beak: `<path d="M36 56 Q50 46 64 56 Q66 74 50 80 Q34 74 36 56 Z" fill="#f28a24" ${line(3.4)}/><path d="M38 62 Q50 70 62 62" fill="none" ${line(2.4)}/>${both(`<circle cx="46" cy="58" r="1.8" fill="${INK}"/>`)}`,
    eyeY: 44,
  }),
  phoenix: bird({
    behind: `${both(`<path d="M40 30 Q20 30 12 10 Q30 12 44 24 Z M26 52 Q4 46 2 24 Q18 30 30 42 Z" fill="#e4572e" ${line(3.6)}/>`)}<path d="M42 26 Q40 6 50 0 Q60 6 58 26 Z" fill="#f7a21b" ${line(3.6)}/>`,
    head: '#f4b731',
    mask: `<path d="M50 62 Q30 62 27 78 Q38 91 50 91 Q62 91 73 78 Q70 62 50 62 Z" fill="#fff0c4"/>${both(`<path d="M28 38 Q36 35 44 41" fill="none" ${line(4)}/>`)}`,
    beak: HOOKED,
  }),
  ox: `
    ${both(`<path d="M34 28 Q8 30 8 4 Q22 16 40 16 Z" fill="#efe3c8" ${line(4)}/><path d="M28 38 Q8 32 5 46 Q14 56 28 50 Z" fill="#6d4526" ${line(3.8)}/>`)}
    <path d="M50 14 Q22 16 22 46 Q24 62 30 72 Q30 94 50 96 Q70 94 70 72 Q76 62 78 46 Q78 16 50 14 Z" fill="#85562f" ${line(4)}/>
    ${eyes(15, 46, 4.8)}<ellipse cx="50" cy="76" rx="20" ry="15" fill="#e9cdb0" ${line(3.6)}/>
    ${both(`<ellipse cx="43" cy="74" rx="3.4" ry="4.4" fill="${INK}"/>`)}<path d="M41 84 Q50 89 59 84" fill="none" ${line(3)}/>`,
  leopard: `
    ${both(`<circle cx="24" cy="25" r="12" fill="#f2c14e" ${line(4)}/><circle cx="25" cy="27" r="5" fill="#fff3dc"/>`)}
    <path d="M50 14 Q13 16 12 54 Q14 91 50 92 Q86 91 88 54 Q87 16 50 14 Z" fill="#f2c14e" ${line(4)}/>
    <g fill="#5a3a1c">${both(`<circle cx="40" cy="24" r="4"/><circle cx="30" cy="33" r="4.4"/><circle cx="19" cy="50" r="4"/><circle cx="21" cy="64" r="4.4"/><circle cx="30" cy="77" r="3.6"/>`)}<circle cx="50" cy="33" r="4"/></g>
    <ellipse cx="50" cy="72" rx="20" ry="15" fill="#fff3dc"/>
    ${eyes(15, 50, 4.8)}<path d="M43 61 H57 L50 68 Z" fill="#d4575a" ${line(2.4)}/>${smile(69, 8)}`,
  whale: `
    <path d="M50 22 Q48 10 38 6 M50 22 Q52 10 62 6 M50 22 V4" fill="none" stroke="#5aa6d6" stroke-width="5" stroke-linecap="round"/>
    <path d="M50 22 Q12 24 8 60 Q10 92 50 94 Q90 92 92 60 Q88 24 50 22 Z" fill="#3f6f9f" ${line(4)}/>
    <path d="M12 66 Q30 60 50 60 Q70 60 88 66 Q86 92 50 92 Q14 92 12 66 Z" fill="#e8f1f7" ${line(3)}/>
    <path d="M26 78 Q50 84 74 78 M32 86 Q50 90 68 86" fill="none" stroke="#9db7cc" stroke-width="3" stroke-linecap="round"/>
    ${eyes(24, 51, 4.6)}`,
});

/** What has promoted looks out of a red sun. */
const onSun = (body, scale = 0.78) => `
  <filter id="h" x="-20%" y="-20%" width="140%" height="140%"><feMorphology in="SourceAlpha" operator="dilate" radius="2.6" result="a"/><feFlood flood-color="#fff1d0"/><feComposite in2="a" operator="in" result="r"/><feMerge><feMergeNode in="r"/><feMergeNode in="SourceGraphic"/></feMerge></filter>
  <circle cx="50" cy="50" r="50" fill="#d9341f"/>
  <g filter="url(#h)" transform="translate(${50 - 50 * scale} ${50 - 50 * scale}) scale(${scale})">${body}</g>`;

// Its wings must not lie under the marks at its sides.
ANIMALS.eagle = `<g transform="translate(9 6) scale(0.82 0.9)">${ANIMALS.eagle}</g>`;
for (const [name, body] of Object.entries(ANIMALS)) write(`animals/${name}`, 100, 100, body);
const PROMOTED =
  'dragon horse cub cat rabbit boar hen dog lion elephant crab eagle falcon goose ox whale deer'.split(' ');
for (const name of PROMOTED) write(`animals/${name}-promoted`, 100, 100, onSun(ANIMALS[name]));

// --- Emblems
// --------------------------------------------------------------------------------------------------------

const BLACK = '#22160b';
const RED = '#b51f12';
const CREAM = '#fdf1d3';
const stroked = (ink, width = 4) =>
  `stroke="${ink}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;

/** Each takes the ink it is drawn with, and what shows through it. */
const crown = (ink, through, jewel) => `
  <path d="M14 76 L6 30 L28 50 L50 12 L72 50 L94 30 L86 76 Z" fill="${jewel}" ${stroked(ink, 6)}/>
  <circle cx="6" cy="28" r="6" fill="${ink}"/><circle cx="94" cy="28" r="6" fill="${ink}"/><circle cx="50" cy="10" r="7" fill="${ink}"/>
  <path d="M15 78 H85 V92 H15 Z" fill="${ink}" ${stroked(ink, 5)}/><path d="M24 85 H76" ${stroked(through, 4)}/>
  <circle cx="50" cy="60" r="6.5" fill="${ink}"/>`;
const tower = (ink, through) => `
  <path d="M18 8 H33 V19 H43 V8 H57 V19 H67 V8 H82 V32 L72 42 V70 L82 80 V94 H18 V80 L28 70 V42 L18 32 Z" fill="${ink}" ${stroked(ink, 3)}/>
  <path d="M26 35 H74 M33 74 H67" ${stroked(through, 4.5)}/><path d="M43 66 V55 Q43 48 50 48 Q57 48 57 55 V66 Z" fill="${through}"/>`;
const mitre = (ink, through) => `
  <path d="M50 4 Q78 30 76 54 Q76 66 66 74 H34 Q24 66 24 54 Q22 30 50 4 Z" fill="${ink}"/>
  <path d="M58 26 L44 46" ${stroked(through, 6)}/>
  <path d="M20 80 Q50 70 80 80 L84 94 H16 Z" fill="${ink}" ${stroked(ink, 3)}/><path d="M30 66 H70" ${stroked(through, 4.5)}/>`;
const SHIELD = 'M50 5 Q68 16 90 14 Q94 72 50 97 Q6 72 10 14 Q32 16 50 5 Z';
const sun = (ink, centre = '50 46') => {
  const [x, y] = centre.split(' ').map(Number);
  const rays = Array.from({ length: 8 }, (_, i) => {
    const a = (i / 8) * 2 * Math.PI;
    const p = (r) => `${(x + r * Math.sin(a)).toFixed(1)} ${(y - r * Math.cos(a)).toFixed(1)}`;
    return `M${p(20)} L${p(28)}`;
  }).join(' ');
  return `<circle cx="${x}" cy="${y}" r="13.5" fill="${ink}"/><path d="${rays}" ${stroked(ink, 6)}/>`;
};
const moon = (ink) => `<path d="M60 22 A27 27 0 1 0 74 58 A21 21 0 1 1 60 22 Z" fill="${ink}"/>`;
const shield = (ink, ground, charge) =>
  `<path d="${SHIELD}" fill="${ground}" ${stroked(ink, 6.5)}/>${charge}`;
const knight = (ink, through) => `
  <path d="M26 94 Q24 70 42 58 Q46 54 45 49 Q36 55 30 63 Q24 69 17 65 Q8 60 12 51 L26 26 Q30 16 42 12 L44 2 L54 11 Q90 18 88 62 Q88 80 82 94 Z" fill="${ink}" ${stroked(ink, 3)}/>
  <circle cx="40" cy="29" r="4.2" fill="${through}"/><path d="M62 22 Q80 34 78 66" fill="none" ${stroked(through, 4)}/><path d="M19 56 L22 53" ${stroked(through, 3.5)}/>`;
const spear = (ink, through) => `
  <path d="M38 1 Q56 20 50 40 H26 Q20 20 38 1 Z" fill="${ink}" ${stroked(ink, 3)}/><path d="M38 14 V34" ${stroked(through, 4)}/>
  <path d="M38 40 V97" ${stroked(ink, 9)}/><path d="M24 46 H52" ${stroked(ink, 7)}/>
  <path d="M40 54 L88 64 L40 78 Z" fill="${ink}" ${stroked(ink, 3)}/>`;
const foot = (ink) => `
  <circle cx="50" cy="26" r="18" fill="${ink}"/><path d="M36 44 H64" ${stroked(ink, 8)}/>
  <path d="M42 48 H58 Q58 66 74 78 H26 Q42 66 42 48 Z" fill="${ink}" ${stroked(ink, 3)}/>
  <path d="M20 84 H80 V94 H20 Z" fill="${ink}" ${stroked(ink, 4)}/>`;
/**
 * Upright where it shoots along files and ranks, aslant where along diagonals; what is on it tells
 * its metal.
 */
const cannon = (ink, through, [metal, charge], slanted) => {
  const wheel = (x, y, r) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${through}" ${stroked(ink, 6)}/>
     <path d="M${x - r} ${y} H${x + r} M${x} ${y - r} V${y + r}" ${stroked(ink, 4)}/><circle cx="${x}" cy="${y}" r="4.5" fill="${ink}"/>`;
  const barrel = `
    <path d="M32 5 H68 V18 H64 L69 60 Q69 76 50 76 Q31 76 31 60 L36 18 H32 Z" fill="${metal}" ${stroked(ink, 6)}/>
    <path d="M37 19 H63 M33 58 H67" ${stroked(ink, 5)}/><circle cx="50" cy="80" r="5" fill="${ink}"/>${charge(ink)}`;
  return slanted
    ? `<g transform="translate(3 2) scale(0.94) rotate(45 50 52)">${barrel}</g>${wheel(40, 73, 20)}`
    : `<path d="M26 70 H74 L84 84 H16 Z" fill="${ink}"/>${barrel}${wheel(23, 83, 13)}${wheel(77, 83, 13)}`;
};
const METALS = {
  gold: ['#f0b722', (ink) => `<circle cx="50" cy="39" r="8.5" fill="${ink}"/>`],
  silver: ['#dde3ea', (ink) => `<path d="M54 28 A11 11 0 1 0 60 44 A9 9 0 1 1 54 28 Z" fill="${ink}"/>`],
  copper: ['#d68a55', (ink) => `<path d="M50 27 L59 39 L50 51 L41 39 Z" fill="${ink}"/>`],
  iron: ['#8d98a4', (ink) => `<path d="M42 31 L58 47 M58 31 L42 47" ${stroked(ink, 6)}/>`],
};
/** What flies has wings. */
const winged = (body) => `
  <path d="M32 58 Q8 58 1 22 Q14 34 24 34 Q32 40 36 48 Z M68 58 Q92 58 99 22 Q86 34 76 34 Q68 40 64 48 Z" fill="${CREAM}" ${stroked(RED, 5)}/>
  <g transform="translate(13 16) scale(0.74)">${body}</g>`;
const within = (body, scale = 0.56, y = 47) =>
  `<g transform="translate(${50 - 50 * scale} ${y - 50 * scale}) scale(${scale})">${body}</g>`;
/** Crowned: it moves as before, and as a king. */
const crowned = (body) =>
  `<g transform="translate(11 22) scale(0.78)">${body}</g><g transform="translate(27 -2) scale(0.46 0.34)">${crown(RED, CREAM, '#ffd25a')}</g>`;

const EMBLEMS = {
  king: crown(BLACK, CREAM, '#e8b52a'),
  rook: tower(BLACK, CREAM),
  bishop: mitre(BLACK, CREAM),
  gold: shield(BLACK, '#f0b722', sun('#7a4300')),
  silver: shield(BLACK, '#dde3ea', moon('#4a5866')),
  knight: knight(BLACK, CREAM),
  lance: spear(BLACK, CREAM),
  pawn: foot(BLACK),
  'rook-promoted': crowned(tower(RED, CREAM)),
  'bishop-promoted': crowned(mitre(RED, CREAM)),
  'silver-promoted': shield(RED, '#c92a1a', `<g transform="translate(-2 2)">${moon('#fff')}</g>`),
  'knight-promoted': shield(RED, '#c92a1a', within(knight('#fff', '#c92a1a'), 0.58)),
  'lance-promoted': shield(RED, '#c92a1a', within(spear('#fff', '#c92a1a'), 0.66, 48)),
  'pawn-promoted': shield(RED, '#c92a1a', within(foot('#fff'), 0.58)),
  'gold-promoted': shield(RED, '#c92a1a', sun('#fff')),
  'king-promoted': crown(RED, CREAM, '#ffd25a'),
};
for (const [name, metal] of Object.entries(METALS)) {
  const slanted = name === 'copper' || name === 'iron';
  EMBLEMS[`${name}-cannon`] = cannon(BLACK, CREAM, metal, slanted);
  EMBLEMS[`${name}-cannon-promoted`] = winged(cannon(RED, CREAM, metal, slanted));
}
for (const [name, body] of Object.entries(EMBLEMS)) write(`emblems/${name}`, 100, 100, body);

rmSync(folder, { recursive: true, force: true });
for (const [name, text] of KEPT) {
  const file = new URL(`${name}.svg`, folder);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
