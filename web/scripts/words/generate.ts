/** Compiles `words/` to TypeScript: a module for each language, and the list of languages. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Catalogue,
  formOf,
  type Message,
  OFFERED_PERCENT,
  percentOf,
  pieceCodes,
  readWords,
  SIDES,
  SOURCE,
} from './catalogues.ts';
import { type Part, usesOf } from './message.ts';

/** Files that are long and read on a few pages alone: each is a module of its own, loaded there. */
const APART = [
  { file: 'lessons.json', root: 'lessons', type: 'CourseWords', from: 'learn/course-words' },
  { file: 'variant-pages.json', root: 'variantPages', type: 'PageWords', from: 'variants/page-words' },
] as const;

/** Files whose messages are not words of any page, or modules of their own. */
const ELSEWHERE = ['mail.json', 'server.json', 'offline.json', ...APART.map(({ file }): string => file)];

/**
 * Files of which nothing is on the first page nor at a game: they are loaded with the first other
 * page.
 */
const LATE = [
  'account.json',
  'admin.json',
  'archive.json',
  'bell.json',
  'bots.json',
  'bridges.json',
  'broadcast.json',
  'circuits.json',
  'clubs.json',
  'coaching.json',
  'design.json',
  'editor.json',
  'evening.json',
  'explorer.json',
  'game.json',
  'home.json',
  'ladder.json',
  'league.json',
  'notices.json',
  'players.json',
  'review.json',
  'settings.json',
  'setup.json',
  'simul.json',
  'site.json',
  'study.json',
  'table-clock.json',
  'tournament-archive.json',
  'tournament-desk.json',
  'tournament-form.json',
  'tournament-hall.json',
  'tournaments.json',
  'training.json',
  'watch.json',
];

/** What menus, titles and games say of them all the same. */
const EARLY = new RegExp(
  `^(${[
    'account\\.(title|signIn|menu|signOut.*)',
    'admin\\.(title|forbidden)',
    'archive\\.(title|more)',
    'bell\\.(title|count)',
    'bots\\.(title|mark|markTitle)',
    'broadcast\\.(title|begin|signInFirst)',
    'clubs\\.(title|members|signInFirst|form\\.title(New|Edit))',
    '(circuits|coaching|design|league|notices\\.off|watch)\\.title',
    'editor\\.(title|edit)',
    'game\\.(toLobby|cancel|strict)',
    'ladder\\.title',
    'players\\.(search|certificate)',
    'positionProblems\\..*',
    'ratings\\..*',
    'review\\.(title|invites|join)',
    'settings\\.(title|language)',
    'tableClock\\.title',
    'setup\\.(close|gains|ownStart|presets\\..*)',
    'simul\\.(before|boards|follow|hostHere|play)',
    'site\\.(branding|language|poweredBy|pages\\..*|api\\.title|moderation\\.(title|forbidden)|person\\.deleted|readOnly|banned)',
    'study\\.(title|begin|add\\.title)',
    'time\\..*',
    'tournaments\\.(title|signInFirst|players|paper\\.title|form\\.title(New|Edit))',
    'training\\.(settings\\..*|learn\\.title|tsume\\.(title|titleOf|nav|all)|(rush|compose|proposed)\\.title)',
  ].join('|')})$`,
);

/** What games say, boards that are watched and today's problem: it comes with the first of them. */
const BOARDS = new RegExp(
  `^(${[
    'players\\.(won|drawn|lost|kept|shared)',
    'review\\.(learn.*|open|together)',
    'site\\.(guestKeeps|keepForGood|person\\..*)',
    'tournaments\\.toTournament',
    'embed\\.(?!open).*',
    'home\\.(levels\\..*|days)',
    'review\\.afterLoss.*',
    'setup\\..*',
    'training\\.(tsume|gameHint)\\..*',
    'watch\\.over',
  ].join('|')})$`,
);

/** Groups whose keys the server names, so that any name may be looked up in them. */
const LOOKED_UP =
  /^(pieces\.(standard|heian_dai|sho|dobutsu)|tournaments\.why\.keptBy|variantWords\.(taglines|pieces\..*)|variants|lessons\.(chapters|lessons))$/;

type Tree = Map<string, Tree | Leaf>;
/** A message and the language that says it. */
type Leaf = { message: Message; by: Catalogue };
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
  const offered = offeredOf(catalogues);
  const files = new Map<string, string>();
  const page = (file: string) => !ELSEWHERE.includes(file);
  const isEarly = (file: string, key: string) => page(file) && (!LATE.includes(file) || EARLY.test(key));
  const isOfBoards = (file: string, key: string) =>
    page(file) && !isEarly(file, key) && (file === 'game.json' || BOARDS.test(key));
  const isLate = (file: string, key: string) => page(file) && !isEarly(file, key) && !isOfBoards(file, key);
  const wantedBy = { Catalogue: page, Early: isEarly, OfBoards: isOfBoards, Late: isLate };
  const types = Object.entries(wantedBy).map(
    ([name, wanted]) => `export interface ${name} ${typeOf(treeOf(english, english, wanted))}\n`,
  );
  files.set('catalogue.ts', `${HEAD}import type { Piece } from '../piece';\n\n${types.join('\n')}`);
  for (const own of offered) {
    files.set(`${own.tag}.ts`, moduleOf(treeOf(own, english, isEarly), 'Early', './catalogue', '..'));
    // They say the sides as the words do that are there already.
    for (const [part, type, wanted] of [
      ['boards', 'OfBoards', isOfBoards],
      ['late', 'Late', isLate],
    ] as const) {
      const made = moduleOf(treeOf(own, english, wanted), type, '../catalogue', '../..');
      files.set(
        `${part}/${own.tag}.ts`,
        made
          .replace(`export const words: ${type}`, `export const ${part}: ${type}`)
          .replace(HEAD, made.includes('words.') ? `${HEAD}import { words } from '../${own.tag}';\n` : HEAD),
      );
    }
    files.set(
      `whole/${own.tag}.ts`,
      `${HEAD}import { joined } from '../../joined';\nimport { boards } from '../boards/${own.tag}';\nimport { late } from '../late/${own.tag}';\nimport { words as early } from '../${own.tag}';\n\n/** For tests. */\nexport const words = joined(early, boards, late);\n`,
    );
    for (const { file, root, type, from } of APART) {
      const tree = treeOf(own, english, (it) => it === file).get(root) ?? new Map();
      files.set(`${root}/${own.tag}.ts`, moduleOf(tree as Tree, type, `../../../${from}`, '../..'));
    }
  }
  files.set('languages.ts', languagesOf(offered, english));
  const codes = [...pieceCodes(english)].map(([variant, kinds]) => [variant, Object.fromEntries(kinds)]);
  files.set(
    'piece-codes.ts',
    `${HEAD}export const PIECE_CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(codes))};\n`,
  );
  return { files, offline: offlineOf(offered, english) };
}

/** The languages that are said well enough to be chosen. */
function offeredOf(catalogues: Catalogue[]): Catalogue[] {
  const english = catalogues.find(({ tag }) => tag === SOURCE);
  if (!english) throw new Error(`there is no words/${SOURCE}`);
  return catalogues
    .filter((it) => percentOf(it, english) >= OFFERED_PERCENT)
    .sort((a, b) => a.about.name.localeCompare(b.about.name, SOURCE));
}

const HEAD = '// Made from words/ by web/scripts/words.mjs; not to be edited.\n\n';

/**
 * The messages of some files as the tree that their keys describe, English where there are none.
 */
function treeOf(own: Catalogue, english: Catalogue, wanted: (file: string, key: string) => boolean): Tree {
  const root: Tree = new Map();
  for (const [key, source] of english.messages) {
    if (!wanted(source.file, key)) continue;
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
      by: translated ? own : english,
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
  piece: 'Piece',
  side: SIDES.map((one) => JSON.stringify(one)).join(' | '),
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

/** What a module needs besides its words: rules of plurals, and forms of names. */
interface Needs {
  plurals: Set<string>;
  /** The code of each by its name. */
  forms: Map<string, string>;
}

function moduleOf(tree: Tree, type: string, typeFrom: string, i18n: string): string {
  const needs: Needs = { plurals: new Set(), forms: new Map() };
  const value = literalOf(tree, needs);
  const rules = [...needs.plurals].sort().map((tag) => `const ${pluralOf(tag)} = pluralRules('${tag}');\n`);
  const plural = needs.plurals.size > 0 ? `import { pluralRules } from '${i18n}/plural';\n` : '';
  const forms = [...needs.forms.values()];
  const piece = forms.some((it) => it.includes('Piece'))
    ? `import type { Piece } from '${i18n}/piece';\n`
    : '';
  return `${HEAD}${piece}${plural}import type { ${type} } from '${typeFrom}';\n\n${rules.join('')}${forms.join('')}export const words: ${type} = ${value};\n`;
}

const pluralOf = (tag: string) => `plural_${tag.replace(/\W/g, '_')}`;

function literalOf(tree: Tree, needs: Needs): string {
  const values = [...tree].map(([key, it]) => [
    key,
    isLeaf(it) ? valueOfMessage(it, needs) : literalOf(it, needs),
  ]);
  if (isList(tree)) return `[${values.map(([, value]) => value).join(', ')}]`;
  return `{\n${values.map(([key, value]) => `${nameOf(key ?? '')}: ${value},`).join('\n')}\n}`;
}

function valueOfMessage({ message, by }: Leaf, needs: Needs): string {
  const { parts, args } = message;
  if (args.length === 0)
    return JSON.stringify(parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  const said: Saying = { types: new Map(args), by, needs };
  const needed = new Set(usesOf(parts).map(({ name }) => formOf(name, said.types, by.forms)?.of ?? name));
  const names = args.map(([name]) => (needed.has(name) ? name : `_${name}`));
  return `(${names.join(', ')}) => ${expression(parts, said)}`;
}

/** A message in the making: what its arguments are, and whose grammar it follows. */
interface Saying {
  types: ReadonlyMap<string, string>;
  by: Catalogue;
  needs: Needs;
}

const inTemplate = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');

/** A message as an expression that is a string. */
function expression(parts: Part[], said: Saying): string {
  const [only] = parts;
  if (parts.length === 1 && only && 'branches' in only) return branching(only, said);
  const inner = parts.map((part) => {
    if (part.kind === 'text') return inTemplate(part.text);
    return `\${${'branches' in part ? branching(part, said) : spoken(part.name, said)}}`;
  });
  return `\`${inner.join('')}\``;
}

/** An argument as it is said. */
function spoken(name: string, said: Saying): string {
  const formed = formOf(name, said.types, said.by.forms);
  if (formed) return `${formNamed(formed.form, said.types.get(formed.of) ?? '', said)}(${formed.of})`;
  const type = said.types.get(name);
  if (type === 'piece') return `${name}.name`;
  if (type === 'side') return `words.sides[${name}]`;
  return type?.endsWith('?') ? `${name} ?? ''` : name;
}

/** The function that says a piece or a side in a form of its language. */
function formNamed(form: string, type: string, { by, needs }: Saying): string {
  const name = `${form}_${type}_${by.tag.replace(/\W/g, '_')}`;
  if (!needs.forms.has(name)) {
    const said = expression(by.forms.get(form) ?? [], { types: new Map([['it', type]]), by, needs });
    needs.forms.set(name, `const ${name} = (it: ${typeOfArgument(type)}): string => ${said};\n`);
  }
  return name;
}

type Branching = Extract<Part, { branches: unknown }>;

function branching(part: Branching, said: Saying): string {
  const { name, branches } = part;
  const type = said.types.get(name) ?? '';
  const branch = (key: string) => expression(branches.find(([it]) => it === key)?.[1] ?? [], said);
  // A number is looked for before a form of the plural, wherever it stands.
  const keys = branches.map(([key]) => key).filter((key) => key !== 'other');
  const ordered = [
    ...keys.filter((key) => key.startsWith('=')),
    ...keys.filter((key) => !key.startsWith('=')),
  ];
  const cases = ordered.map((key) => {
    if (part.kind === 'plural') {
      if (key.startsWith('=')) return `${name} === ${Number(key.slice(1))} ? ${branch(key)} : `;
      said.needs.plurals.add(said.by.tag);
      return `${pluralOf(said.by.tag)}(${name}${type.endsWith('?') ? ' ?? 0' : ''}) === '${key}' ? ${branch(key)} : `;
    }
    if (type === 'boolean') return `${name} ? ${branch(key)} : `;
    if (key === 'none' && type === 'text?') return `!${name} ? ${branch(key)} : `;
    if (key === 'none' && type === 'number?') return `${name} == null ? ${branch(key)} : `;
    // A form is for pieces and sides: what only the other can be is left out.
    if (type === 'side' && !SIDES.includes(key)) return '';
    return `${type === 'piece' ? `${name}.code` : name} === ${JSON.stringify(key)} ? ${branch(key)} : `;
  });
  return `(${cases.join('')}${branch('other')})`;
}

function languagesOf(offered: Catalogue[], english: Catalogue): string {
  const lines = offered.map((own) => {
    const { name, notation, draft = false, fonts = [] } = own.about;
    const about = { name, notation, draft, fonts: fonts.map(String), percent: percentOf(own, english) };
    const load = (folder: string) => `() => import('./${folder}${own.tag}').then((it) => it.words)`;
    const apart = APART.map(({ root }) => `${root}: ${load(`${root}/`)}`).join(', ');
    return `${JSON.stringify(own.tag)}: { ...${JSON.stringify(about)}, load: ${load('')}, boards: () => import('./boards/${own.tag}').then((it) => it.boards), late: () => import('./late/${own.tag}').then((it) => it.late), ${apart} },`;
  });
  return `${HEAD}export const LANGUAGES = {\n${lines.join('\n')}\n};\n`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** As it stands in a page, with room for what the site calls itself (`branding.rs`). */
const marked = (text: string) => escapeHtml(text).replaceAll('{site}', '%site%');

/** What the page without a connection says, in each language. */
function offlineOf(offered: Catalogue[], english: Catalogue): string {
  const sections = offered.map((own) => {
    const tree = treeOf(own, english, (file) => file === 'offline.json').get('offline') as Tree;
    const said = (key: string) => {
      const it = tree.get(key);
      return it && isLeaf(it) ? marked(it.message.text) : '';
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

/**
 * What a page shows before any script has come, by language: the template with its messages, whose
 * keys stand between braces.
 */
export function shellsOf(folder: string, template: string): Map<string, string> {
  const { catalogues } = readWords(folder);
  const english = catalogues.find(({ tag }) => tag === SOURCE);
  const text = readFileSync(template, 'utf8').replace(/\n\s*/g, '');
  return new Map(
    offeredOf(catalogues).map((own) => {
      const said = (key: string) => {
        const message = own.messages.get(key) ?? english?.messages.get(key);
        if (!message) throw new Error(`there is no message ${key}`);
        return marked(message.text);
      };
      return [own.tag, text.replace(/\{([\w.]+)\}/g, (_, key: string) => said(key))];
    }),
  );
}

/**
 * Writes what has changed below `target`, takes away what is not made any more, and says whether
 * anything was done.
 */
export function writeWords(web: string): boolean {
  const { files, offline } = compile(join(web, '../words'));
  const target = join(web, 'src/i18n/made');
  const template = readFileSync(join(web, 'scripts/words/offline-page.html'), 'utf8');
  const all = new Map([...files].map(([path, text]) => [join(target, path), text]));
  all.set(
    join(web, 'public/offline.html'),
    template.replace('      <!-- sections -->', () => offline),
  );
  for (const folder of ['boards', 'late', 'whole', ...APART.map(({ root }) => root)])
    mkdirSync(join(target, folder), { recursive: true });
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
