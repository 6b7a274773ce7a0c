import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { words as en } from './made/whole/en';
import { words as ja } from './made/whole/ja';
import { words as vi } from './made/whole/vi';

const API = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));

/** Every value of an enum of the API's description, however it is written there. */
const valuesOf = (name: string): string[] =>
  (API.components.schemas[name].oneOf ?? [API.components.schemas[name]]).flatMap(
    (one: { const?: string; enum?: string[] }) => one.enum ?? one.const ?? [],
  );

test.each(Object.entries({ en, vi, ja }))('%s has words for every refusal', (_, catalogue) => {
  const codes = valuesOf('RefusalCode');
  expect(codes).toContain('busy');
  expect(codes).toContain('nifu');
  const { account, clubs, problems, refusals, result, study, tournaments } = catalogue;
  const known = {
    ...result.illegal,
    ...refusals,
    ...account.problems,
    ...clubs.problems,
    ...study.problems,
    ...tournaments.problems,
    ...problems,
  };
  expect(codes.filter((code) => !(code in known))).toEqual([]);
  const own = ['unreachable', 'other'];
  const worded = [account, clubs, study, tournaments, { problems }].flatMap((it) => Object.keys(it.problems));
  expect(worded.filter((code) => !codes.includes(code) && !own.includes(code))).toEqual([]);
});

test.each(Object.entries({ en, vi, ja }))('%s has words for every bad row', (_, { clubs }) => {
  expect(Object.keys(clubs.rows).sort()).toEqual(valuesOf('RowProblem').sort());
});
