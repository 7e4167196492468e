import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { readReport } from './read-report.ts';
import { MODEL_REPORT } from './testing/report-model.ts';
import { xlsxReport } from './testing/write-report.ts';
import { UnreadableReport } from './unreadable.ts';

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';

function workbook(cells: string, { head = '', more = {} } = {}): Uint8Array {
  return zipSync({
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${TYPE}" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `${head}<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    ),
    ...more,
  });
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const error: unknown = await readReport(bytes).catch((cause: unknown) => cause);
  assert.ok(error instanceof UnreadableReport, String(error));
  return error.message;
}

describe('a file that is small and costs much is refused before it does', () => {
  const files: readonly [string, Uint8Array, RegExp][] = [
    ['a page of 4 kB, packed, with a million tags in each other', deepPage(), /more than 100 deep/],
    [
      'a table whose one line has a hundred thousand cells',
      Buffer.from(','.repeat(100_000)),
      /a line longer than 65,536 characters/,
    ],
    [
      'a workbook with one cell in the last column and the last row',
      workbook('<row r="1"><c r="XFD1"><v>1</v></c></row><row r="400000"/>'),
      /a cell in column XFD; at most 256 columns/,
    ],
    [
      'a workbook whose second row is the thousand millionth',
      workbook('<row r="1"/><row r="1e9"/>'),
      /cells without a place/,
    ],
    ['the same, with a prefix', workbook('<x:row y:r="9999999"/>'), /more than 400,000 rows/],
    ['a workbook with tags in each other', workbook('<b>'.repeat(5_000)), /more than 100 deep/],
    [
      'a workbook with entities of its own',
      workbook('', { head: '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]>' }),
      /declares a document type/,
    ],
    [
      'a workbook with one endless text',
      workbook(`<row r="1"><c r="A1"><v>${'1'.repeat(70_000)}</v></c></row>`),
      /longer than 65536 bytes/,
    ],
    [
      'a workbook with an endless comment',
      workbook(`<!--${'-'.repeat(70_000)}`),
      /longer than 65536 bytes/,
    ],
  ];
  for (const [name, bytes, words] of files)
    it(name, async () => assert.match(await refusal(bytes), words));

  it('a workbook with a part that its directory does not name: the part is not read', async () => {
    const whole = Buffer.from(xlsxReport(MODEL_REPORT));
    assert.equal((await readReport(whole)).trades.length, 1);
    const end = whole.length - 22;
    const parts = whole.readUInt16LE(end + 10);
    for (let named = parts - 1; named > 0; named -= 1) whole.writeUInt16LE(named, end + 10);
    assert.match(await refusal(whole), /cannot be read/);
  });
});

function deepPage(): Uint8Array {
  const page = gzipSync(`<table>${'<b>'.repeat(1_300_000)}`, { level: 9 });
  assert.ok(page.length < 4_096);
  return page;
}
