import { expect, test } from 'vitest';
import { cells, readList } from './player-list';

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

test('a list with names of columns in any order and language', () => {
  const rows = readList('Đẳng cấp,Họ tên,Ghi chú,CLB\n3k,Ông Tám,x,Huế\n,Cô Chín,,\n', []);
  expect(rows.map(({ line, entry, wrong }) => [line, entry.name, entry.grade, entry.club, wrong])).toEqual([
    [2, 'Ông Tám', '3k', 'Huế', null],
    [3, 'Cô Chín', null, null, null],
  ]);
  const [anna] = readList('family;given;nationality;account\nMüller;Anna;de;@anna-m', []);
  expect(anna?.entry).toMatchObject({ name: 'Anna Müller', nationality: 'DE', handle: 'anna-m' });
});

test.each([
  ['氏名,段級位,所属,国籍', '佐藤,三段,東京支部,jp'],
  ['Họ tên,Đẳng cấp,CLB,Quốc tịch', '佐藤,Tam đẳng,東京支部,jp'],
  ['姓名,段位,俱樂部,國籍', '佐藤,3段,東京支部,jp'],
  ['이름,급단,소속,국적', '佐藤,3단,東京支部,jp'],
  ['Spieler,Grad,Verein,Nationalität', '佐藤,3. Dan,東京支部,jp'],
  ['Joueur,Grade,Club,Pays', '佐藤,3e dan,東京支部,jp'],
  ['Nombre,Grado,Club,País', '佐藤,3.º dan,東京支部,jp'],
])('the columns %s are understood', (head, row) => {
  const [one] = readList(`${head}\n${row}`, []);
  expect(one?.wrong).toBeNull();
  expect(one?.entry).toMatchObject({ name: '佐藤', grade: '3d', club: '東京支部', nationality: 'JP' });
});

test.each(['en', 'vi', 'ja', 'zh-Hant', 'ko', 'de', 'fr', 'es'])(
  '%s names columns that are understood',
  async (tag) => {
    const { words } = await import(`../i18n/made/whole/${tag}.ts`);
    const [, listed = ''] = /[(（](.*?)[)）]/.exec(words.tournaments.bringIn.listHelp) ?? [];
    const heads = listed.split(/, |、/);
    expect(heads).toHaveLength(9);
    const row = ['An', '5k', '1200', 'Huế', 'Rot', 'Lê', 'Văn An', 'VN', 'an-90'];
    const [one] = readList(`${heads.join('\t')}\n${row.join('\t')}`, []);
    expect(one?.entry).toMatchObject({
      name: 'An',
      grade: '5k',
      rating: 1_200,
      club: 'Huế',
      team: 'Rot',
      family: 'Lê',
      given: 'Văn An',
      nationality: 'VN',
      handle: 'an-90',
    });
  },
);

test('family and given names have columns of their own', () => {
  for (const head of ['Nom,Prénom', 'Nachname,Vorname', 'Apellidos,Nombre', 'Họ,Tên gọi', '姓,名'])
    expect(readList(`${head}\nLê,An`, [])[0]?.entry, head).toMatchObject({ family: 'Lê', given: 'An' });
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
