import type { Page, Proof, Section } from './page.ts';

const OPENING = '<!-- counts: npm run check:conformance -- --write -->';
const CLOSING = '<!-- end of counts -->';
const STATES = ['proved', 'no test yet', 'not built yet'] as const satisfies Proof['state'][];

/** The page with its counts as they are now, above its first section. */
export function withCounts(text: string, page: Page): string {
  const from = text.indexOf(OPENING);
  const to = text.indexOf(CLOSING, from);
  const counts = `${OPENING}\n\n${countsTable(page.sections)}\n\n${CLOSING}`;
  if (from >= 0 && to >= 0) return text.slice(0, from) + counts + text.slice(to + CLOSING.length);
  const section = text.search(/^## /m);
  const top = section < 0 ? text.length : section;
  return `${text.slice(0, top).trimEnd()}\n\n${counts}\n\n${text.slice(top)}`;
}

/** One sentence of the whole page. */
export function countsLine({ sections }: Page): string {
  const counts = STATES.map((state) => `${countOf(sections, state)} ${state}`);
  return `${totalOf(sections)} statements: ${counts.join(', ')}`;
}

function countsTable(sections: readonly Section[]): string {
  const row = (title: string, of: readonly Section[]) =>
    cells([title, totalOf(of), ...STATES.map((state) => countOf(of, state))]);
  return [
    cells(['Section', 'Statements', ...STATES]),
    cells(['---', ...STATES.map(() => '---:'), '---:']),
    ...sections.map((section) => row(section.title, [section])),
    row('**All**', sections),
  ].join('\n');
}

function cells(values: readonly (string | number)[]): string {
  return `| ${values.join(' | ')} |`;
}

function totalOf(sections: readonly Section[]): number {
  return sections.reduce((total, { statements }) => total + statements.length, 0);
}

function countOf(sections: readonly Section[], state: Proof['state']): number {
  return sections
    .flatMap(({ statements }) => statements)
    .filter(({ proof }) => proof.state === state).length;
}
