import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { readReport } from './read-report.ts';
import { MODEL_REPORT } from './testing/report-model.ts';
import { csvReport, encode, htmlReport, xlsxReport } from './testing/write-report.ts';
import { UnreadableReport } from './unreadable.ts';

const refused = (bytes: Uint8Array, words: RegExp) =>
  assert.rejects(readReport(bytes), (error: unknown) => {
    assert.ok(error instanceof UnreadableReport);
    assert.match(error.message, words);
    return true;
  });
const text = (html: Uint8Array) => new TextDecoder('utf-8').decode(html);

describe('a file is refused with a sentence', () => {
  it('when it is empty, too large, or of another kind', async () => {
    await refused(new Uint8Array(), /empty/);
    await refused(new Uint8Array(150_000_001), /larger than 150 MB/);
    await refused(Buffer.from('%PDF-1.7'), /PDF/);
    await refused(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /\.xls/);
    await refused(Uint8Array.from([1, 2, 3, 255, 7, 0, 200]), /no text, no page and no workbook/);
  });

  it('when it has no positions, naming the titles that were found', async () => {
    await refused(
      Buffer.from(
        '<table><tr><th>Strategy Tester Report</th></tr><tr><td>a</td><td>b</td></tr></table>',
      ),
      /section Positions is not in this file.*Found instead: Strategy Tester Report/,
    );
  });

  it('when its columns are of a language that is not known and in another order', async () => {
    const html = text(htmlReport(MODEL_REPORT, 'utf-8')).replace(
      '<td><b>Symbol</b></td><td><b>Type</b></td>',
      '<td><b>Sembol</b></td><td><b>Tür</b></td><td><b>Yeni</b></td>',
    );
    await refused(
      encode(html, 'utf-8'),
      /Not found: symbol, type\. Found: Time, Position, Sembol, Tür, Yeni, Volume/,
    );
  });

  it('when it has more rows than are read', async () => {
    const row = '1,2,3,4,5,6,7,8,9,10\n';
    await refused(Buffer.from(row.repeat(400_001)), /more than 400,000 rows/);
    await refused(
      Buffer.from(`<table>${'<tr><td>1</td></tr>'.repeat(400_001)}</table>`),
      /400,000 rows/,
    );
  });

  it('when it is a zip bomb, whatever sizes it claims to have', async () => {
    const zeros = new Uint8Array(310 * 1024 * 1024);
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': zeros }, { level: 6 });
    assert.ok(bomb.length < 1024 * 1024);
    await refused(bomb, /unpacks to more than 300 MB/);
    const liar = Buffer.from(bomb);
    const entry = liar.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    liar.writeUInt32LE(10, entry + 24);
    await refused(liar, /unpacks to more than 300 MB/);
  });

  it('when it was packed and unpacks to too much, or not at all', async () => {
    const bomb = gzipSync(new Uint8Array(150_000_001));
    assert.ok(bomb.length < 1024 * 1024);
    await refused(bomb, /unpacks to more than 150 MB/);
    await refused(gzipSync(htmlReport(MODEL_REPORT)).subarray(0, 300), /cannot be unpacked/);
    await refused(gzipSync(''), /empty/);
  });

  it('when a workbook is damaged', async () => {
    const workbook = Buffer.from(xlsxReport(MODEL_REPORT));
    await refused(workbook.subarray(0, workbook.length - 30), /damaged/);
    await refused(Buffer.from('PK\u0003\u0004 and then nothing'), /damaged/);
  });

  it('or read: whatever is in it, nothing else happens', async () => {
    const base = [htmlReport(MODEL_REPORT), csvReport(MODEL_REPORT), xlsxReport(MODEL_REPORT)];
    base.push(gzipSync(htmlReport(MODEL_REPORT)));
    const damage = fc.record({
      file: fc.constantFrom(...base),
      cut: fc.nat(),
      edits: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ file, cut, edits }) => {
        const bytes = Uint8Array.from(cut % 3 === 0 ? file.subarray(0, cut % file.length) : file);
        for (const [at, byte] of edits) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        await readReport(bytes).catch((error: unknown) => {
          if (!(error instanceof UnreadableReport)) throw error;
        });
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('a report that is not quite one', () => {
  it('of an unknown language is read by the order of its columns', async () => {
    const html = text(htmlReport(MODEL_REPORT, 'utf-8')).replace(
      /<td><b>Time<\/b>.*?<\/tr>/s,
      `${Array.from({ length: 13 }, (_, i) => `<td><b>wort${i}</b></td>`).join('')}</tr>`,
    );
    const report = await readReport(encode(html, 'utf-8'));
    assert.deepEqual([report.language, report.trades.length], [null, 1]);
  });

  it('as a table alone, without titles and account, is read', async () => {
    const lines = text(csvReport(MODEL_REPORT)).split('\r\n');
    const report = await readReport(Buffer.from(lines.slice(5, 7).join('\n')));
    assert.equal(report.trades.length, 1);
    assert.equal(report.account.login, null);
  });

  it('with a formula is read without computing it', async () => {
    const report = await readReport(xlsxReport(MODEL_REPORT, 'WEBSERVICE("http://127.0.0.1:9/x")'));
    assert.equal(report.trades.length, 1);
  });
});
