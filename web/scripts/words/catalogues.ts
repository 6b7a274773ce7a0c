/** The folder `words/`: languages, their messages, and whether they are sound. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BadMessage, type Part, parseMessage, usesOf } from './message.ts';

/** What `words/TAG/language.json` says. */
export interface About {
  /** What its speakers call it. */
  name: string;
  /** Written by somebody whose language it is not, and to be read by one whose it is. */
  draft?: boolean;
  /** Everything must be there. */
  complete?: boolean;
  /** The notation of moves that its readers know. */
  notation: string;
  /** `og:locale`. */
  locale: string;
  /** Whether a certificate runs from the top down. */
  certificate?: 'down';
  /** Families of the readers' own systems in which it is set, best first. */
  fonts?: string[];
  /**
   * How pieces and sides are called within sentences: `{piece_the}` is what “the” makes of `{it}`.
   */
  forms?: Record<string, string>;
}

export interface Message {
  parts: Part[];
  text: string;
  /** English: its arguments in the order in which code gives them, and what they are. */
  args: [string, string][];
  description: string;
  file: string;
}

export interface Catalogue {
  tag: string;
  about: About;
  messages: Map<string, Message>;
  forms: Map<string, Part[]>;
}

export interface Problem {
  where: string;
  what: string;
}

/** What every other language is translated from and falls back to. */
export const SOURCE = 'en';
/** From how many percent on a language is offered. */
export const OFFERED_PERCENT = 70;
export const TYPES = /^(text|number|boolean|text\?|number\?|piece|side|[a-z0-9_]+(\|[a-z0-9_]+)+)$/;

/** What `{piece_the}` asks for: an argument, and a form of the language. */
const FORMED = /^(.+)_([a-z]+)$/;

const RESERVED =
  /^(new|for|if|in|is|do|of|as|this|case|class|const|default|delete|else|export|function|import|let|return|switch|typeof|var|void|while|with|yield|words)$/;

export function readWords(folder: string): { catalogues: Catalogue[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const tags = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const catalogues = tags.map((tag) => readLanguage(join(folder, tag), problems));
  return { catalogues, problems };
}

function readLanguage(folder: string, problems: Problem[]): Catalogue {
  const tag = basename(folder);
  const messages = new Map<string, Message>();
  const about = readJson(join(folder, 'language.json'), tag, problems) as unknown as About;
  try {
    if (Intl.getCanonicalLocales(tag)[0] !== tag) throw new Error();
  } catch {
    problems.push({ where: tag, what: 'is not the name of a language as BCP 47 writes it' });
  }
  for (const field of ['name', 'notation', 'locale'] as const)
    if (typeof about[field] !== 'string')
      problems.push({ where: `${tag}/language.json`, what: `has no “${field}”` });
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'language.json')
    .sort()) {
    const where = `${tag}/${file}`;
    for (const [key, value] of Object.entries(readJson(join(folder, file), where, problems))) {
      const message = readMessage(value, `${where}: ${key}`, file, problems);
      if (!message) continue;
      const before = messages.get(key);
      if (before) problems.push({ where: `${where}: ${key}`, what: `is in ${before.file} already` });
      else messages.set(key, message);
    }
  }
  return { tag, about, messages, forms: readForms(about, tag, problems) };
}

function readForms({ forms = {} }: About, tag: string, problems: Problem[]): Map<string, Part[]> {
  const read = new Map<string, Part[]>();
  for (const [name, text] of Object.entries(forms)) {
    const where = `${tag}/language.json: ${name}`;
    try {
      if (!/^[a-z]+$/.test(name)) throw new BadMessage('a form is called by small letters alone', 0);
      read.set(name, parseMessage(text));
    } catch (cause) {
      if (!(cause instanceof BadMessage)) throw cause;
      problems.push({ where, what: cause.message });
    }
  }
  return read;
}

/**
 * The form that an argument's name asks for, where it is a piece or a side and the language has
 * that form.
 */
export function formOf(
  name: string,
  types: ReadonlyMap<string, string>,
  forms: ReadonlyMap<string, Part[]>,
): { of: string; form: string } | null {
  const [, of, form] = FORMED.exec(name) ?? [];
  if (types.has(name) || of === undefined || form === undefined || !forms.has(form)) return null;
  return isNamed(types.get(of)) ? { of, form } : null;
}

const isNamed = (type: string | undefined) => type === 'piece' || type === 'side';

const PIECE_KEY = /^(?:pieces|variantWords\.pieces)\.(\w+)\.([^.]+)$/;

/** The codes of pieces by variant and kind: a “promoted silver” in English is `promoted_silver`. */
export function pieceCodes(english: Catalogue): Map<string, Map<string, string>> {
  const codes = new Map<string, Map<string, string>>();
  for (const [key, { text }] of english.messages) {
    const [, variant, kind] = PIECE_KEY.exec(key) ?? [];
    if (variant === undefined || kind === undefined) continue;
    const kinds = codes.get(variant) ?? new Map<string, string>();
    codes.set(variant, kinds.set(kind, text.toLowerCase().replace(/[^a-z0-9]+/g, '_')));
  }
  return codes;
}

export const SIDES = ['sente', 'gote', 'shitate', 'uwate'];

/** What an argument may be. */
type Types = (type: string) => readonly string[] | null;

function codesOf(english: Catalogue): Types {
  const pieces = [...pieceCodes(english).values()].flatMap((kinds) => [...kinds.values()]);
  return (type) => {
    if (type === 'boolean') return ['true'];
    if (type === 'piece') return pieces;
    if (type === 'side') return SIDES;
    if (type === 'named') return [...pieces, ...SIDES];
    if (type.endsWith('?')) return ['none'];
    return type.includes('|') ? type.split('|') : null;
  };
}

function readJson(path: string, where: string, problems: Problem[]): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    problems.push({ where, what: 'is not an object' });
  } catch (cause) {
    problems.push({ where, what: `cannot be read: ${cause instanceof Error ? cause.message : cause}` });
  }
  return {};
}

function readMessage(value: unknown, where: string, file: string, problems: Problem[]): Message | null {
  const { defaultMessage, description = '', arguments: args = {} } = (value ?? {}) as Record<string, unknown>;
  if (typeof defaultMessage !== 'string' || typeof description !== 'string') {
    problems.push({ where, what: 'has no “defaultMessage”' });
    return null;
  }
  // What a translator has not come to is empty.
  if (defaultMessage === '' && !file.startsWith(SOURCE)) return null;
  try {
    return {
      parts: parseMessage(defaultMessage),
      text: defaultMessage,
      args: Object.entries(args as Record<string, string>),
      description,
      file,
    };
  } catch (cause) {
    if (!(cause instanceof BadMessage)) throw cause;
    problems.push({ where, what: cause.message });
    return null;
  }
}

/** Everything that is wrong with the messages of a language, measured by those of English. */
export function check(own: Catalogue, english: Catalogue): Problem[] {
  const problems: Problem[] = [];
  const codes = codesOf(english);
  const isShared = sharedIn(english);
  for (const [name, parts] of own.forms) {
    const where = `${own.tag}/language.json: ${name}`;
    const said = checkUses(parts, new Map([['it', 'named']]), own, codes);
    for (const what of said) problems.push({ where, what });
    if (!usesOf(parts).some((use) => use.name === 'it' && use.kind === 'argument'))
      problems.push({ where, what: '{it} is missing' });
  }
  for (const [key, message] of own.messages) {
    const where = `${own.tag}/${message.file}: ${key}`;
    const source = english.messages.get(key);
    if (!source) {
      problems.push({ where, what: 'English has no such message' });
      continue;
    }
    if (source.file !== message.file) problems.push({ where, what: `belongs in ${source.file}` });
    const types = new Map(source.args);
    for (const what of checkUses(message.parts, types, own, codes)) problems.push({ where, what });
    if (own === english) problems.push(...checkSource(where, key, message, isShared));
    if (message.text.trim() === '' && source.text.trim() !== '')
      problems.push({ where, what: 'says nothing' });
    // A number may be said in words, and a language may do without what its grammar says anyway; a
    // name may not go.
    const used = new Set(usesOf(message.parts).map(({ name }) => formOf(name, types, own.forms)?.of ?? name));
    const named = (type = '') => type === 'text' || isNamed(type);
    for (const { name, kind } of usesOf(source.parts)) {
      const of = formOf(name, types, english.forms)?.of ?? name;
      if (kind === 'argument' && named(types.get(of)) && !used.has(of))
        problems.push({ where, what: `{${of}} is missing` });
    }
  }
  if (own.about.complete)
    for (const [key, { file }] of english.messages)
      if (!own.messages.has(key))
        problems.push({ where: `${own.tag}/${file}: ${key}`, what: 'is not translated' });
  return problems;
}

/** How few words say too little without a description of their own. */
const SHORT_WORDS = 2;

const groupOf = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('.')));

const wordsOf = (text: string) => text.replace(/\{\w+\}/g, '').match(/[\p{L}\p{N}’'-]+/gu) ?? [];

/**
 * Whether a description says nothing of the message itself: others have it, and are not all of one
 * kind with it.
 */
function sharedIn(english: Catalogue): (description: string) => boolean {
  const groups = new Map<string, Set<string>>();
  const users = new Map<string, string[]>();
  for (const [key, { description }] of english.messages) {
    const group = groupOf(key);
    groups.set(group, (groups.get(group) ?? new Set()).add(description));
    users.set(description, [...(users.get(description) ?? []), group]);
  }
  return (description) => {
    const using = users.get(description) ?? [];
    return using.length > 1 && !using.every((group) => groups.get(group)?.size === 1);
  };
}

function checkSource(
  where: string,
  key: string,
  message: Message,
  isShared: (description: string) => boolean,
): Problem[] {
  const problems: Problem[] = [];
  const { description, text } = message;
  if (description.trim() === '') problems.push({ where, what: 'has no description' });
  else if (wordsOf(text).length <= SHORT_WORDS && isShared(description))
    problems.push({
      where,
      what: `is short and shares its description with others: say what “${text}” is, or describe all of ${groupOf(key)} alike`,
    });
  for (const [name, type] of message.args) {
    if (!TYPES.test(type)) problems.push({ where, what: `“${type}” is no type of an argument` });
    if (RESERVED.test(name)) problems.push({ where, what: `“${name}” cannot be the name of an argument` });
    if (!description.includes(`{${name}}`))
      problems.push({ where, what: `the description does not say what {${name}} is` });
  }
  return problems;
}

function checkUses(
  parts: Part[],
  types: ReadonlyMap<string, string>,
  own: Catalogue,
  codes: Types,
): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text' || part.kind === 'number') return [];
    const type = types.get(part.name);
    if (type === undefined && part.kind === 'argument' && formOf(part.name, types, own.forms)) return [];
    if (type === undefined) return [`English gives no {${part.name}}`];
    if (part.kind === 'argument')
      return type === 'boolean' ? [`{${part.name}} is yes or no: use select`] : [];
    const inner = part.branches.flatMap(([, branch]) => checkUses(branch, types, own, codes));
    const keys = part.branches.map(([key]) => key);
    const wrong = part.kind === 'plural' ? checkPlural(keys, type, own.tag) : checkSelect(keys, codes(type));
    return [...inner, ...wrong];
  });
}

function checkPlural(keys: string[], type: string, tag: string): string[] {
  if (!type.startsWith('number')) return ['only a number has a plural'];
  const wanted = pluralForms(tag);
  const given = keys.filter((key) => !key.startsWith('='));
  // A form for one number only may be spelled as that number.
  const covered = (form: string) => given.includes(form) || (form === 'one' && keys.includes('=1'));
  return [
    ...given.filter((form) => !wanted.includes(form)).map((form) => `${tag} has no plural “${form}”`),
    ...wanted.filter((form) => !covered(form)).map((form) => `the plural “${form}” of ${tag} is missing`),
  ];
}

function checkSelect(keys: string[], known: readonly string[] | null): string[] {
  return known === null
    ? []
    : keys.filter((key) => key !== 'other' && !known.includes(key)).map((key) => `no {…} is ever “${key}”`);
}

/** The plural forms that the whole numbers up to a thousand have. */
export function pluralForms(tag: string): string[] {
  const rules = new Intl.PluralRules(tag);
  const forms = new Set(Array.from({ length: 1_001 }, (_, n) => rules.select(n) as string));
  return [...forms.add('other')].sort();
}

/** How much of English a language has, in whole percent: 100 only when everything is there. */
export function percentOf(own: Catalogue, english: Catalogue): number {
  let n = 0;
  for (const key of english.messages.keys()) if (own.messages.has(key)) n++;
  return Math.floor((100 * n) / Math.max(1, english.messages.size));
}
