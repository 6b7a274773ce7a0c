import { afterEach, expect, test, vi } from 'vitest';
import { follows, loadFollows, setFollow } from './watch-api';

afterEach(() => vi.unstubAllGlobals());

test('what was true before somebody was followed is not believed after it', async () => {
  const list = (...handles: string[]) =>
    Response.json({
      follows: handles.map((handle) => ({ user: handle, handle, name: handle, playing: [] })),
    });
  let tell = (_: Response) => {};
  const early = new Promise<Response>((resolve) => {
    tell = resolve;
  });
  const answers: (Response | Promise<Response>)[] = [
    early,
    new Response(null, { status: 204 }),
    list('alice'),
  ];
  vi.stubGlobal('fetch', async () => answers.shift());
  const asked = loadFollows();
  expect(await setFollow('alice', true)).toBe(true);
  tell(list());
  await asked;
  expect(follows.value?.map((it) => it.handle)).toEqual(['alice']);
});
