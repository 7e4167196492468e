import { expect, test } from 'vitest';
import { CHANGELOG } from './changelog.ts';
import { readMarks } from './inline-marks.ts';
import { readChangelog } from './read-changelog.ts';

const SMALL = `# Changelog

Words that are no entry.

## 0.2.0 (not released)

- Added above the days.

### 2 March 2026

- **New**: press *Start* ([how](docs/how-to/limits.md), migration 0070, \`GET /api/x\`).
- Operators: set \`A_SETTING\`.
- See [the guide](docs/start/bot-setup.md) and 3 * 4 * 5 (really).

### Trading

- A bot trades.

### Back office

- For operators.

### 1 March 2026

- Older.
`;

test('the newest day is first, lines above it belong to it, and operators and programmers have the file', () => {
  expect(readChangelog(SMALL)).toEqual([
    {
      title: '0.2.0 (not released)',
      days: [
        {
          title: '2 March 2026',
          lines: [
            'Added above the days.',
            '**New**: press **Start**.',
            'See the guide and 3 * 4 * 5 (really).',
          ],
        },
        { title: '1 March 2026', lines: ['Older.'] },
      ],
      subjects: [{ title: 'Trading', lines: ['A bot trades.'] }],
    },
  ]);
});

test('the real one is dated, the newest day first, and shows no mark that is not read', () => {
  const [release] = CHANGELOG;
  const days = (release?.days ?? []).map(({ title }) => Date.parse(`${title} UTC`));
  expect(days.length).toBeGreaterThan(2);
  expect(days).toEqual(days.toSorted((one, other) => other - one));
  const lines = CHANGELOG.flatMap(({ days, subjects }) => [...days, ...subjects]).flatMap(
    ({ lines }) => lines,
  );
  expect(lines.length).toBeGreaterThan(50);
  for (const line of lines) {
    const plain = readMarks(line).flatMap((piece) => (piece.kind === 'plain' ? [piece.text] : []));
    expect(plain.join(''), line).not.toMatch(/\]\(|`|\*\*|docs\//);
    expect(line).not.toMatch(/^Operators:/);
  }
});
