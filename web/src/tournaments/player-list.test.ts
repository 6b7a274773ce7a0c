import { expect, test } from 'vitest';
import { cells, gradeFrom, readList } from './player-list';

test('cells as spreadsheets paste them and write them to files', () => {
  expect(cells('Anna\t5k\nÔng Tám\t')).toEqual([
    ['Anna', '5k'],
    ['Ông Tám', ''],
  ]);
  expect(cells('\uFEFF"Müller, Anna","the ""fast"" one"\r\n佐藤,x\r\n')).toEqual([
    ['Müller, Anna', 'the "fast" one'],
    ['佐藤', 'x'],
  ]);
  expect(cells('a;"b\nc";""')).toEqual([['a', 'b\nc', '']]);
  expect(cells('"""quoted""",5" board')).toEqual([['"quoted"', '5" board']]);
  expect(cells('')).toEqual([]);
});

test('grades as people write them', () => {
  for (const [text, grade] of [
    ['5k', '5k'],
    ['5-kyu', '5k'],
    ['12 cấp', '12k'],
    ['３級', '3k'],
    ['初段', '1d'],
    ['三段', '3d'],
    ['2-Dan', '2d'],
    ['9d', null],
    ['0k', null],
    ['strong', null],
  ] as const)
    expect(gradeFrom(text), text).toBe(grade);
});

test('a list with names of columns in any order and language', () => {
  const rows = readList('Đẳng cấp,Họ tên,Ghi chú,CLB\n3k,Ông Tám,x,Huế\n,Cô Chín,,\n', []);
  expect(rows.map(({ line, entry, wrong }) => [line, entry.name, entry.grade, entry.club, wrong])).toEqual([
    [2, 'Ông Tám', '3k', 'Huế', null],
    [3, 'Cô Chín', null, null, null],
  ]);
  const [anna] = readList('family;given;nationality;account\nMüller;Anna;de;@anna-m', []);
  expect(anna?.entry).toMatchObject({ name: 'Anna Müller', nationality: 'DE', handle: 'anna-m' });
});

test('a list without them is names, grades, ratings and clubs', () => {
  const [one] = readList('Ông Tám\t1k\t1500\tHuế', []);
  expect(one?.entry).toMatchObject({ name: 'Ông Tám', grade: '1k', rating: 1500, club: 'Huế' });
  expect(readList('Anna\n\nBình\n', []).map(({ line }) => line)).toEqual([1, 3]);
});

test('what cannot be entered says why, and the others stay', () => {
  const list = `Anna\nÔng Tám,9k,abc\n,5k\nanna\nBình,strong\nCHI\n${'x'.repeat(61)}`;
  const rows = readList(list, ['Chi']);
  expect(rows.map(({ wrong }) => wrong?.why ?? null)).toEqual([
    null,
    'number',
    'nobody',
    'twice',
    'grade',
    'entered',
    'long',
  ]);
});
