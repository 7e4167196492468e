import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGE_CODES } from './languages.ts';
import { readReport } from './read-report.ts';
import { model, position } from './testing/plain-trade.ts';
import type { ModelDeal } from './testing/report-model.ts';
import { csvReport, htmlReport, xlsxReport } from './testing/write-report.ts';

/** The deal that closes the model's position. */
function closing(comment: string, changes: Partial<ModelDeal> = {}): ModelDeal {
  return {
    time: '2025.03.04 11:00:05',
    deal: '2',
    symbol: 'EURUSD',
    type: 'sell',
    direction: 'out',
    volume: '0.50',
    price: '1.08643',
    order: '285686999',
    commission: '0.00',
    fee: '0.00',
    swap: '0.00',
    profit: '1214.50',
    comment,
    ...changes,
  };
}

const OPENING = closing('by my plan', {
  time: '2025.03.03 10:15:30',
  type: 'buy',
  direction: 'in',
  price: '1.08214',
  order: '285686212',
});

async function exitsOf(changes: Parameters<typeof model>[0]) {
  const { trades } = await readReport(htmlReport(model(changes)));
  return trades.map(({ exit, firstStop }) => ({ ...exit, firstStop }));
}

describe('what closed a position of a report', () => {
  for (const language of LANGUAGE_CODES) {
    it(`is read of the closing deal, in ${language} from every kind of file`, async () => {
      const report = model({
        language,
        deals: [OPENING, closing('[sl 1.08643]')],
        orders: [{ ticket: '285686212', stopLoss: '1.08000' }],
      });
      for (const bytes of [htmlReport(report), xlsxReport(report), csvReport(report)]) {
        const [trade] = (await readReport(bytes)).trades;
        assert.deepEqual(trade?.exit, { by: 'sl', level: '1.08643' });
        assert.equal(Number(trade?.firstStop), 1.08);
      }
    });
  }

  it('is told in the words of terminals alone', async () => {
    const said = async (comment: string) =>
      (await exitsOf({ deals: [OPENING, closing(comment)] }))[0]?.by ?? null;
    const words = {
      '[sl 1.08643]': 'sl',
      '[SL]': 'sl',
      '[tp 1.08643]': 'tp',
      '[so 48.90%/123.45/252.50]': 'so',
      'so 50.00%/1.00/2.00': 'so',
      so: 'so',
      '': null,
      'slow and steady': null,
      sold: null,
      'tp hit': null,
      '[sl': null,
      'TB1:ABCDEFGHIJ': null,
    };
    for (const [comment, by] of Object.entries(words))
      assert.equal(await said(comment), by, comment);
  });

  it('may stand in the hidden cell of its own row', async () => {
    const hidden = (comment: string) => ({ positions: [position({ comment })] });
    assert.deepEqual(await exitsOf(hidden('[tp 1.08643]')), [
      { by: 'tp', level: '1.08643', firstStop: null },
    ]);
    assert.deepEqual(await exitsOf(hidden('my comment')), [{ firstStop: null }]);
    // The row and the deal disagree.
    assert.deepEqual(
      await exitsOf({ ...hidden('[tp 1.08643]'), deals: [closing('[sl 1.08643]')] }),
      [{ firstStop: null }],
    );
  });

  it('is not known where two positions closed in one second cannot be told apart', async () => {
    const positions = [position({}), position({ ticket: '285686213' })];
    const doubtful = [closing('[sl 1.08643]'), closing('', { deal: '3' })];
    assert.deepEqual(
      (await exitsOf({ positions, deals: doubtful })).map(({ by }) => by),
      [undefined, undefined],
    );
    const other = { volume: '0.20' };
    const apart = await exitsOf({
      positions: [position({}), position({ ticket: '285686213', ...other })],
      deals: [closing('[sl 1.08643]'), closing('', { deal: '3', ...other })],
    });
    assert.deepEqual(new Set(apart.map(({ by }) => by)), new Set(['sl', undefined]));
  });

  it('is what the last part of it says, where it was closed in parts', async () => {
    const part = { volume: '0.25' };
    const positions = [
      position({ volume: '0.25 / 0.50' }),
      position({ volume: '0.25 / 0.50', closed: '2025.03.05 09:00:00', closePrice: '1.08000' }),
    ];
    const deals = [
      closing('[tp 1.08643]', { ...part }),
      closing('[sl 1.08000]', {
        ...part,
        time: '2025.03.05 09:00:00',
        price: '1.08000',
      }),
    ];
    assert.deepEqual(
      (await exitsOf({ positions, deals })).map(({ by }) => by),
      ['sl'],
    );
  });
});
