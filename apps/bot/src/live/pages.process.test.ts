import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { denied } from '@quorate/trading/risk/refusal';
import { instant } from '@quorate/values/instant';
import { openRunJournal, readAcknowledged } from '../journal/run-journal.ts';
import type { TerminalAccount, TerminalDeal } from '../mt5/bridge/records.ts';
import { type LiveJournal, openLiveJournal } from './live-journal.ts';
import { journalPage, tradesPage } from './pages.ts';

const AT = instant(Date.UTC(2026, 10, 18, 12));

const ACCOUNT: TerminalAccount = {
  login: '51234567',
  server: 'Simulated-Demo',
  company: 'Simulated Broker',
  currency: 'USD',
  currency_digits: 2,
  leverage: 30,
  margin_mode: 'hedging',
  trade_mode: 'demo',
};

let tickets = 0;
function deal(position: string, entry: 'in' | 'out', time: number, profit = '0.00'): TerminalDeal {
  tickets += 1;
  return {
    ticket: `${1_000 + tickets}`,
    order: '0',
    position,
    symbol: 'EURUSD',
    type: entry === 'in' ? 'buy' : 'sell',
    entry,
    reason: 'expert',
    lots: '0.10',
    price: '1.10210',
    digits: 5,
    sl: '1.09800',
    tp: null,
    time,
    profit,
    commission: '-0.35',
    swap: '0.00',
    fee: '0.00',
    magic: 1,
    comment: '',
  };
}

/** Positions 1 to `count`, each opened a minute after the one before. */
function withTrades(count: number): LiveJournal {
  const journal = openLiveJournal(null);
  journal.beginSession(AT, ACCOUNT);
  for (let at = 1; at <= count; at += 1) journal.keepDeals([deal(`${at}`, 'in', AT + at * 60_000)]);
  return journal;
}

const known = { acknowledgedRevision: () => 0 };

describe('trades by the page', () => {
  it('come newest first, each once, also while new ones come', () => {
    const journal = withTrades(25);
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page = tradesPage({ journal, ...known }, { before, limit: 10 });
      seen.push(...page.trades.map(({ position_ticket: ticket }) => ticket));
      before = page.next;
      journal.keepDeals([deal(`${100 + seen.length}`, 'in', AT + 3_600_000 + seen.length)]);
    } while (before !== null);
    assert.deepEqual(
      seen,
      Array.from({ length: 25 }, (_, at) => `${25 - at}`),
    );
  });

  it('tell what is synced, what it brought and when', () => {
    const journal = withTrades(1);
    journal.keepDeals([deal('1', 'out', AT + 300_000, '12.50')]);
    const revisions = new Map([['1', 1]]);
    const acknowledgedRevision = (ticket: string) => revisions.get(ticket) ?? 0;
    const shown = () =>
      tradesPage({ journal, acknowledgedRevision }, { before: null, limit: 5 }).trades[0];
    assert.equal(shown()?.synced, false);
    revisions.set('1', 2);
    assert.deepEqual(shown(), {
      position_ticket: '1',
      symbol: 'EURUSD',
      type: 'BUY',
      volume: 0.1,
      digits: 5,
      // The server's clock is New York + 7 hours.
      opened_at: '2026-11-18T10:01:00.000Z',
      closed_at: '2026-11-18T10:05:00.000Z',
      price: 1.1021,
      close_price: 1.1021,
      stop_loss: 1.098,
      take_profit: null,
      profit: 11.8,
      currency: 'USD',
      status: 'CLOSED',
      exit_reason: null,
      account_type: 'demo',
      synced: true,
    });
  });

  it('tell why each was closed, as far as its deals and the journal know', () => {
    const journal = withTrades(3);
    const key = 'ABCDEFGHIJ' as OrderKey;
    const closed = { symbol: 'EURUSD', at: AT, ticket: '1', lots: '0.10' };
    journal.intend({ kind: 'close', key, ...closed, by: 'flattened' });
    const closing = (position: string) => deal(position, 'out', AT + 300_000);
    journal.keepDeals([
      { ...closing('1'), comment: `TB1:${key}` },
      { ...closing('2'), reason: 'sl' },
      { ...closing('3'), reason: 'mobile' },
    ]);
    const { trades } = tradesPage({ journal, ...known }, { before: null, limit: 5 });
    assert.deepEqual(
      trades.map(({ exit_reason }) => exit_reason),
      ['manual', 'stop', 'flattened'],
    );
  });

  it('begin with the newest where the cursor is none, and are none before the first session', () => {
    const journal = withTrades(3);
    const page = tradesPage({ journal, ...known }, { before: "'; DROP TABLE deals", limit: 2 });
    assert.deepEqual(
      page.trades.map(({ position_ticket: ticket }) => ticket),
      ['3', '2'],
    );
    const empty = tradesPage(
      { journal: openLiveJournal(null), ...known },
      { before: null, limit: 5 },
    );
    assert.deepEqual(empty, { trades: [], next: null });
  });

  it('are synced as the journal of the run has it, and not where it is damaged', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'acknowledged-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    assert.equal(readAcknowledged(folder)('7'), 0);
    const run = openRunJournal(folder, AT);
    run.acknowledge([{ ticket: '7', revision: 3 }]);
    run.close();
    assert.equal(readAcknowledged(folder)('7'), 3);
    openRunJournal(folder, AT).close();
    writeFileSync(join(folder, 'journal.sqlite'), 'no database at all');
    assert.equal(readAcknowledged(folder)('7'), 0);
  });
});

describe('the journal by the page', () => {
  it('says in words what happened, newest first, with the rule and its figures', () => {
    const journal = openLiveJournal(null);
    const refusal = denied('spread', 36, 52, 'The spread of EURUSD is 52 points, the limit is 36.');
    const at = { symbol: 'EURUSD', asOf: AT };
    const asked = { decisionId: null, checks: [], asked: null };
    journal.note('owner', AT, { state: 'flatten', source: 'dashboard' });
    journal.note('flattened', AT, [{ ticket: '7', symbol: 'EURUSD', price: '1.10210' }]);
    journal.note('flattened', AT, []);
    journal.note('stop-set', AT, { ticket: '7', sl: '1.09800', tp: null });
    journal.note('closing-without-stop', AT, { ticket: '8' });
    journal.record({ kind: 'refusal', ...at, ...asked, refusal });
    journal.record({ kind: 'unavailable', ...at, code: 'x', message: 'the service is away.' });
    journal.note('owner', AT, 'damaged');
    const { lines, next } = journalPage(journal, { before: null, limit: 50 });
    assert.deepEqual(
      lines.map(({ kind, symbol, text }) => [kind, symbol, text]),
      [
        ['unavailable', 'EURUSD', 'No decision: the service is away.'],
        [
          'refusal',
          'EURUSD',
          'Refused by the rule spread: The spread of EURUSD is 52 points, the limit is 36.',
        ],
        [
          'closing-without-stop',
          null,
          'Position 8 had no stop and could get none: it is being closed',
        ],
        ['stop-set', null, 'Position 7 had no stop and got one at 1.09800'],
        ['flattened', null, 'Everything is closed: nothing was open'],
        ['flattened', null, 'Everything is closed: 7 EURUSD at 1.10210'],
        ['owner', null, 'Told by the dashboard to close everything and open nothing more'],
      ],
    );
    assert.equal(next, null);
  });

  it('has every line once, whatever comes in between', () => {
    const journal = openLiveJournal(null);
    const note = (number: number) =>
      journal.note('stop-set', AT, { ticket: String(number), sl: null });
    for (let at = 0; at < 120; at += 1) note(at);
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page = journalPage(journal, { before, limit: 50 });
      seen.push(...page.lines.map(({ id }) => id));
      before = page.next;
      note(1_000);
    } while (before !== null);
    assert.equal(seen.length, 120);
    assert.equal(new Set(seen).size, 120);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => Number(b) - Number(a)),
    );
  });
});

describe('a journal that somebody reads', () => {
  it('does not keep a bot from starting: it is waited for', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'read along '));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    openLiveJournal(folder).close();
    const script = join(folder, 'hold.ts');
    writeFileSync(
      script,
      `import { openLiveJournal } from ${JSON.stringify(join(import.meta.dirname, 'live-journal.ts'))};
       const journal = openLiveJournal(${JSON.stringify(folder)});
       console.log('held');
       setTimeout(() => journal.close(), 400);`,
    );
    const reader = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(reader.stdout, 'data');
    assert.throws(() => openLiveJournal(folder, 0), { code: 'run_in_use' });
    openLiveJournal(folder).close();
    await once(reader, 'close');
  });
});
