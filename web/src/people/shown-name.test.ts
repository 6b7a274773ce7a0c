import { beforeEach, expect, test, vi } from 'vitest';
import { loadLanguage } from '../i18n';
import { shownName } from './shown-name';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { style: { setProperty() {}, removeProperty() {} } } });
});

test('a visitor is called so in the language of the page, and everybody else as they call themselves', async () => {
  await loadLanguage('ja');
  expect(['Guest 3488', '秋山', 'Guest', 'Guest of honour'].map(shownName)).toEqual([
    'ゲスト3488',
    '秋山',
    'Guest',
    'Guest of honour',
  ]);
  await loadLanguage('vi');
  expect(shownName('Guest 3488')).toBe('Khách 3488');
});
