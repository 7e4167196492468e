import { MOMENTS, type Moment } from './holds.ts';
import { STATEMENTS, type StatementId } from './statements.ts';

export type Outcome = 'holds' | 'differs';
export type Outcomes = ReadonlyMap<StatementId, ReadonlyMap<Moment, Outcome>>;

const NOT_TRIED = '–';

/** The page of the docs: every statement with what came of each moment at which it was tried. */
export function writeTable(outcomes: Outcomes): string {
  const rows = (Object.entries(STATEMENTS) as [StatementId, string][]).map(([id, says]) => {
    const at = MOMENTS.map((moment) => outcomes.get(id)?.get(moment) ?? NOT_TRIED);
    return { id, says, at };
  });
  const tries = rows.flatMap(({ at }) => at).filter((outcome) => outcome !== NOT_TRIED);
  const missing = rows.filter(({ at }) => at.every((outcome) => outcome === NOT_TRIED));
  const differing = rows.filter(({ at }) => at.includes('differs'));
  return `# The specification, tried from outside

What the specification says of the service, tried on a running one by \`npm run conformance\`, which writes this page: as HTML without scripts (served), with the scripts held back (blocked), in a browser when they have run (ready), and by calls. What only the bot and the desktop app show stands in [conformance.md](conformance.md).

${rows.length} statements, ${tries.length} tries: ${differing.length} differing, ${missing.length} missing.

| Id | Statement | ${MOMENTS.join(' | ')} |
|---|---|${MOMENTS.map(() => '---|').join('')}
${rows.map(({ id, says, at }) => `| ${id} | ${says.replaceAll('|', '\\|')} | ${at.join(' | ')} |`).join('\n')}
`;
}

/** What a page says that `writeTable` has written. */
export function readTable(page: string): { id: string; says: string; outcomes: string[] }[] {
  return page
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [id = '', says = '', ...outcomes] = line.slice(2, -2).split(' | ');
      return { id, says, outcomes };
    });
}
