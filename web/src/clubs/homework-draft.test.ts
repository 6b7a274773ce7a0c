import { expect, test } from 'vitest';
import { dayIn, endOfDay, type HomeworkDraft, homeworkOf } from './homework-draft';

const EMPTY: HomeworkDraft = {
  title: 'Tuần này',
  due: '2030-05-04',
  pupil: '',
  plies: 0,
  n: 10,
  numbers: '',
  studies: '',
  texts: '',
};

test.each<[Partial<HomeworkDraft>, unknown[]]>([
  [{ plies: 3 }, [{ t: 'tsume_of', plies: 3, n: 10 }]],
  [
    { numbers: '12, 40、7' },
    [
      { t: 'tsume', number: 12 },
      { t: 'tsume', number: 40 },
      { t: 'tsume', number: 7 },
    ],
  ],
  [{ studies: '8RHsVvwGab' }, [{ t: 'study', study: '8RHsVvwGab', chapter: null }]],
  [
    { studies: 'https://shogi.example/study/8RHsVvwGab/123456789A?ply=3\n' },
    [{ t: 'study', study: '8RHsVvwGab', chapter: '123456789A' }],
  ],
  [
    { texts: ' Đọc lại ván chủ nhật \n\nGhi ba nước hay' },
    [
      { t: 'text', text: 'Đọc lại ván chủ nhật' },
      { t: 'text', text: 'Ghi ba nước hay' },
    ],
  ],
])('%o is sent', (typed, tasks) => {
  const sent = { title: 'Tuần này', due_ms: endOfDay('2030-05-04'), pupils: [], tasks };
  expect(homeworkOf({ ...EMPTY, ...typed })).toEqual(sent);
});

test.each<[Partial<HomeworkDraft>, unknown]>([
  [{}, { is: 'empty' }],
  [{ numbers: '12 ba' }, { is: 'number', text: 'ba' }],
  [
    { studies: 'https://shogi.example/8RHsVvwGab' },
    { is: 'study', text: 'https://shogi.example/8RHsVvwGab' },
  ],
])('%o cannot be sent', (typed, wrong) => {
  expect(homeworkOf({ ...EMPTY, ...typed })).toEqual(wrong);
});

test('homework is due at the end of a day', () => {
  expect(dayIn(7, new Date(2030, 4, 28, 23, 30))).toBe('2030-06-04');
  expect(new Date(endOfDay('2030-06-04')).getDate()).toBe(4);
});
