/**
 * Players from a spreadsheet or a message: rows as they are pasted or come in a file, and what each
 * says of a player.
 */

import { gradeFrom } from '../ratings/grade-reader';
import type { NewEntry, TournamentEntry } from '../wire/generated';
import { halvesFrom } from './entry-fields';
import { partsFrom } from './who-fields';

/** How many are entered at once at most. */
export const ROWS_MAX = 200;

const NAME_MAX = 60;

type Column =
  | 'name'
  | 'handle'
  | 'grade'
  | 'rating'
  | 'club'
  | 'team'
  | 'board'
  | 'class'
  | 'seed'
  | 'start'
  | 'table'
  | 'family'
  | 'given'
  | 'nationality'
  | 'tags';

/** What a column may be called in its first row, in lower case, in the languages of `words/`. */
const COLUMNS: Record<Column, string> = {
  name: 'name, player, tên, họ tên, họ và tên, kỳ thủ, 名前, 氏名, 姓名, 棋手, 이름, 성명, spieler, spielerin, nom complet, joueur, nombre completo, jugador, jugadora',
  handle:
    'handle, account, user name, tài khoản, tên đăng nhập, アカウント, ユーザー名, 帳號, 使用者名稱, 계정, 사용자 이름, konto, benutzername, compte, nom d’utilisateur, cuenta, usuario',
  grade: 'grade, rank, đẳng cấp, cấp, 段級位, 段位, 棋力, 급단, 단급, grad, grado',
  rating:
    'rating, elo, điểm, hệ số, レーティング, レート, 等級分, 레이팅, wertung, wertungszahl, classement, puntuación',
  club: 'club, clb, câu lạc bộ, クラブ, 支部, 所属, 俱樂部, 클럽, 소속, verein',
  team: 'team, đội, チーム, 隊伍, 팀, mannschaft, équipe, equipo',
  board: 'board, bàn, 席順, 台次, 판, brett, table dans l’équipe, tablero',
  class: 'class, nhóm, hạng, クラス, 組別, 반, klasse, classe, clase',
  seed: 'seed, seeding, hạt giống, シード, 種子, 시드, setzplatz, tête de série, cabeza de serie',
  start:
    'start, start score, mms, điểm khởi đầu, スタート点, 起始分, 시작 점수, startpunkte, points de départ, puntos iniciales',
  table: 'table, bàn cố định, 固定卓, 固定桌次, 고정 자리, fester tisch, table fixe, mesa fija',
  family:
    'family, family name, surname, last name, họ, 姓, 성, nachname, familienname, nom, nom de famille, apellido, apellidos',
  given: 'given, given name, first name, tên gọi, 名, 이름만, vorname, prénom, nombre, nombre de pila',
  nationality:
    'nationality, country, quốc tịch, 国籍, 國籍, 국적, nationalität, land, nationalité, pays, nacionalidad, país',
  tags: 'tags, marks, nhãn, しるし, タグ, 標記, 태그, marken, étiquettes, etiquetas',
};

const HEADINGS = new Map(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].split(', ').map((heading) => [heading, column] as const),
  ),
);

/** Of a list without a row of names. */
const USUAL: readonly Column[] = ['name', 'grade', 'rating', 'club'];

export type Wrong = 'nobody' | 'long' | 'grade' | 'number' | 'nationality' | 'entered' | 'twice';

export interface Row {
  /** From 1, as the list has it. */
  line: number;
  entry: NewEntry;
  /** Why it cannot be entered; `value` is what stands there. */
  wrong: { why: Wrong; value: string } | null;
}

/**
 * The cells of a table: tabs as spreadsheets paste them, else commas or semicolons, with quotes.
 */
export function cells(text: string): string[][] {
  const first = text.split('\n', 1)[0] ?? '';
  const separator = [...'\t;,'].find((it) => first.includes(it)) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  const signs = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (let i = 0; i < signs.length; i++) {
    const sign = signs[i] as string;
    if (quoted && sign === '"' && signs[i + 1] === '"') {
      cell += sign;
      i++;
    } else if (sign === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (sign === separator && !quoted) endCell();
    else if (sign === '\n' && !quoted) endRow();
    else cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

function columnsOf(row: readonly string[]): (Column | null)[] | null {
  const named = row.map((cell) => HEADINGS.get(headingOf(cell)) ?? null);
  if (named.includes('name') || named.includes('handle') || named.includes('family')) return named;
  // Spanish has one word for a name and a given name; so has a list without families.
  return named.includes('given') ? named.map((it) => (it === 'given' ? 'name' : it)) : null;
}

const headingOf = (cell: string) => cell.normalize('NFKC').toLowerCase().replaceAll("'", '’');

function rowFrom(line: number, row: readonly string[], columns: readonly (Column | null)[]): Row {
  const said: Partial<Record<Column, string>> = {};
  columns.forEach((column, i) => {
    if (column && row[i]) said[column] = row[i];
  });
  let wrong: Row['wrong'] = null;
  const refuse = (why: Wrong, value = '') => {
    wrong ??= { why, value };
  };
  const number = (column: Column) => {
    const text = said[column];
    if (!text) return null;
    if (!/^\d{1,5}$/.test(text)) refuse('number', text);
    return Number(text);
  };
  const grade = said.grade ? gradeFrom(said.grade) : null;
  if (said.grade && grade === null) refuse('grade', said.grade);
  const nationality = said.nationality?.toUpperCase() ?? null;
  if (nationality !== null && !/^[A-Z]{2}$/.test(nationality)) refuse('nationality', said.nationality);
  const start = said.start ? halvesFrom(said.start) : null;
  if (said.start && start === null) refuse('number', said.start);
  const handle = said.handle?.replace(/^@/, '');
  const name = said.name ?? [said.given, said.family].filter(Boolean).join(' ');
  const entry: NewEntry = {
    name,
    grade,
    rating: number('rating'),
    club: said.club ?? null,
    team: said.team ?? null,
    board: number('board'),
    class: said.class ?? null,
    seed: number('seed'),
    start,
    table: number('table'),
    odds: null,
    family: said.family ?? null,
    given: said.given ?? null,
    nationality,
    unlisted: false,
    tags: partsFrom(said.tags ?? ''),
    ...(handle && { handle }),
  };
  if (!name && !handle) refuse('nobody');
  for (const text of [name, said.club, said.team, said.class, said.family, said.given])
    if (text && [...text].length > NAME_MAX) refuse('long', text);
  return { line, entry, wrong };
}

/** What somebody who plays would be entered with in another event. */
export function againOf(entry: TournamentEntry): NewEntry {
  const {
    handle,
    name,
    rating,
    grade,
    club,
    class: of,
    seed,
    family,
    given,
    nationality,
    unlisted,
    tags,
  } = entry;
  const known = { rating, grade, club, class: of, seed, family: family ?? null, given: given ?? null };
  const who = handle ? { name: '', handle } : { name };
  return {
    ...who,
    ...known,
    start: null,
    table: null,
    odds: null,
    nationality: nationality ?? null,
    unlisted: unlisted ?? false,
    tags: tags ?? [],
  };
}

const keyOf = ({ handle, name }: NewEntry) => (handle ? `@${handle}` : (name ?? '')).toLowerCase();

/** The rows of a list, of which nobody is entered yet; `entered` are the names of those who are. */
export function readList(text: string, entered: readonly string[]): Row[] {
  const lines = cells(text).map((row, i) => ({ line: i + 1, row }));
  const filled = lines.filter(({ row }) => row.some(Boolean));
  const columns = filled[0] ? columnsOf(filled[0].row) : null;
  const rows = (columns ? filled.slice(1) : filled).map(({ line, row }) =>
    rowFrom(line, row, columns ?? USUAL),
  );
  const known = new Set(entered.map((it) => it.toLowerCase()));
  const seen = new Set<string>();
  for (const row of rows) {
    const key = keyOf(row.entry);
    if (row.wrong === null && known.has(key)) row.wrong = { why: 'entered', value: row.entry.name ?? '' };
    if (row.wrong === null && seen.has(key)) row.wrong = { why: 'twice', value: row.entry.name ?? '' };
    seen.add(key);
  }
  return rows;
}
