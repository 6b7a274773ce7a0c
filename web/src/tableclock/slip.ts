/**
 * What the code on a slip says of its table besides the key: enough for a clock where the network is
 * down when it is scanned first. Names come with the network.
 */

import { t } from '../i18n/whole';
import type { Pairing, TableOfEvent } from '../wire/generated';

const NAMES = ['clock', 'board', 'odds', 'toss'] as const;

type SlipTable = Pick<TableOfEvent, 'clock' | 'board' | 'handicap' | 'toss'>;

type Clock = TableOfEvent['clock'];

/** A clock without signs that addresses would have to spell out, so that the code stays small. */
const clockText = (clock: Clock) =>
  Object.entries(clock)
    .map(([name, value]) => `${name}.${value}`)
    .join('*');

function clockOf(text: string): Clock | null {
  const fields = text.split('*').map((it) => {
    const [name = '', value = ''] = it.split('.');
    return [name, name === 'kind' ? value : Number(value)] as const;
  });
  const isCount = (value: string | number) => typeof value === 'number' && value >= 0;
  const clock = Object.fromEntries(fields) as Record<string, unknown>;
  const isSound =
    typeof clock.kind === 'string' && fields.every(([name, value]) => name === 'kind' || isCount(value));
  return isSound ? (clock as unknown as Clock) : null;
}

/** What follows `#` of the clock's page, besides game and key. */
export function slipOf(
  clock: Clock,
  { board, handicap, toss }: Pick<Pairing, 'board' | 'handicap' | 'toss'>,
): Record<string, string> {
  return {
    clock: clockText(clock),
    board: String(board),
    ...(handicap ? { odds: handicap } : {}),
    ...(toss ? { toss: '1' } : {}),
  };
}

/** The same, read from an address. */
export function readSlip(hash: URLSearchParams): SlipTable | null {
  const [clock, board, odds, toss] = NAMES.map((name) => hash.get(name) ?? '');
  const read = clock ? clockOf(clock) : null;
  return (
    read && {
      clock: read,
      board: Number(board) || 0,
      handicap: (odds || null) as TableOfEvent['handicap'],
      toss: toss === '1',
    }
  );
}

/** A table as its slip knows it, until the server has said more of it. */
export function tableOfSlip(slip: SlipTable, code: string, game: string, key: string): TableOfEvent {
  const { sente, gote } = t().sides;
  return {
    ...slip,
    code,
    game,
    name: '',
    round: 0,
    sente: { entry: '', name: sente },
    gote: { entry: '', name: gote },
    result: null,
    may_report: key !== '',
  };
}
