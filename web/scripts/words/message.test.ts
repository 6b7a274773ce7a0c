import { expect, test } from 'vitest';
import { BadMessage, parseMessage } from './message.ts';

test('a message is text, arguments and branches', () => {
  expect(parseMessage("it's {name}: '{n}' ''x''")).toEqual([
    { kind: 'text', text: "it's " },
    { kind: 'argument', name: 'name' },
    { kind: 'text', text: ": {n} 'x'" },
  ]);
  expect(parseMessage('{n, plural, =0 {no #}other{# {who, select, none {#} other {{who}}}}}')).toEqual([
    {
      kind: 'plural',
      name: 'n',
      branches: [
        [
          '=0',
          [
            { kind: 'text', text: 'no ' },
            { kind: 'number', name: 'n' },
          ],
        ],
        [
          'other',
          [
            { kind: 'number', name: 'n' },
            { kind: 'text', text: ' ' },
            {
              kind: 'select',
              name: 'who',
              branches: [
                // Within a select it is text again.
                ['none', [{ kind: 'text', text: '#' }]],
                ['other', [{ kind: 'argument', name: 'who' }]],
              ],
            },
          ],
        ],
      ],
    },
  ]);
});

/** The same cases as the server's reader has in `crates/language/src/tests.rs`. */
test.each([
  '{',
  '}',
  '{}',
  '{1}',
  '{n',
  '{n,',
  '{n, plural',
  '{n, plural,',
  '{n, plural, }',
  '{n, number}',
  '{n, plural, one {a}}',
  '{n, plural, other}',
  '{n, plural, other {a}',
  '{n, select, =1 {a} other {b}}',
  '{n, plural, other {a} other {b}}',
  "'{n",
  '{n, plural, =x {a} other {b}}',
  'a}b',
  '{n}}',
  '{a, select, other {{b, select, other {{c, select, other {{d, select, other {{e}}}}}}}}}',
])('%s is no message', (text) => {
  expect(() => parseMessage(text)).toThrow(BadMessage);
});

test('what is too long or too deep is refused at once', () => {
  for (const text of ['{'.repeat(100_000), '{n, plural, other {'.repeat(400), '日'.repeat(8_000)])
    expect(() => parseMessage(text)).toThrow(BadMessage);
});

test('no text breaks the reader: it is read or refused', () => {
  const signs = "{ } ' # , = n plural select other one 1 日 \u0000 ''".split(' ').concat(' ');
  let seed = 42;
  const next = (n: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >> 8) % n;
  };
  let n_read = 0;
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: next(24) }, () => signs[next(signs.length)]).join('');
    try {
      parseMessage(text);
      n_read++;
    } catch (cause) {
      if (!(cause instanceof BadMessage)) throw cause;
    }
  }
  expect(n_read).toBeGreaterThan(100);
});
