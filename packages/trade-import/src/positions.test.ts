import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReport } from './read-report.ts';
import { EXPECTED, model, plain, position } from './testing/plain-trade.ts';
import { MODEL_POSITION } from './testing/report-model.ts';
import { csvReport, htmlReport, xlsxReport } from './testing/write-report.ts';

describe('positions', () => {
  it('closed in parts are one trade with its parts summed and its prices averaged', async () => {
    const parts = [
      position({
        volume: '0.10/0.30',
        closePrice: '1.08300',
        profit: '10.00',
        commission: '-0.10',
        closed: '2025.03.03 12:00:00',
      }),
      position({
        volume: '0.20/0.30',
        closePrice: '1.08600',
        profit: '20.00',
        commission: '-0.20',
        closed: '2025.03.03 15:00:00',
        stopLoss: '1.08200',
      }),
    ];
    const { trades, openPositions } = await readReport(htmlReport(model({ positions: parts })));
    assert.equal(openPositions, 0);
    assert.deepEqual(trades.map(plain), [
      {
        ...EXPECTED,
        volume: 0.3,
        closePrice: 1.085,
        stopLoss: 1.082,
        closedServerMs: Date.UTC(2025, 2, 3, 15),
        grossProfit: 30,
        commission: -0.3,
        swap: -2.4,
      },
    ]);
  });

  it('of which a part is still held are counted and are no trades', async () => {
    const positions = [
      position({ volume: '0.10/0.30' }),
      position({ ticket: '7', closed: '', closePrice: '' }),
    ];
    const { trades, openPositions, faults } = await readReport(htmlReport(model({ positions })));
    assert.deepEqual(
      { trades, openPositions, faults },
      { trades: [], openPositions: 2, faults: [] },
    );
  });

  it('that were reversed on a netting account are two trades, with the keys the bot gives them', async () => {
    const positions = [
      position({
        side: 'buy',
        opened: '2025.03.03 10:00:00',
        closed: '2025.03.03 11:00:00',
        profit: '5.00',
      }),
      position({
        side: 'sell',
        opened: '2025.03.03 11:00:00',
        closed: '2025.03.03 12:00:00',
        profit: '-7.00',
      }),
      position({
        side: 'sell',
        opened: '2025.03.05 11:00:00',
        closed: '2025.03.05 12:00:00',
        profit: '1.00',
      }),
    ];
    const { trades } = await readReport(xlsxReport(model({ positions })));
    assert.deepEqual(
      trades.map(({ ticket, side, grossProfit }) => [ticket, side, Number(grossProfit)]),
      [
        ['285686212', 'BUY', 5],
        ['285686212-r2', 'SELL', -7],
        ['285686212-r3', 'SELL', 1],
      ],
    );
  });

  it('take their fees from the deals, and deposits are counted apart', async () => {
    const deal = {
      time: '2025.03.03 10:15:30',
      deal: '1',
      symbol: 'EURUSD',
      type: 'buy',
      direction: 'in',
      volume: '0.5',
      price: '1.08214',
      order: '285686212',
      commission: '0.00',
      fee: '-0.25',
      swap: '0.00',
      profit: '0.00',
    };
    const report = model({
      language: 'pt',
      deals: [
        {
          ...deal,
          time: '2025.03.01 00:00:00',
          symbol: '',
          type: 'balance',
          fee: '0.00',
          profit: '10000.00',
          order: '',
        },
        {
          ...deal,
          time: '2025.03.01 00:00:01',
          symbol: '',
          type: 'credit',
          fee: '',
          profit: '500.00',
          order: '',
        },
        deal,
        {
          ...deal,
          time: MODEL_POSITION.closed,
          type: 'sell',
          direction: 'out',
          order: '999',
          fee: '-0.30',
        },
        { ...deal, symbol: 'GBPUSD', order: '4711', fee: '-9.00' },
      ],
    });
    for (const bytes of [htmlReport(report), xlsxReport(report), csvReport(report)]) {
      const { trades, balanceDeals } = await readReport(bytes);
      assert.deepEqual([trades.length, trades[0]?.fee, balanceDeals], [1, '-0.55', 2]);
    }
  });

  it('know the decimals of their symbol although single prices end in zeros', async () => {
    const positions = [
      position({ ticket: '1', symbol: 'USDJPY', openPrice: '149.500', closePrice: '149.503' }),
      position({
        ticket: '2',
        symbol: 'USDJPY',
        openPrice: '150',
        closePrice: '151',
        stopLoss: '',
        takeProfit: '',
      }),
    ];
    const { trades } = await readReport(
      xlsxReport(model({ positions: positions.map((p) => ({ ...p, stopLoss: '' })) })),
    );
    assert.deepEqual(
      trades.map(({ digits }) => digits),
      [3, 3],
    );
  });

  it('that cannot be read are told with their lines, and the others are kept', async () => {
    const positions = [
      position({ ticket: 'abc' }),
      position({ ticket: '2', side: 'balance' as 'buy' }),
      position({ ticket: '3', opened: '2025.02.30 10:00:00' }),
      position({ ticket: '4', closed: '2025.03.01 10:00:00' }),
      position({ ticket: '5' }),
    ];
    const { trades, faults } = await readReport(csvReport(model({ positions })));
    assert.deepEqual(
      trades.map(({ ticket }) => ticket),
      ['5'],
    );
    assert.deepEqual(faults, [
      { line: 7, message: "position 'abc' is not a number" },
      { line: 8, message: "type 'balance' is neither buy nor sell" },
      {
        line: 9,
        message: "time of opening '2025.02.30 10:00:00' is not a time such as 2025.01.31 14:05:00",
      },
      { line: 10, message: 'is closed before it is opened' },
    ]);
  });
});
