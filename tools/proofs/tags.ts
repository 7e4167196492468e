import { type Node, parseSync, Visitor } from 'oxc-parser';

/** A test that says in a comment above it which statement of a page it proves. */
export type Tagged = Readonly<{
  /** `spec` of the specification, `promise` of what we promise beyond it, `attack` on the record. */
  tag: string;
  id: string;
  line: number;
  /** As in the source: `%s` and `${…}` are filled in when it runs. */
  title: string;
}>;

const TAG = /^\s*@(spec|promise|attack) ([\d., ]+)$/;
const TESTS = new Set(['test', 'it', 'describe', 'suite']);
const SKIPPED = new Set(['skip', 'todo', 'fixme']);

/**
 * The tags of a test file: `// @spec 4.12, 5.3` on the line above a test or a group.
 *
 * @throws Error where a tag stands above nothing that runs
 */
export function readTags(path: string, text: string): Tagged[] {
  if (!/@(spec|promise|attack) /.test(text)) return [];
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const calls: Extract<Node, { type: 'CallExpression' }>[] = [];
  new Visitor({
    CallExpression(call) {
      if (TESTS.has(words(call.callee)[0] ?? '')) calls.push(call);
    },
  }).visit(program);
  return comments.flatMap(({ value, start, end }) => {
    const [, tag = '', ids = ''] = TAG.exec(value) ?? [];
    if (tag === '') return [];
    const line = text.slice(0, start).split('\n').length;
    const where = `${path}:${line}`;
    // The whole of `test.each(table)(title, run)` begins where its parts begin, and ends last.
    const from = Math.min(...calls.map((call) => call.start).filter((at) => at > end));
    const call = calls.filter((each) => each.start === from).sort((a, b) => b.end - a.end)[0];
    const between =
      call &&
      text
        .slice(end, call.start)
        .replaceAll(/\/\/.*/g, '')
        .trim();
    if (!call || !/^(for \(const [^{};]*\))?$/.test(between ?? ''))
      throw new Error(`${where} tags no test`);
    if (words(call.callee).some((word) => SKIPPED.has(word)))
      throw new Error(`${where} tags a test that is skipped: it proves nothing`);
    const title = titleOf(call.arguments[0], text);
    if (title === null) throw new Error(`${where} tags a test whose name is not in quotes`);
    return ids.split(',').map((id) => ({ tag, id: id.trim(), line, title }));
  });
}

/** `test.each(table)` is test, each. */
function words(callee: Node): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return words(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return words(callee.tag);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  return [...words(callee.object), callee.property.name];
}

function titleOf(node: Node | undefined, text: string): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : null;
}
