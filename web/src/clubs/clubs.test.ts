import { expect, test } from 'vitest';
import { type Language, loadLanguage, loadLateWords } from '../i18n';
import type { StoredClubAct } from '../wire/generated';
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

const ACTS: readonly (readonly [StoredClubAct, string?])[] = [
  [{ t: 'join', by_invitation: true }],
  [{ t: 'invite', days: 1 }],
  [{ t: 'import', added: 3, changed: 0 }],
  [{ t: 'add', name: 'Lan: A' }],
  [{ t: 'add', name: 'Lan A.' }, 'Lan'],
  [{ t: 'change', name: 'Lan A.' }, 'Lan'],
  [{ t: 'change', name: '' }, 'Lan'],
  [{ t: 'remove', name: '+3 ~0' }],
  [{ t: 'role', role: 'organiser' }, 'Lan'],
  [{ t: 'ban', reason: '' }, 'Lan'],
  [{ t: 'ban', reason: 'spam' }, 'Lan'],
  [{ t: 'award', name: '', grade: '3k' }, 'Lan'],
  [{ t: 'award', name: '', grade: null }, 'Lan'],
  [{ t: 'award', name: 'Lan: A', grade: '2d' }],
  [{ t: 'award', name: 'Lan: 3k', grade: null }],
  [{ t: 'ask_pupil' }, 'Lan'],
  [{ t: 'set_homework', title: 'Mate in 3' }],
  [{ t: 'open_ladder' }],
  [{ t: 'ladder_win' }, 'Lan'],
  [{ t: 'ladder_forfeit' }, 'Lan'],
  [{ t: 'ladder_remove', reason: 'moved away' }, 'Lan'],
  [{ t: 'ladder_place', place: 3 }, 'Lan'],
  [{ t: 'pin', title: 'Sunday', pinned: true }],
  [{ t: 'pin', title: 'Sunday', pinned: false }],
  [{ t: 'close' }],
  // From a later server.
  [{ t: 'paint', colour: 'red' } as unknown as StoredClubAct, 'Lan'],
];

test.each<[Language, string[]]>([
  [
    'en',
    [
      'An joined with an invitation link.',
      'An created an invitation link valid for 1 day.',
      'An imported a list: 3 players added, 0 changed.',
      'An added Lan: A to the list.',
      'An added Lan A. to the list, reserved for Lan.',
      'An changed Lan A.’s entry, reserved for Lan.',
      'An changed Lan’s entry.',
      'An removed +3 ~0 from the list.',
      'An made Lan an organiser.',
      'An banned Lan.',
      'An banned Lan: “spam”.',
      'An awarded 3-kyu to Lan.',
      'An withdrew Lan’s club grade.',
      'An awarded 2-dan to Lan: A.',
      'An withdrew Lan: 3k’s club grade.',
      'An invited Lan as a pupil.',
      'An set homework: “Mate in 3”.',
      'An opened the ladder.',
      'An won against Lan and took the place.',
      'An did not accept the challenge of Lan and lost the place.',
      'An took Lan off the ladder: “moved away”.',
      'An put Lan at place 3 of the ladder.',
      'An pinned “Sunday”.',
      'An unpinned “Sunday”.',
      'An closed the club.',
      'An: paint · Lan',
    ],
  ],
  ['vi', ['An vào câu lạc bộ bằng đường dẫn mời.', 'An tạo đường dẫn mời có hạn 1 ngày.']],
  ['ja', ['Anさんが招待リンクから入会しました。', 'Anさんが1日間有効な招待リンクを作成しました。']],
])('what was done, in %s', async (language, sentences) => {
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage(language);
  await loadLateWords();
  const said = ACTS.map(([act, about]) =>
    auditText({ id: '', at_ms: 0, by: 'An', about: about ?? null, act }),
  );
  expect(said.slice(0, sentences.length)).toEqual(sentences);
});
