import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../settings/settings';
import { VARIANTS } from '../wire/variants';
import { BOARDS } from './boards';
import { FACE_SETS, faceProperties, faceSetFor, OF_ANIMALS, ownFaceProperties } from './faces';
import { KINGS, lookFor } from './look';

const styles = new URL('../styles/', import.meta.url);
const sheets = readdirSync(new URL('sets/', styles))
  .map((name) => readFileSync(new URL(`sets/${name}`, styles), 'utf8'))
  .join('\n');
const named = new Map(
  [...sheets.matchAll(/(--[\w-]+): url\('(.+)'\)/g)].map(([, name, file]) => [name, file]),
);

const CASES = VARIANTS.flatMap((variant) => FACE_SETS.map((set) => [variant.name, set] as const));

test.each(CASES)('%s: every piece has a face in %s, and shows how it moves', (name, wanted) => {
  const variant = VARIANTS.find((it) => it.name === name);
  if (!variant) throw new Error(name);
  const set = faceSetFor(variant, wanted);
  const properties = faceProperties(variant, { set, kings: KINGS, marks: true });
  for (const kind of Object.keys(variant.pieces)) {
    const role = kind.toLowerCase().replace('+', 'pro-');
    const picture = properties[`--picture-${role}`];
    if (picture) expect(named.has(picture.slice(4, -1)), picture).toBe(true);
    else expect(properties[`--face-${role}`]).toMatch(/^".+"$/s);
    expect(named.has(properties[`--moves-${role}`]?.slice(4, -1) ?? ''), kind).toBe(true);
  }
});

test('both sides of a piece that turns are of one size', () => {
  for (const variant of VARIANTS) {
    const properties = faceProperties(variant, { set: 'kanji1', kings: KINGS, marks: false });
    for (const [kind, { turns }] of Object.entries(variant.pieces))
      if (turns)
        expect(properties[`--size-${kind.toLowerCase()}`]).toBe(properties[`--size-${turns.toLowerCase()}`]);
  }
});

test('every picture that a style sheet names is there', () => {
  for (const file of named.values()) expect(existsSync(new URL(`sets/${file}`, styles)), file).toBe(true);
});

/** WCAG's contrast of two colours `#rrggbb`. */
function contrast(a: string, b: string): number {
  const light = (colour: string) =>
    [1, 3, 5]
      .map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const [x, y] = [light(a), light(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

test.each(BOARDS)('%s: the coordinates are read, and the lines are seen', (board) => {
  const text = readFileSync(new URL('boards.css', styles), 'utf8');
  const of = (name: string, property: string) =>
    text.split(`[data-board='${name}'] {`)[1]?.split('}')[0]?.match(`${property}: (#\\w{6});`)?.[1];
  const value = (property: string) => of(board, property) ?? of('kaya', property) ?? '';
  expect(contrast(value('--ban-ink'), value('--ban-ground'))).toBeGreaterThan(4.5);
  expect(contrast(value('--ban-line'), value('--ban-ground'))).toBeGreaterThan(2);
});

test('a picture of a set takes over nothing from the board around it', () => {
  const [standard] = VARIANTS;
  if (!standard) throw new Error('no variant');
  const look = { kings: KINGS, marks: true };
  const around = faceProperties(standard, { ...look, set: 'animals' });
  for (const set of FACE_SETS) {
    const own = ownFaceProperties(standard, { ...look, set, marks: false });
    expect(Object.keys(around).filter((name) => !(name in own))).toEqual([]);
  }
});

test('games that are sold with animals have them until somebody chooses others there', () => {
  const ofAnimals = VARIANTS.filter(({ name }) => OF_ANIMALS.has(name));
  expect(ofAnimals.map((variant) => lookFor(variant).set)).toEqual(['animals', 'animals']);
  settings.pieces.value = 'kanji1';
  expect(ofAnimals.map((variant) => lookFor(variant).set)).toEqual(['animals', 'animals']);
  settings.animalPieces.value = 'international';
  expect(ofAnimals.map((variant) => lookFor(variant).set)).toEqual(['international', 'international']);
  const standard = VARIANTS.find(({ name }) => name === 'standard');
  expect(standard && lookFor(standard).set).toBe('kanji1');
});
