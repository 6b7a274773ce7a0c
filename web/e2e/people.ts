/**
 * People who use the pages: each with a browser window of their own, who leave when a test is over.
 */

import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import { newPerson, type Person, type Size, sharedBrowser } from './browser';

/** What the pages say, by language. */
export const CATALOGUES = { vi, en, ja };

export type Locale = keyof typeof CATALOGUES;

/** Whether each flow is gone through in every language. */
const ALL = process.env.KOMADAI_LANGUAGES === 'all';

/**
 * In which languages a flow is gone through: in this one, as the pages of the others differ in
 * nothing but words.
 */
export const languages = (locale: Locale): readonly Locale[] => (ALL ? ['vi', 'en', 'ja'] : [locale]);

/** The same, with the window that each is gone through in. */
export const look = (locale: Locale, size: Size): readonly (readonly [Locale, Size])[] =>
  languages(locale).map((it) => [it, size] as const);

/**
 * The same for a flow that is another one on a phone: one language there, another on a wide screen.
 */
export const looks = (phone: Locale, wide: Locale): readonly (readonly [Locale, Size])[] => {
  const both = [
    [phone, 'phone'],
    [wide, 'wide'],
  ] as const;
  const others = languages(phone).filter((it) => it !== phone && it !== wide);
  return [...both, ...others.map((it) => [it, 'phone'] as const)];
};

/** A picture for whoever wants to look, in the folder that KOMADAI_PICTURES names. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = process.env.KOMADAI_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

/**
 * Forgets what browsers noted of a server that was away: how often depends on how long a start
 * takes.
 */
export function forgetLostConnections(people: readonly Person[]): void {
  for (const { complaints } of people) {
    const others = complaints.filter((it) => !it.startsWith('WebSocket connection to'));
    complaints.splice(0, complaints.length, ...others);
  }
}

type PersonOptions = NonNullable<Parameters<typeof newPerson>[1]> & {
  /** Whether the browser has all that Chromium has, such as notifications. */
  whole?: boolean;
};

/**
 * Somebody new for a test of this file, as often as it is called. A test fails when a page
 * complained in its console, unless `mayComplain` says that this is no fault: a browser notes every
 * answer that is no success.
 */
export function usePeople(
  defaults: PersonOptions & { mayComplain?: boolean } = {},
): (options?: PersonOptions) => Promise<Person> {
  const { mayComplain = false, ...rest } = defaults;
  let people: Person[] = [];

  afterEach(async () => {
    const complaints = people.flatMap((person) => person.complaints);
    await Promise.all(people.map((person) => person.context.close()));
    people = [];
    if (!mayComplain) expect(complaints).toEqual([]);
  });

  return async (options = {}) => {
    const { whole, ...asked } = { ...rest, ...options };
    const settings = { animation: false, ...rest.settings, ...options.settings };
    const made = await newPerson(await sharedBrowser({ whole }), { ...asked, settings });
    people.push(made);
    return made;
  };
}
