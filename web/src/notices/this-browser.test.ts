import { expect, test } from 'vitest';
import { bytesOf } from './this-browser';

test('a key is read as it stands in addresses', () => {
  expect([...bytesOf('AP-_')]).toEqual([0, 255, 191]);
  expect([...bytesOf('BA')]).toEqual([4]);
});
