import { beforeAll, expect, test } from 'vitest';
import { type Language, loadLanguage, loadLateWords } from '../i18n';
import { t } from '../i18n/whole';
import { wordOf } from '../ui/form-fields';
import { fieldsFor, formWords, KINDS, NEW } from './bridge-dialog';

const LANGUAGES: readonly Language[] = ['en', 'vi', 'ja'];

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
});

test.each(LANGUAGES)('every field of every kind has its words in %s', async (tag) => {
  await loadLanguage(tag);
  await loadLateWords();
  const words = formWords();
  for (const kind of KINDS) {
    const asked = fieldsFor(true).filter((it) => !it.when || it.when({ ...NEW, kind }));
    const keys = asked.flatMap((it) =>
      it.kind === 'columns' || it.kind === 'view' ? [] : [it.label ?? it.key, ...(it.help ? [it.help] : [])],
    );
    expect(keys.filter((key) => wordOf(words, key) === '')).toEqual([]);
    expect(t().bridges.kinds[kind]).not.toBe('');
  }
});

test('a bridge asks for what its kind needs, and keeps its secret where none is typed', () => {
  const asked = (isNew: boolean) =>
    fieldsFor(isNew)
      .filter((it) => !it.when || it.when({ ...NEW, kind: 'matrix' }))
      .flatMap((it) => (it.kind === 'text' ? [[it.key, it.required, it.help]] : []));
  expect(asked(true)).toEqual([
    ['name', true, 'nameHelp'],
    ['host', true, 'matrix.hostHelp'],
    ['secret', true, 'matrix.secretHelp'],
    ['target', true, 'matrix.targetHelp'],
  ]);
  expect(asked(false)[2]).toEqual(['secret', false, 'secretStays']);
});
