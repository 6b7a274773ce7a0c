/**
 * The API over HTTP: the only module that asks it anything, and the one shape of everything that
 * goes wrong.
 */

import { t } from '../i18n';
import type { HttpProblem, paths, RefusalCode } from '../wire/generated';

const BASE = '/api/v1';

/**
 * Why something was not done: the server's word for it, `unreachable` without an answer, `other`
 * for an answer that is no problem of ours. A later server may have words that are not here; what
 * asks for one must have words for the rest.
 */
export type ProblemCode = RefusalCode | 'unreachable' | 'other';

/** Something was not done; `message` is the server's own clause. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** All that was said of it. */
  readonly told: Partial<HttpProblem>;

  constructor(code: ProblemCode, status = 0, told: Partial<HttpProblem> = {}) {
    super(told.detail ?? '');
    this.code = code;
    this.status = status;
    this.told = told;
  }
}

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Operation<V extends Verb, P extends keyof paths> = NonNullable<paths[P][Lowercase<V>]>;

/** The paths at which something is done by this method. */
type PathOf<V extends Verb> = {
  [P in keyof paths]: [Operation<V, P>] extends [never] ? never : P;
}[keyof paths];

/** The parameters of the path and what stands after its `?`. */
type Parameters<O> = (O extends { parameters: { path: infer T } } ? { path: T } : unknown) &
  (O extends { parameters: { query: infer T } }
    ? { query: T }
    : O extends { parameters: { query?: infer T } }
      ? [T] extends [undefined]
        ? unknown
        : { query?: T }
      : unknown);

/** What is sent: what the API knows as JSON, a text or a file as it is. */
type Sent<O> = O extends { requestBody: { content: { 'application/json': infer T } } }
  ? { body: T }
  : O extends { requestBody: unknown }
    ? { body: string | Blob }
    : unknown;

type Asked<O> = Parameters<O> & Sent<O>;
type OrNothing<T> = object extends T ? [asked?: T] : [asked: T];

/** What is answered to those who ask; null where there is nothing to tell. */
export type Told<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { responses: infer R }
    ? R extends Record<200, { content: { 'application/json': infer T } }>
      ? T
      : R extends Record<201, { content: { 'application/json': infer T } }>
        ? T
        : null
    : never;

interface AnyAsked {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** The address of a path whose parameters are filled in. */
function filledIn(path: string, { path: parameters = {}, query = {} }: AnyAsked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${BASE}${filled}${search === '' ? '' : `?${search}`}`;
}

async function answerTo(method: Verb, path: string, asked: AnyAsked = {}): Promise<Response> {
  const { body } = asked;
  const isFile = typeof body === 'string' || body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  let answer: Response;
  try {
    answer = await fetch(filledIn(path, asked), {
      method,
      headers: body === undefined ? {} : { 'content-type': type },
      body: body === undefined ? null : isFile ? body : JSON.stringify(body),
    });
  } catch {
    throw new Problem('unreachable');
  }
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as Partial<HttpProblem>;
  throw new Problem(told.code ?? 'other', answer.status, told);
}

/** Asks the API; null for an answer without a body. Throws a `Problem`. */
export async function ask<V extends Verb, P extends PathOf<V>>(
  verb: V,
  path: P,
  ...[asked]: OrNothing<Asked<Operation<V, P>>>
): Promise<Told<V, P>> {
  const answer = await answerTo(verb, path, asked as AnyAsked);
  try {
    const text = await answer.text();
    return (text === '' ? null : JSON.parse(text)) as Told<V, P>;
  } catch {
    throw new Problem('unreachable', answer.status);
  }
}

/** The same for a file. */
export async function askFile<V extends Verb, P extends PathOf<V>>(
  verb: V,
  path: P,
  ...[asked]: OrNothing<Asked<Operation<V, P>>>
): Promise<Blob> {
  return (await answerTo(verb, path, asked as AnyAsked)).blob();
}

/** What the server describes its API by, as OpenAPI. */
export async function askDescription(): Promise<unknown> {
  const answer = await fetch('/api/openapi.json').catch(() => null);
  if (!answer?.ok) throw new Problem('unreachable', answer?.status);
  return answer.json();
}

/** Where a link finds what the API has at that path. */
export const linkTo = <P extends PathOf<'GET'>>(
  path: P,
  ...[asked]: OrNothing<Parameters<Operation<'GET', P>>>
): string => filledIn(path, (asked ?? {}) as AnyAsked);

/**
 * What a page of a list says about the next one, as what to ask for; nothing for ''. Numbers are in
 * their texts.
 */
export const pageAfter = (next: string) =>
  Object.fromEntries(new URLSearchParams(next)) as {
    after?: string;
    after_ms?: number;
    after_rating?: number;
  };

/** Null for whatever cannot be had. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);

export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** A value or a reason, for those who want both in one hand. */
export const settled = <T>(asked: Promise<T>): Promise<Result<T>> =>
  asked.then(
    (value) => ({ ok: true, value }),
    (cause) => ({ ok: false, problem: problemOf(cause) }),
  );

export const problemOf = (cause: unknown): Problem =>
  cause instanceof Problem ? cause : new Problem('other', 0, { detail: String(cause) });

/**
 * What went wrong, in the language in use: the page's own words for the code, else those that hold
 * everywhere. A code younger than this page has the server's clause alone. Of the codes in
 * `detailed` what exactly is wrong is in the clause alone.
 */
export function problemText(
  cause: unknown,
  words: Readonly<Record<string, string>> = {},
  detailed?: ReadonlySet<string>,
): string {
  const { code, message } = problemOf(cause);
  const everywhere: Readonly<Record<string, string>> = t().problems;
  const known = words[code] ?? everywhere[code];
  if (known === undefined) return message || t().problems.unreachable;
  return detailed?.has(code) ? `${known} (${message})` : known;
}
