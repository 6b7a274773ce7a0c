import { afterEach, expect, test, vi } from 'vitest';
import { loadLanguage, t } from '../i18n/whole';
import { ask, linkTo, orNull, Problem, type ProblemCode, problemText, settled } from './request';

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
  expect(await ask('GET', '/site')).toEqual({ a: 1 });
  expect(await ask('DELETE', '/account/tokens/{id}', { path: { id: 'x' } })).toBeNull();
  expect(await ask('PUT', '/me/settings', { body: {} })).toBeNull();
});

test('objects are sent as JSON, texts and files as they are', async () => {
  answers(Response.json({}), Response.json({}), Response.json({}));
  await ask('PUT', '/me/settings', { body: { a: [1] } });
  await ask('POST', '/reviews/read', { body: '#KIF' });
  await ask('GET', '/site');
  expect(asked.map(({ headers, body }) => [headers, body])).toEqual([
    [{ 'content-type': 'application/json' }, '{"a":[1]}'],
    [{ 'content-type': 'application/octet-stream' }, '#KIF'],
    [{}, null],
  ]);
});

test('addresses are filled in, and what is not given is left out', () => {
  const at = linkTo('/clubs/{slug}/members', { path: { slug: 'hà nội' }, query: { variant: 'annan & co' } });
  expect(at).toBe('/api/v1/clubs/h%C3%A0%20n%E1%BB%99i/members?variant=annan+%26+co');
  expect(linkTo('/clubs', { query: { q: '', mine: true } })).toBe('/api/v1/clubs?q=&mine=true');
});

test.each([
  ['a problem', refusal(409, '{"code":"name_taken","detail":"so is it"}'), 'name_taken', 409, 'so is it'],
  ['a page of a proxy', refusal(502, '<html>'), 'other', 502, ''],
  ['no answer', null, 'unreachable', 0, ''],
  ['half an answer', new Response('{"a":'), 'unreachable', 200, ''],
])('%s', async (_, answer, code, status, message) => {
  answers(answer);
  const found = await settled(ask('GET', '/site'));
  expect(found).toMatchObject({ ok: false, problem: { code, status, message } });
  answers(answer ? refusal(500, '') : null);
  expect(await orNull(ask('GET', '/site'))).toBeNull();
});

test('what is said of a problem', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
  const words = { full: 'No room.', bad: 'Not so' };
  const said = (code: string, detail?: string) =>
    problemText(
      new Problem(code as ProblemCode, 400, detail === undefined ? {} : { detail }),
      words,
      new Set(['bad']),
    );
  expect(said('full', '40 of 40')).toBe('No room.');
  expect(said('bad', 'rounds')).toBe('Not so (rounds)');
  expect(said('new_here', 'the clause')).toBe('the clause');
  expect(said('new_here')).toBe(t().problems.unreachable);
  expect(said('too_slow', 'the clause')).toBe(t().problems.too_slow);
});
