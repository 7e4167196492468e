import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../imports/source-files.ts';

export type Title = {
  /** As written, `${…}` included. */
  text: string;
  /** What stands before the first `${`; null where nothing is filled in. */
  opening: string | null;
};

export type NamedTest = {
  /** Those of the groups around it, outermost first, and its own as the last one. */
  titles: readonly Title[];
  /** Never run, whatever the machine. One that is skipped on a condition is not. */
  skipped: boolean;
};

type Call = Extract<Node, { type: 'CallExpression' }>;
type Block = { kind: 'test' | 'group'; title: Title; skipped: boolean };

const TESTS = new Set(['test', 'it']);
const GROUPS = new Set(['describe', 'suite']);
const SKIPPING = new Set(['skip', 'todo', 'fixme']);
/** Ways of writing a test or a group that change neither its kind nor whether it runs. */
const MANNERS = new Set([
  'concurrent',
  'each',
  'fails',
  'for',
  'only',
  'parallel',
  'runIf',
  'sequential',
  'serial',
  'skipIf',
]);

/**
 * The tests that a file of node:test, Vitest or Playwright declares by a name in quotes. Names that are
 * filled in when it runs (`%s`, `${…}`) are as they stand in the source.
 *
 * @throws Error when the file cannot be parsed
 */
export function readNamedTests({ path, text }: SourceFile): NamedTest[] {
  const { program, errors } = parseSync(path, text);
  const [fault] = errors;
  if (fault) throw new Error(`${path} cannot be parsed: ${fault.message}`);
  const tests: NamedTest[] = [];
  const groups: (Block & { call: Call })[] = [];
  new Visitor({
    CallExpression(call) {
      const block = blockOf(call, text);
      if (!block) return;
      if (block.kind === 'group') {
        groups.push({ ...block, call });
        return;
      }
      const around = [...groups, block];
      tests.push({
        titles: around.map(({ title }) => title),
        skipped: around.some(({ skipped }) => skipped),
      });
    },
    'CallExpression:exit'(call) {
      if (groups.at(-1)?.call === call) groups.pop();
    },
  }).visit(program);
  return tests;
}

function blockOf(call: Call, source: string): Block | null {
  const [name, options] = call.arguments;
  const title = name && titleOf(name, source);
  const words = title && wordsOf(call.callee);
  if (!words) return null;
  const [root = '', ...manners] = words;
  if (!TESTS.has(root) && !GROUPS.has(root)) return null;
  const known = (word: string) => MANNERS.has(word) || SKIPPING.has(word) || GROUPS.has(word);
  if (!manners.every(known)) return null;
  return {
    kind: words.some((word) => GROUPS.has(word)) ? 'group' : 'test',
    title,
    skipped: manners.some((word) => SKIPPING.has(word)) || saysSkip(options),
  };
}

/** `test.each([…])` is ['test', 'each']; null for what is no chain of names. */
function wordsOf(callee: Node): string[] | null {
  switch (callee.type) {
    case 'Identifier':
      return [callee.name];
    case 'CallExpression':
      return wordsOf(callee.callee);
    case 'TaggedTemplateExpression':
      return wordsOf(callee.tag);
    case 'MemberExpression': {
      const words = wordsOf(callee.object);
      if (!words || callee.property.type !== 'Identifier') return null;
      return [...words, callee.property.name];
    }
    default:
      return null;
  }
}

function titleOf(name: Node, source: string): Title | null {
  if (name.type === 'Literal' && typeof name.value === 'string')
    return { text: name.value, opening: null };
  if (name.type !== 'TemplateLiteral') return null;
  const quasis = name.quasis.map(({ value }) => value.cooked ?? value.raw);
  const filled = name.expressions.map(({ start, end }) => `\${${source.slice(start, end)}}`);
  return {
    text: quasis.map((quasi, index) => quasi + (filled[index] ?? '')).join(''),
    opening: filled.length === 0 ? null : (quasis[0] ?? ''),
  };
}

/** `{ skip: true }`, `{ todo: 'later' }`. What is decided at run time does not count. */
function saysSkip(options: Node | undefined): boolean {
  if (options?.type !== 'ObjectExpression') return false;
  return options.properties.some(
    (each) =>
      each.type === 'Property' &&
      each.key.type === 'Identifier' &&
      SKIPPING.has(each.key.name) &&
      each.value.type === 'Literal' &&
      Boolean(each.value.value),
  );
}
