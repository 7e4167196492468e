/** Statements of the specification with where they are built and what proves them. */
export const PAGE = 'docs/reference/conformance.md';

/** Separates a test file, the groups in it and the test. */
export const STEP = ' › ';

export type Proof =
  | { state: 'proved'; tests: readonly string[] }
  | { state: 'no test yet' }
  | { state: 'not built yet' };

export type Statement = {
  line: number;
  text: string;
  /** Files, relative to the root of the checkout. */
  where: readonly string[];
  proof: Proof;
};

export type Section = { title: string; line: number; statements: readonly Statement[] };

export type Fault = { line: number; message: string };

export type Page = { sections: readonly Section[]; faults: readonly Fault[] };

const HEADER = ['Statement', 'Where', 'Proof'];
const NOTHING = '–';
const BREAK = '<br>';
const BAR = /(?<!\\)\|/;

/** Reads the page: a section for each heading of the second level, and in it one table. */
export function readPage(text: string): Page {
  const sections: (Section & { statements: Statement[]; headed: boolean })[] = [];
  const faults: Fault[] = [];
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const heading = /^## +(.+?) *$/.exec(content)?.[1];
    if (heading !== undefined) {
      sections.push({ title: heading, line, statements: [], headed: false });
      continue;
    }
    const section = sections.at(-1);
    // What stands above the first section are the counts. A row need not begin with a bar.
    if (!section || !BAR.test(content)) continue;
    const cells = cellsOf(content);
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    if (cells.join() === HEADER.join() && !section.headed) {
      section.headed = true;
      continue;
    }
    const statement = section.headed
      ? statementOf(cells, line)
      : `a table begins with ${HEADER.join(' | ')}`;
    if (typeof statement === 'string') faults.push({ line, message: statement });
    else section.statements.push(statement);
  }
  for (const { title, line, statements } of sections) {
    if (statements.length === 0) faults.push({ line, message: `'${title}' has no statements` });
  }
  if (sections.length === 0)
    faults.push({ line: 1, message: 'the page is not there or has no sections' });
  return { sections, faults };
}

/** @returns the statement, or what is wrong with its row */
function statementOf(cells: readonly string[], line: number): Statement | string {
  const [text = '', where = '', proof = ''] = cells;
  if (cells.length !== HEADER.length) return `the row has ${cells.length} cells instead of 3`;
  if (text === '' || where === '' || proof === '') return 'the row has an empty cell';
  const built = proof !== 'not built yet';
  if (built !== (where !== NOTHING)) {
    return built
      ? 'what is built stands in a file'
      : `what is not built yet stands nowhere: write ${NOTHING} there`;
  }
  return { line, text, where: built ? where.split(BREAK) : [], proof: proofOf(proof) };
}

function proofOf(cell: string): Proof {
  if (cell === 'no test yet' || cell === 'not built yet') return { state: cell };
  return { state: 'proved', tests: cell.split(BREAK) };
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(BAR)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
