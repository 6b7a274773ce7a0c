/** Compiles `words/` to TypeScript: a module for each language, and the list of languages. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, type Message, OFFERED_PERCENT, percentOf, readWords, SOURCE } from './catalogues.ts';
import { type Part, usesOf } from './message.ts';

/** Files whose messages are not words of the client's pages. */
const ELSEWHERE = ['server.json', 'offline.json', 'lessons.json'];

/** Groups whose keys the server names, so that any name may be looked up in them. */
const LOOKED_UP =
  /^(pieces\.(standard|heian_dai|sho|dobutsu)|tournaments\.why\.keptBy|setup\.variantHelp|variants|lessons\.(chapters|lessons))$/;

type Tree = Map<string, Tree | { message: Message; tag: string }>;
type Leaf = { message: Message; tag: string };
const isLeaf = (it: Tree | Leaf): it is Leaf => !(it instanceof Map);

export interface Made {
  /** Text by path below the folder of what is made. */
  files: Map<string, string>;
  offline: string;
}

export function compile(folder: string): Made {
  const { catalogues, problems } = readWords(folder);
  const [first] = problems;
  if (first) throw new Error(`words/${first.where} ${first.what}; \`cargo xtask words\` says it all`);
  const english = catalogues.find(({ tag }) => tag === SOURCE);
  if (!english) throw new Error(`there is no words/${SOURCE}`);
  const offered = catalogues
    .filter((it) => percentOf(it, english) >= OFFERED_PERCENT)
    .sort((a, b) => a.about.name.localeCompare(b.about.name, SOURCE));
  const files = new Map<string, string>();
  const page = (file: string) => !ELSEWHERE.includes(file);
  files.set('catalogue.ts', `${HEAD}export interface Catalogue ${typeOf(treeOf(english, english, page))}\n`);
  for (const own of offered) {
    files.set(`${own.tag}.ts`, moduleOf(treeOf(own, english, page), 'Catalogue', './catalogue', '..'));
    const lessons = treeOf(own, english, (file) => file === 'lessons.json').get('lessons') ?? new Map();
    const course = moduleOf(lessons as Tree, 'CourseWords', '../../../learn/course-words', '../..');
    files.set(`lessons/${own.tag}.ts`, course);
  }
  files.set('languages.ts', languagesOf(offered, english));
  return { files, offline: offlineOf(offered, english) };
}

const HEAD = '// Made from words/ by web/scripts/words.mjs; not to be edited.\n\n';

/** The messages of some files as the tree that their keys describe, English where there are none. */
function treeOf(own: Catalogue, english: Catalogue, wanted: (file: string) => boolean): Tree {
  const root: Tree = new Map();
  for (const [key, source] of english.messages) {
    if (!wanted(source.file)) continue;
    const translated = own.messages.get(key);
    const parts = key.split('.');
    const last = parts.pop() ?? '';
    let tree = root;
    for (const part of parts) {
      const below = tree.get(part) ?? new Map();
      if (isLeaf(below)) throw new Error(`${key}: ${part} is a message and a group`);
      tree.set(part, below);
      tree = below;
    }
    if (tree.has(last)) throw new Error(`${key} is a message and a group`);
    // English says which arguments there are, whoever says the rest.
    tree.set(last, {
      message: { ...(translated ?? source), args: source.args },
      tag: translated ? own.tag : english.tag,
    });
  }
  return root;
}

const isList = (tree: Tree) => [...tree.keys()].every((key, i) => key === String(i));
const nameOf = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

const TYPE_OF: Record<string, string> = {
  text: 'string',
  'text?': 'string | null | undefined',
  number: 'number',
  'number?': 'number | null | undefined',
  boolean: 'boolean',
};
const typeOfArgument = (type: string) =>
  TYPE_OF[type] ??
  type
    .split('|')
    .map((one) => JSON.stringify(one))
    .join(' | ');

function typeOf(tree: Tree, path = ''): string {
  if (isList(tree)) return 'readonly string[]';
  const lines = [...tree].map(([key, it]) => {
    const here = path ? `${path}.${key}` : key;
    return `readonly ${nameOf(key)}: ${isLeaf(it) ? typeOfMessage(it.message) : typeOf(it, here)};`;
  });
  const open = LOOKED_UP.test(path) ? 'readonly [name: string]: string;\n' : '';
  return `{\n${open}${lines.join('\n')}\n}`;
}

function typeOfMessage({ args }: Message): string {
  if (args.length === 0) return 'string';
  return `(${args.map(([name, type]) => `${name}: ${typeOfArgument(type)}`).join(', ')}) => string`;
}

function moduleOf(tree: Tree, type: string, typeFrom: string, i18n: string): string {
  const used = new Set<string>();
  const value = literalOf(tree, used);
  const rules = [...used].sort().map((tag) => `const ${pluralOf(tag)} = pluralRules('${tag}');\n`);
  const plural = used.size > 0 ? `import { pluralRules } from '${i18n}/plural';\n` : '';
  return `${HEAD}${plural}import type { ${type} } from '${typeFrom}';\n\n${rules.join('')}export const words: ${type} = ${value};\n`;
}

const pluralOf = (tag: string) => `plural_${tag.replace(/\W/g, '_')}`;

function literalOf(tree: Tree, used: Set<string>): string {
  const values = [...tree].map(([key, it]) => [
    key,
    isLeaf(it) ? valueOfMessage(it, used) : literalOf(it, used),
  ]);
  if (isList(tree)) return `[${values.map(([, value]) => value).join(', ')}]`;
  return `{\n${values.map(([key, value]) => `${nameOf(key ?? '')}: ${value},`).join('\n')}\n}`;
}

function valueOfMessage({ message, tag }: Leaf, used: Set<string>): string {
  const { parts, args } = message;
  if (args.length === 0)
    return JSON.stringify(parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  const types = new Map(args);
  const needed = new Set(usesOf(parts).map(({ name }) => name));
  const names = args.map(([name]) => (needed.has(name) ? name : `_${name}`));
  return `(${names.join(', ')}) => ${expression(parts, types, tag, used)}`;
}

const inTemplate = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');

/** A message as an expression that is a string. */
function expression(parts: Part[], types: Map<string, string>, tag: string, used: Set<string>): string {
  const [only] = parts;
  if (parts.length === 1 && only && 'branches' in only) return branching(only, types, tag, used);
  const inner = parts.map((part) => {
    if (part.kind === 'text') return inTemplate(part.text);
    if ('branches' in part) return `\${${branching(part, types, tag, used)}}`;
    return types.get(part.name)?.endsWith('?') ? `\${${part.name} ?? ''}` : `\${${part.name}}`;
  });
  return `\`${inner.join('')}\``;
}

type Branching = Extract<Part, { branches: unknown }>;

function branching(part: Branching, types: Map<string, string>, tag: string, used: Set<string>): string {
  const { name, branches } = part;
  const type = types.get(name) ?? '';
  const said = (key: string) => expression(branches.find(([it]) => it === key)?.[1] ?? [], types, tag, used);
  // A number is looked for before a form of the plural, wherever it stands.
  const keys = branches.map(([key]) => key).filter((key) => key !== 'other');
  const ordered = [
    ...keys.filter((key) => key.startsWith('=')),
    ...keys.filter((key) => !key.startsWith('=')),
  ];
  const cases = ordered.map((key) => {
    if (part.kind === 'plural') {
      if (key.startsWith('=')) return `${name} === ${Number(key.slice(1))} ? ${said(key)} : `;
      used.add(tag);
      return `${pluralOf(tag)}(${name}${type.endsWith('?') ? ' ?? 0' : ''}) === '${key}' ? ${said(key)} : `;
    }
    if (type === 'boolean') return `${name} ? ${said(key)} : `;
    if (key === 'none' && type === 'text?') return `!${name} ? ${said(key)} : `;
    if (key === 'none' && type === 'number?') return `${name} == null ? ${said(key)} : `;
    return `${name} === ${JSON.stringify(key)} ? ${said(key)} : `;
  });
  return `(${cases.join('')}${said('other')})`;
}

function languagesOf(offered: Catalogue[], english: Catalogue): string {
  const lines = offered.map((own) => {
    const { name, notation, draft = false, fonts = [] } = own.about;
    const about = { name, notation, draft, fonts: fonts.map(String), percent: percentOf(own, english) };
    const load = (folder: string) => `() => import('./${folder}${own.tag}').then((it) => it.words)`;
    return `${JSON.stringify(own.tag)}: { ...${JSON.stringify(about)}, load: ${load('')}, lessons: ${load('lessons/')} },`;
  });
  return `${HEAD}export const LANGUAGES = {\n${lines.join('\n')}\n};\n`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What the page without a connection says, in each language. */
function offlineOf(offered: Catalogue[], english: Catalogue): string {
  const sections = offered.map((own) => {
    const tree = treeOf(own, english, (file) => file === 'offline.json').get('offline') as Tree;
    const said = (key: string) => {
      const it = tree.get(key);
      return it && isLeaf(it) ? escapeHtml(it.message.text) : '';
    };
    return `      <section lang="${own.tag}">
        <h1>${said('title')}</h1>
        <p>${said('lead')}</p>
        <p>${said('game')}</p>
        <button type="button">${said('again')}</button>
      </section>`;
  });
  return sections.join('\n');
}

/** Writes what has changed below `target`, takes away what is not made any more, and says whether anything was done. */
export function writeWords(web: string): boolean {
  const { files, offline } = compile(join(web, '../words'));
  const target = join(web, 'src/i18n/made');
  const template = readFileSync(join(web, 'scripts/words/offline-page.html'), 'utf8');
  const all = new Map([...files].map(([path, text]) => [join(target, path), text]));
  all.set(
    join(web, 'public/offline.html'),
    template.replace('      <!-- sections -->', () => offline),
  );
  mkdirSync(join(target, 'lessons'), { recursive: true });
  let changed = false;
  for (const [path, text] of all) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    writeFileSync(path, text);
    changed = true;
  }
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    const path = join(target, name);
    if (!name.endsWith('.ts') || all.has(path)) continue;
    rmSync(path);
    changed = true;
  }
  return changed;
}
