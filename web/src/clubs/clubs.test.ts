import { expect, test } from 'vitest';
import { type Language, loadLanguage, loadLateWords } from '../i18n';
import { auditText } from './audit-log';
import { slugOf } from './club-form';
import { heightOf } from './words';

test.each([
  ['Câu lạc bộ Shogi Hà Nội', 'cau-lac-bo-shogi-ha-noi'],
  ['Đà Nẵng Shogi!', 'da-nang-shogi'],
  ['2nd Shogi', 'nd-shogi'],
  ['将棋クラブ', ''],
  [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
])('the address of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('grades are in order', () => {
  const grades = ['1d', '3k', null, '2d', '15k', '1k'];
  const sorted = grades.sort((a, b) => heightOf(b) - heightOf(a) || 0);
  expect(sorted).toEqual(['2d', '1d', '1k', '3k', '15k', null]);
});

const DEEDS = [
  ['join', null, 'invitation'],
  ['invite', null, '1 d'],
  ['import', null, '+3 ~0'],
  ['add', null, 'Lan: A'],
  ['add', 'Lan', 'Lan A.'],
  ['role', 'Lan', 'organiser'],
  ['ban', 'Lan', ''],
  ['ban', 'Lan', 'spam'],
  ['award', 'Lan', '3k'],
  ['award', 'Lan', ''],
  ['award', null, 'Lan: A: 2-dan'],
  ['award', null, 'Lan: '],
  ['ask_pupil', 'Lan', ''],
  ['set_homework', null, 'Mate in 3'],
  ['open_ladder', null, ''],
  ['ladder_win', 'Lan', ''],
  ['ladder_forfeit', 'Lan', ''],
  ['ladder_remove', 'Lan', 'moved away'],
  ['ladder_place', 'Lan', '3'],
  // What is not known stands as it came.
  ['invite', null, '7 weeks'],
  ['import', null, '+3'],
  ['role', 'Lan', 'king'],
  ['award', 'Lan', 'Lan: 3-kyu'],
  ['found', null, 'anew'],
  ['paint', 'Lan', 'red'],
] as const;

test.each<[Language, string[]]>([
  [
    'en',
    [
      'An joined with an invitation link.',
      'An created an invitation link valid for 1 day.',
      'An imported a list: 3 players added, 0 changed.',
      'An added Lan: A to the list.',
      'An added Lan A. to the list, reserved for Lan.',
      'An made Lan an organiser.',
      'An banned Lan.',
      'An banned Lan: “spam”.',
      'An awarded 3-kyu to Lan.',
      'An withdrew Lan’s club grade.',
      'An awarded 2-dan to Lan: A.',
      'An withdrew Lan’s club grade.',
      'An invited Lan as a pupil.',
      'An set homework: “Mate in 3”.',
      'An opened the ladder.',
      'An won against Lan and took the place.',
      'An did not accept the challenge of Lan and lost the place.',
      'An took Lan off the ladder: “moved away”.',
      'An put Lan at place 3 of the ladder.',
      'An: invite · 7 weeks',
      'An: import · +3',
      'An: role · Lan · king',
      'An: award · Lan · Lan: 3-kyu',
      'An: found · anew',
      'An: paint · Lan · red',
    ],
  ],
  ['vi', ['An vào câu lạc bộ bằng đường dẫn mời.', 'An tạo đường dẫn mời có hạn 1 ngày.']],
  ['ja', ['Anさんが招待リンクから入会しました。', 'Anさんが1日間有効な招待リンクを作成しました。']],
])('what was done, in %s', async (language, sentences) => {
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage(language);
  await loadLateWords();
  const said = DEEDS.map(([action, about, details]) =>
    auditText({ id: '', at_ms: 0, by: 'An', action, about, details }),
  );
  expect(said.slice(0, sentences.length)).toEqual(sentences);
});
