/** The HTTP API, with a token. `/api/openapi.json` on every server says what there is. */

const TIMEOUT_MS = 30_000;

/** What the server answers to a request that it does not carry out. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly retryAfterS: number | null,
  ) {
    super(`${status} ${code}: ${detail}`);
  }
}

/** Asks `path`, from its `/` on; a body is sent as JSON, and an answer that is JSON is read. */
export async function request(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, */*',
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(url + path, {
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
  if (answer.ok) return isJson ? JSON.parse(text) : text;
  const said = isJson ? (JSON.parse(text) as { code?: string; detail?: string }) : {};
  const wait = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
  const detail = said.detail ?? answer.statusText;
  throw new Problem(answer.status, said.code ?? 'unknown', detail, Number.isNaN(wait) ? null : wait);
}
