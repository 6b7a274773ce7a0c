import { expect, test } from 'vitest';
import { strengthOf } from './new-password';

test.each([
  ['', 'short'],
  ['mật khẩu cờ', 'short'],
  ['aaaaaaaaaaaaaaaa', 'repeats'],
  ['abcabcabcabc', 'repeats'],
  ['bảy con tốt', 'short'],
  ['bảy con tốt đe', 'fair'],
  ['correct horse battery staple', 'good'],
] as const)('%s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength));
