/**
 * Finds words that code puts together: what a language says is one message, and lists are made by
 * `listed.ts`. For tests.
 */

import { parseSync } from 'vite';

/** A node of ESTree; what it holds depends on its type. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Functions that give words of the catalogues back: `gradeText`, `clocksInWords`, `sideName`. */
const SAYS = /(Text|InWords|Said|pieceName|sideName)$/;
/** Of these, what gives numbers, signs or dates. */
const SIGNS = /^(pointsText|changeText|cellText|moveText|lineText|scoreText|timeText|dateText)$/;
/** Functions that put words side by side as the language does. */
const JOINS = /^(listed|listedClauses|noted|labelled)$/;

export interface Glued {
  line: number;
  code: string;
}

/** Where a file joins words of the catalogues to each other, or to letters of its own. */
export function gluedIn(file: string, code: string): Glued[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const roots = rootsOf(program as unknown as Node);
  const says = (node: unknown): boolean => sayingOf(node, roots);
  const found: Node[] = [];
  walk(program as unknown as Node, (node) => {
    if (isGlue(node, says)) found.push(node);
  });
  return found.map(({ start, end }) => ({
    line: code.slice(0, start).split('\n').length,
    code: code.slice(start, end).replace(/\s+/g, ' '),
  }));
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

/**
 * The names that hold words: `const words = t().clubs`, `const { players } = t()`, `words:
 * Catalogue`.
 */
function rootsOf(program: Node): Set<string> {
  const roots = new Set<string>();
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') roots.add(String(pattern.name));
    if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties as Node[]) bind(property.value);
  };
  // What is bound to a name that holds words holds words; two rounds are enough for names in any
  // order.
  for (let round = 0; round < 2; round++)
    walk(program, (node) => {
      if (node.type === 'VariableDeclarator' && isWords(node.init, roots)) bind(node.id);
      const annotation = isNode(node.typeAnnotation) ? node.typeAnnotation : null;
      if (node.type === 'Identifier' && annotation && /"name":"Catalogue"/.test(JSON.stringify(annotation)))
        roots.add(String(node.name));
    });
  return roots;
}

/** `t()`, a name that holds words, or what is read from one. */
function isWords(value: unknown, roots: ReadonlySet<string>): boolean {
  const node = bare(value);
  if (!node) return false;
  if (node.type === 'Identifier') return roots.has(String(node.name));
  if (node.type === 'MemberExpression') return isWords(node.object, roots);
  return node.type === 'CallExpression' && nameOf(node.callee) === 't';
}

/** Without what only tells the compiler something. */
function bare(value: unknown): Node | null {
  if (!isNode(value)) return null;
  return /^(TSAsExpression|TSNonNullExpression|ParenthesizedExpression|ChainExpression)$/.test(value.type)
    ? bare(value.expression)
    : value;
}

const nameOf = (value: unknown): string =>
  isNode(value) && value.type === 'Identifier' ? String(value.name) : '';

/** Whether an expression is, or may be, what a language says. */
function sayingOf(value: unknown, roots: ReadonlySet<string>): boolean {
  const node = bare(value);
  if (!node) return false;
  const says = (inner: unknown) => sayingOf(inner, roots);
  switch (node.type) {
    case 'MemberExpression':
      return isWords(node.object, roots);
    case 'CallExpression': {
      const name = nameOf(node.callee);
      return (
        (SAYS.test(name) && !SIGNS.test(name)) ||
        JOINS.test(name) ||
        (name !== 't' && isWords(node.callee, roots))
      );
    }
    case 'ConditionalExpression':
      return says(node.consequent) || says(node.alternate);
    case 'LogicalExpression':
      return says(node.left) || says(node.right);
    case 'TemplateLiteral':
      return (node.expressions as Node[]).some(says);
    case 'ArrowFunctionExpression':
      return says(node.body);
    case 'JSXExpressionContainer':
      return says(node.expression);
    default:
      return false;
  }
}

/** What stands between parts of a sentence or a list. */
const BETWEEN = /[\p{L}:.,;·–—]/u;

function isGlue(node: Node, says: (node: unknown) => boolean): boolean {
  switch (node.type) {
    case 'TemplateLiteral': {
      const expressions = node.expressions as Node[];
      if (!expressions.some(says)) return false;
      const texts = (node.quasis as Node[]).map((it) => String((it.value as { raw: string }).raw));
      return texts.some((text) => BETWEEN.test(text)) || texts.slice(1, -1).some((text) => text !== '');
    }
    case 'BinaryExpression': {
      const parts = partsOf(node);
      const isText = (part: Node) => part.type === 'TemplateLiteral' || typeof part.value === 'string';
      return parts.some(says) && parts.filter((part) => says(part) || isText(part)).length > 1;
    }
    case 'CallExpression':
      return isJoin(node, says);
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[]).some((child, i, all) => {
        const text = textOf(child);
        return BETWEEN.test(text) && [all[i - 1], all[i + 1]].some((it) => it !== undefined && says(it));
      });
    default:
      return false;
  }
}

/** What a chain of `+` adds up; nothing where something else is done. */
function partsOf(value: unknown): Node[] {
  const node = bare(value);
  if (node?.type !== 'BinaryExpression') return node ? [node] : [];
  return node.operator === '+' ? [...partsOf(node.left), ...partsOf(node.right)] : [];
}

/** The text of a child of an element: written as it is, or in quotes. */
function textOf(child: Node): string {
  if (child.type === 'JSXText') return String(child.value);
  const inner = child.type === 'JSXExpressionContainer' ? child.expression : null;
  return isNode(inner) && inner.type === 'Literal' ? String(inner.value) : '';
}

/** `[words.a, words.b].join(' · ')`, and the same of what a list is made into. */
function isJoin(node: Node, says: (node: unknown) => boolean): boolean {
  const callee = node.callee;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'join')
    return false;
  const [separator] = node.arguments as Node[];
  if (separator === undefined || separator.value === '') return false;
  let isSaid = false;
  walk(callee.object as Node, (inner) => {
    isSaid ||=
      (inner.type === 'ArrayExpression' && (inner.elements as unknown[]).some(says)) ||
      (inner.type === 'CallExpression' && (inner.arguments as unknown[]).some(says));
  });
  return isSaid;
}
