/** The API over HTTP: the only module that asks it anything, and the one shape of everything that goes wrong. */

import type { HttpProblem } from '../wire/generated';

const BASE = '/api/v1';

/** Something was not done; `message` is the server's own clause. */
export class Problem extends Error {
  /** The server's word for it, `unreachable` without an answer, `other` for an answer that is no problem of ours. */
  readonly code: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** All that was said of it. */
  readonly told: Partial<HttpProblem>;

  constructor(code: string, status = 0, told: Partial<HttpProblem> = {}) {
    super(told.detail ?? '');
    this.code = code;
    this.status = status;
    this.told = told;
  }
}

/** What is sent: an object as JSON, a text or a file as it is. */
type Sent = object | string | Blob;

async function answerTo(method: string, path: string, body?: Sent): Promise<Response> {
  const isFile = typeof body === 'string' || body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`${BASE}${path}`, {
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
export async function request<T>(method: string, path: string, body?: Sent): Promise<T> {
  const answer = await answerTo(method, path, body);
  try {
    const text = await answer.text();
    return (text === '' ? null : JSON.parse(text)) as T;
  } catch {
    throw new Problem('unreachable', answer.status);
  }
}

/** The same for a file. */
export async function requestFile(method: string, path: string, body?: Sent): Promise<Blob> {
  return (await answerTo(method, path, body)).blob();
}

/** Where a link finds what the API has at that path. */
export const addressOf = (path: string) => `${BASE}${path}`;

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
 * What went wrong, in the language in use: the page's own words for the code, else the server's clause. Of the codes
 * in `detailed` what exactly is wrong is in the clause alone.
 */
export function problemText(
  cause: unknown,
  words: { unreachable: string } & Readonly<Record<string, string>>,
  detailed?: ReadonlySet<string>,
): string {
  const { code, message } = problemOf(cause);
  const known = words[code];
  if (known === undefined) return message || words.unreachable;
  return detailed?.has(code) ? `${known} (${message})` : known;
}
