import { afterEach, expect, test, vi } from 'vitest';
import { orNull, Problem, problemText, request, settled } from './request';

const asked: RequestInit[] = [];

/** The next answers of the server; null is none. */
function answers(...all: (Response | null)[]): void {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(init);
    const next = all.shift();
    if (!next) throw new TypeError('no network');
    return next;
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

const refusal = (status: number, body: string) => new Response(body, { status });

test('an answer is read, and one without a body is null', async () => {
  answers(Response.json({ a: 1 }), new Response(null, { status: 204 }), new Response('', { status: 202 }));
  expect(await request('GET', '/x')).toEqual({ a: 1 });
  expect(await request('DELETE', '/x')).toBeNull();
  expect(await request('POST', '/x', {})).toBeNull();
});

test('objects are sent as JSON, texts and files as they are', async () => {
  answers(Response.json({}), Response.json({}), Response.json({}));
  await request('POST', '/x', { a: [1] });
  await request('POST', '/x', '#KIF');
  await request('GET', '/x');
  expect(asked.map(({ headers, body }) => [headers, body])).toEqual([
    [{ 'content-type': 'application/json' }, '{"a":[1]}'],
    [{ 'content-type': 'application/octet-stream' }, '#KIF'],
    [{}, null],
  ]);
});

test.each([
  ['a problem', refusal(409, '{"code":"name_taken","detail":"so is it"}'), 'name_taken', 409, 'so is it'],
  ['a page of a proxy', refusal(502, '<html>'), 'other', 502, ''],
  ['no answer', null, 'unreachable', 0, ''],
  ['half an answer', new Response('{"a":'), 'unreachable', 200, ''],
])('%s', async (_, answer, code, status, message) => {
  answers(answer);
  const found = await settled(request('GET', '/x'));
  expect(found).toMatchObject({ ok: false, problem: { code, status, message } });
  answers(answer ? refusal(500, '') : null);
  expect(await orNull(request('GET', '/x'))).toBeNull();
});

test('what is said of a problem', () => {
  const words = { unreachable: 'No server.', full: 'No room.', bad: 'Not so' };
  const said = (code: string, detail?: string) =>
    problemText(new Problem(code, 400, detail === undefined ? {} : { detail }), words, new Set(['bad']));
  expect(said('full', '40 of 40')).toBe('No room.');
  expect(said('bad', 'rounds')).toBe('Not so (rounds)');
  expect(said('new_here', 'the clause')).toBe('the clause');
  expect(said('new_here')).toBe('No server.');
});
