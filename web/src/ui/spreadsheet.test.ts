import { expect, test } from 'vitest';
import { listText } from './spreadsheet';

const bytes = (...all: number[]) => new Blob([new Uint8Array(all)]);

test('text is read in the encodings of spreadsheets', async () => {
  expect(await listText(new Blob(['Nguyễn,3k']))).toBe('Nguyễn,3k');
  expect(await listText(bytes(0xff, 0xfe, 0xe2, 0x1e))).toBe('\u1ee2');
  expect(await listText(bytes(0xfe, 0xff, 0x00, 0x41))).toBe('A');
  // `Đỗ` as Windows writes Vietnamese: a letter with a circumflex and a tilde behind it.
  expect(await listText(bytes(0xd0, 0xf4, 0xde))).toBe('Đỗ');
});

test('what is no archive although it begins like one is no list', async () => {
  expect(await listText(bytes(0x50, 0x4b, 0x03, 0x04, 0x00))).toBeNull();
});
