/** What changed on a day, or about a subject, in lines with the marks of `inline-marks.ts`. */
export type ChangeGroup = Readonly<{ title: string; lines: readonly string[] }>;

export type Release = Readonly<{
  title: string;
  /** The newest day first. */
  days: readonly ChangeGroup[];
  /** What came before the days were noted. */
  subjects: readonly ChangeGroup[];
}>;

/** Of those who run the service, or call it from a program. */
const FOR_OTHERS = new Set(['Running the service', 'Back office', 'API']);

const DAY = /^\d{1,2} [A-Z][a-z]+ \d{4}$/;

/**
 * The changelog as customers read it: CHANGELOG.md without what only operators need, and without the links
 * into the documentation of the source.
 *
 * @param text of CHANGELOG.md
 */
export function readChangelog(text: string): Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((release) => {
      const [head, ...groups] = release.split(/^### /m).map(readGroup);
      const told = groups.filter(({ title, lines }) => lines.length > 0 && !FOR_OTHERS.has(title));
      const days = told.filter(({ title }) => DAY.test(title));
      const [newest, ...older] = days;
      return {
        title: head?.title ?? '',
        // Lines that were added above the newest day belong to it.
        days: newest
          ? [{ ...newest, lines: [...(head?.lines ?? []), ...newest.lines] }, ...older]
          : [],
        subjects: told.filter(({ title }) => !DAY.test(title)),
      };
    });
}

function readGroup(group: string): ChangeGroup {
  const [title = '', ...rest] = group.split('\n');
  return { title: title.trim(), lines: linesOf(rest.join('\n')) };
}

function linesOf(text: string): string[] {
  return text
    .split(/^- /m)
    .slice(1)
    .map((line) => marked(line.replaceAll(/\s+/g, ' ').trim()))
    .filter((line) => line !== '' && !line.startsWith('Operators:'));
}

/** Places of the source, calls and migrations in brackets: programmers find them in the file itself. */
const FOR_PROGRAMMERS =
  / \((?:[^()]|\([^()]*\))*(?:\]\(docs\/|docs\/|migration \d|`(?:GET|POST|PUT|DELETE|PATCH|\/api)|`[a-z]+_[a-z_]+`)(?:[^()]|\([^()]*\))*\)/g;

function marked(line: string): string {
  return line
    .replaceAll(FOR_PROGRAMMERS, '')
    .replaceAll(/\[([^\]]+)\]\((?!\/)[^)]*\)/g, '$1')
    .replaceAll(/(?<![*\w])\*(\S[^*]*(?<=\S))\*(?![*\w])/g, '**$1**');
}
