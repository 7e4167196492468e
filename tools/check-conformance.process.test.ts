import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fromRoot } from './root.ts';

const TESTS = `
  test('opens', () => {});
  describe('a door', () => { it('says that it failed', () => {}); it('closes | locks', () => {}); });
  describe('a window', () => { it('says that it failed', () => {}); });
  for (const what of ['a', 'b']) it(\`refuses \${what}\`, () => {});
  it('refuses', { skip: true }, () => {});
`;

describe('the check of conformance', () => {
  let house: string;

  beforeEach(() => {
    house = mkdtempSync(join(tmpdir(), 'quorate house '));
    put('packages/doors/src/door.ts', 'export const open = true;\n');
    put('packages/doors/src/door.test.ts', TESTS);
  });
  afterEach(() => rmSync(house, { recursive: true, force: true }));

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }

  function check(...flags: string[]): { code: number | null; lines: string[] } {
    const args = [fromRoot('tools/check-conformance.ts'), ...flags, house];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { code: status, lines: stdout.trimEnd().split('\n') };
  }

  /** A page of one section with these rows; what is said of them, without the path of the page. */
  function faultsOf(...rows: string[]): string[] {
    put('docs/reference/conformance.md', pageOf(rows));
    check('--write');
    const { code, lines } = check();
    assert.equal(code, lines.length > 1 ? 1 : 0);
    return lines
      .slice(0, -1)
      .map((line) => line.replace(/^docs\/reference\/conformance\.md:\d+ /, ''));
  }

  function pageOf(rows: readonly string[]): string {
    const table = ['| Statement | Where | Proof |', '|---|---|---|', ...rows];
    return `# Conformance\n\n## 1. Doors\n\n${table.join('\n')}\n`;
  }

  const WHERE = 'packages/doors/src/door.ts';
  const FILE = 'packages/doors/src/door.test.ts';

  it('passes a page whose files and tests are all there', () => {
    const faults = faultsOf(
      `| It opens | ${WHERE} | ${FILE} › opens |`,
      `| It tells | ${WHERE} | ${FILE} › a door › says that it failed<br>${FILE} › opens |`,
      `| It locks | ${WHERE} | ${FILE} › closes \\| locks |`,
      `| It takes no letter | ${WHERE}<br>${FILE} | ${FILE} › refuses \${what} |`,
      `| It rings | – | not built yet |`,
      `| It is red | ${WHERE} | no test yet |`,
    );
    assert.deepEqual(faults, []);
  });

  it('takes the words before the first ${ for the name, unless another test has just them', () => {
    put(FILE, TESTS.replace(/.*skip: true.*/, ''));
    assert.deepEqual(faultsOf(`| It takes no letter | ${WHERE} | ${FILE} › refuses |`), []);
    put(FILE, TESTS);
    assert.deepEqual(faultsOf(`| It takes no letter | ${WHERE} | ${FILE} › refuses |`), [
      `'refuses' of ${FILE} is skipped: it proves nothing`,
    ]);
  });

  it('names what is not there: a file, a test, a test in another group', () => {
    const faults = faultsOf(
      `| It opens | packages/doors/src/gate.ts | ${FILE} › opens |`,
      `| It opens | ${WHERE} | packages/doors/src/gate.test.ts › opens |`,
      `| It opens | ${WHERE} | ${FILE} › open |`,
      `| It opens | ${WHERE} | ${FILE} › a door › opens |`,
      `| It opens | ../elsewhere.ts | ${FILE} |`,
      `| It opens | packages/doors | ${WHERE} › opens |`,
    );
    assert.deepEqual(faults, [
      'packages/doors/src/gate.ts does not exist',
      'packages/doors/src/gate.test.ts does not exist',
      `${FILE} has no test named 'open'`,
      `${FILE} has no test named 'a door › opens'`,
      '../elsewhere.ts does not exist',
      `${FILE} is a file; name a test of it, after ›`,
      'packages/doors does not exist',
      `${WHERE} is in no suite: npm test does not run it`,
    ]);
  });

  it('wants the group of a name that several tests have', () => {
    assert.deepEqual(faultsOf(`| It tells | ${WHERE} | ${FILE} › says that it failed |`), [
      `${FILE} has 2 tests named 'says that it failed'; write the group before it, as in group › says that it failed`,
    ]);
  });

  it('refuses rows that say less than a row says', () => {
    const faults = faultsOf(
      `| It opens | ${WHERE} |`,
      `| It opens | | no test yet |`,
      `| It opens | – | no test yet |`,
      `| It opens | ${WHERE} | not built yet |`,
    );
    assert.deepEqual(faults, [
      "'1. Doors' has no statements",
      'the row has 2 cells instead of 3',
      'the row has an empty cell',
      'what is built stands in a file',
      'what is not built yet stands nowhere: write – there',
    ]);
  });

  it('reads a row that is indented or begins without a bar', () => {
    assert.deepEqual(faultsOf('  | It rings | – | not built yet |', 'It is old | – | soon'), [
      'what is built stands in a file',
    ]);
    assert.match(check().lines.at(-1) ?? '', /^1 statements: .* 1 not built yet/);
  });

  it('refuses stale counts until they are written', () => {
    const rows = [
      `| It opens | ${WHERE} | ${FILE} › opens |`,
      `| It rings | – | not built yet |`,
      `| It is red | ${WHERE} | no test yet |`,
    ];
    put('docs/reference/conformance.md', pageOf(rows));
    const total = '3 statements: 1 proved, 1 no test yet, 1 not built yet';
    const stale = {
      code: 1,
      lines: [
        'docs/reference/conformance.md:1 has stale counts: npm run check:conformance -- --write',
        `${total}; 1 faults`,
      ],
    };
    assert.deepEqual(check(), stale);
    assert.deepEqual(check('--write'), { code: 0, lines: [`${total}; 0 faults`] });
    assert.deepEqual(check(), { code: 0, lines: [`${total}; 0 faults`] });

    const written = readFileSync(join(house, 'docs/reference/conformance.md'), 'utf8');
    assert.match(written, /^# Conformance\n\n<!-- counts/);
    assert.match(
      written,
      /\| 1\. Doors \| 3 \| 1 \| 1 \| 1 \|\n\| \*\*All\*\* \| 3 \| 1 \| 1 \| 1 \|/,
    );
    put('docs/reference/conformance.md', written.replace('no test yet |\n', `${FILE} › opens |\n`));
    assert.equal(check().code, 1, 'a row has changed');
    put('docs/reference/conformance.md', written.replaceAll('\n', '\r\n'));
    assert.equal(check().code, 0, 'lines that end as on Windows are no change');
  });

  it('fails on a page that is empty or away: nothing read is nothing proved', () => {
    assert.match(check().lines[0] ?? '', /the page is not there or has no sections/);
    assert.equal(check('--write').code, 1);
    put('docs/reference/conformance.md', '# Conformance\n');
    assert.equal(check('--write').code, 1);
    put(
      'docs/reference/conformance.md',
      '# Conformance\n\n## 1. Doors\n\n| What | Where |\n|---|---|\n',
    );
    assert.match(check().lines.join('\n'), /a table begins with Statement \| Where \| Proof/);
  });
});
