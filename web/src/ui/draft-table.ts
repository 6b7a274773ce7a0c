/**
 * What a form decides, as a table: a row for each part that is sent, with the form's fields of
 * which it is made, what they are at first, how they are read, and how they are written. What a
 * form holds follows from its table.
 */

export interface Part<Own, Sent, Known = unknown> {
  /** The fields, as they are in a new form. */
  readonly first: Own;
  /** What the fields show of what there is; a field that is left out is as in a new form. */
  read(sent: Sent): Partial<Own>;
  /** What is sent: of these fields, of others that decide about them, and of what there was. */
  write(draft: Own & Known, was?: Sent): Sent;
}

/** A row for each part of what is sent: one that is forgotten does not compile. */
export type Parts<Sent> = { readonly [K in keyof Sent]-?: Part<object, Sent[K], never> };

type Table = readonly { readonly first: object }[] | Readonly<Record<string, { readonly first: object }>>;

type All<Union> = (Union extends unknown ? (it: Union) => void : never) extends (it: infer It) => void
  ? It
  : never;

/** The fields of a table's rows together. */
export type DraftOf<T extends Table> = All<(T extends readonly (infer Row)[] ? Row : T[keyof T])['first']>;

/** What makes the rows of a table in which these fields may decide about each other's. */
export const partsKnowing =
  <Known>() =>
  <Own, Sent>(
    first: Own,
    read: (sent: Sent) => NoInfer<Partial<Own>>,
    write: (draft: NoInfer<Own> & Known, was?: Sent) => NoInfer<Sent>,
  ): Part<Own, Sent, Known> => ({ first, read, write });

/** A row whose fields decide about nothing but it. */
export const part = partsKnowing<unknown>();

/** A field that is sent as it is. */
export const same = <K extends string, V>(key: K, first: V): Part<Record<K, V>, V> =>
  part(
    { [key]: first } as Record<K, V>,
    (sent) => ({ [key]: sent }) as Partial<Record<K, V>>,
    (draft) => draft[key],
  );

/** A field that is sent as null while it is empty, or 0. */
export const orNone = <K extends string, V>(key: K, empty: V): Part<Record<K, V>, V | null> =>
  part(
    { [key]: empty } as Record<K, V>,
    (sent) => ({ [key]: sent ?? empty }) as Partial<Record<K, V>>,
    (draft) => draft[key] || null,
  );

/** What a date field shows of an instant. */
export function localTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '';
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
}

export const firstOf = <T extends Table>(table: T): DraftOf<T> =>
  Object.assign({}, ...Object.values(table).map(({ first }) => first)) as DraftOf<T>;

/** What the table's fields show. */
export function read<Sent extends object>(table: Parts<Sent>, sent: Sent): object {
  const keys = Object.keys(table) as (keyof Sent)[];
  return Object.assign({}, ...keys.map((key) => table[key].read(sent[key])));
}

/**
 * What is sent. Of what there is already, only what the form shows otherwise than before is
 * another: what it does not show, or shows less exactly than it is, stays as it came.
 */
export function written<Sent extends object, Draft>(
  table: Parts<Sent>,
  draft: Draft,
  before: { shown: Draft; sent: Sent } | null,
): Sent {
  const sent: Partial<Sent> = { ...before?.sent };
  for (const key of Object.keys(table) as (keyof Sent)[]) {
    const { write } = table[key];
    const was = before?.sent[key];
    const now = write(draft as never, was);
    if (!before || JSON.stringify(now) !== JSON.stringify(write(before.shown as never, was))) sent[key] = now;
  }
  return sent as Sent;
}
