import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { LANGUAGE_CODES } from './languages.ts';
import { readReport } from './read-report.ts';
import { EXPECTED, model, plain } from './testing/plain-trade.ts';
import { csvReport, htmlReport, xlsxReport } from './testing/write-report.ts';

describe('a report of MetaTrader 5', () => {
  for (const language of LANGUAGE_CODES) {
    for (const decimalSign of ['.', ','] as const) {
      const report = model({ language, decimalSign });
      const files = {
        'HTML in UTF-16': htmlReport(report),
        'HTML in UTF-8': htmlReport(report, 'utf-8'),
        'HTML in an old encoding': htmlReport(
          report,
          language === 'ru' ? 'windows-1251' : 'windows-1252',
        ),
        'HTML packed by a browser': gzipSync(htmlReport(report)),
        XLSX: xlsxReport(report),
        'CSV with commas': csvReport(report),
        'CSV with semicolons': csvReport(report, { delimiter: ';' }),
        'CSV with tabs in big-endian UTF-16': csvReport(report, {
          delimiter: '\t',
          encoding: 'utf-16be',
        }),
      };
      it(`in ${language} with '${decimalSign}' before its decimals is read from every kind of file`, async () => {
        for (const [name, bytes] of Object.entries(files)) {
          const read = await readReport(bytes);
          assert.deepEqual(read.trades.map(plain), [EXPECTED], name);
          assert.deepEqual(read.faults, [], name);
          // A French report with the English section titles differs in its columns alone.
          assert.equal(read.language, language, name);
          assert.deepEqual(
            read.account,
            { login: '99999999', server: 'Test-Demo', currency: 'USD', accountType: 'demo' },
            name,
          );
        }
      });
    }
  }

  it('gives back every position that was written into it', async () => {
    const cents = (max: number) => fc.integer({ min: -max, max }).map((n) => (n / 100).toFixed(2));
    const price = fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 1e5).toFixed(5));
    const time = fc
      .integer({ min: Date.UTC(2015, 0), max: Date.UTC(2030, 0) })
      .map((ms) => new Date(ms).toISOString().slice(0, 19).replaceAll('-', '.').replace('T', ' '));
    const positions = fc.uniqueArray(
      fc
        .record({
          times: fc.tuple(time, time),
          ticket: fc.bigInt({ min: 1n, max: 9_007_199_254_740n }).map(String),
          symbol: fc.constantFrom('EURUSD', 'XAUUSD#', 'US30.cash'),
          side: fc.constantFrom('buy' as const, 'sell' as const),
          volume: fc.integer({ min: 1, max: 500_000 }).map((n) => (n / 100).toFixed(2)),
          openPrice: price,
          closePrice: price,
          stopLoss: fc.oneof(fc.constant(''), price),
          takeProfit: fc.oneof(fc.constant(''), price),
          commission: cents(100_000),
          swap: cents(100_000),
          profit: cents(100_000_000),
        })
        .map(({ times, ...rest }) => {
          const [opened = '', closed = ''] = times.toSorted();
          return { ...rest, opened, closed };
        }),
      { selector: ({ ticket }) => ticket, minLength: 1, maxLength: 20 },
    );
    const report = fc.record({
      language: fc.constantFrom(...LANGUAGE_CODES),
      decimalSign: fc.constantFrom('.' as const, ',' as const),
      positions,
    });
    await fc.assert(
      fc.asyncProperty(report, fc.constantFrom('html', 'xlsx', 'csv'), async (parts, format) => {
        const written = model(parts);
        const bytes = { html: htmlReport, xlsx: xlsxReport, csv: csvReport }[format as 'html'](
          written,
        );
        const read = await readReport(bytes);
        assert.deepEqual(read.faults, []);
        const bySorted = (a: { ticket?: unknown }, b: { ticket?: unknown }) =>
          String(a.ticket).localeCompare(String(b.ticket));
        const optional = (text: string) =>
          text === '' || Number(text) === 0 ? null : Number(text);
        assert.deepEqual(
          read.trades.map(plain).toSorted(bySorted),
          written.positions
            .map((p) => ({
              ticket: p.ticket,
              symbol: p.symbol,
              side: p.side.toUpperCase(),
              volume: Number(p.volume),
              openPrice: Number(p.openPrice),
              closePrice: Number(p.closePrice),
              stopLoss: optional(p.stopLoss),
              takeProfit: optional(p.takeProfit),
              openedServerMs: Date.parse(`${p.opened.replaceAll('.', '-').replace(' ', 'T')}Z`),
              closedServerMs: Date.parse(`${p.closed.replaceAll('.', '-').replace(' ', 'T')}Z`),
              grossProfit: Number(p.profit),
              commission: Number(p.commission),
              swap: Number(p.swap),
              fee: 0,
              exit: null,
              firstStop: null,
            }))
            .toSorted(bySorted),
        );
      }),
      { numRuns: 150, seed: 20251 },
    );
  });
});
