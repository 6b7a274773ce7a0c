import { expect, test } from 'vitest';
import { partsOf, withoutReadings } from './readings';

test('a reading stands with the characters before it', () => {
  expect(partsOf('打《う》ち歩詰《ふづ》め：歩')).toEqual([
    { text: '打', reading: 'う' },
    { text: 'ち', reading: null },
    { text: '歩詰', reading: 'ふづ' },
    { text: 'め：歩', reading: null },
  ]);
  expect(withoutReadings('打《う》ち歩詰《ふづ》め')).toBe('打ち歩詰め');
  for (const plain of ['The rook (飛車 hisha)', '《x》', '', '角《》']) {
    expect(
      partsOf(plain).every(({ reading }) => reading === null),
      plain,
    ).toBe(true);
    expect(withoutReadings(plain)).toBe(plain);
  }
});
