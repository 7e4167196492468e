import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRuleSet } from '@quorate/trading/governor/presets';
import { ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { startLimits } from '@quorate/trading/risk/limits-state';
import { tradesOfRecords } from '../mt5/broker/terminal-records.ts';
import { byHand } from '../mt5/simulator/testing/by-hand.ts';
import { keepShownFloors, lastShownFloors, shownFloorsNow } from './floors-now.ts';
import { acknowledgeAutomated } from './live-account.ts';
import { openLiveJournal } from './live-journal.ts';
import { FIVE, openGovernedStage, START } from './testing/governed-stage.ts';

test('a peak that only the terminal has seen raises the floors of the bot that comes back', async () => {
  const { terminal, timers, start, minute } = openGovernedStage();
  const journal = openLiveJournal(null);
  const first = await start(journal);
  byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
  await minute();
  await first.end();
  const before = journal.floors()?.lines[2]?.peakMinor ?? 0;
  assert.ok(before >= 1_000_000 && before < 1_001_000, `${before}`);
  // 800 dollars ahead, and back again, while no bot is there.
  terminal.tick('EURUSD', 111_000, 111_010);
  await timers.advance(1_000);
  terminal.tick('EURUSD', 110_200, 110_210);
  await timers.advance(1_000);
  const second = await start(journal);
  const total = journal.floors()?.lines[2];
  assert.ok((total?.peakMinor ?? 0) > 1_078_000, `${total?.peakMinor}`);
  assert.equal(total?.floorMinor, Math.ceil((total?.peakMinor ?? 0) * 0.9));
  const floor = ((total?.floorMinor ?? 0) / 100).toFixed(2);
  assert.equal(second.run.governed?.lastLine.held()?.floor, floor);
  await second.end();
  terminal.close();
});

test('the terminal holds the floor of the rules, over restarts and without a journal', async () => {
  const { terminal, start, minute } = openGovernedStage();
  const journal = openLiveJournal(null);
  const first = await start(journal);
  assert.equal(first.run.governed?.lastLine.held()?.floor, '9500.00');
  byHand(terminal).deposit(100_000);
  await minute();
  await minute();
  const paidIn = first.run.governed?.lastLine.held()?.floor;
  assert.equal(paidIn, '10500.00', 'money that was paid in moves the floor');
  await first.end();
  const second = await start(journal);
  assert.equal(second.run.governed?.lastLine.held()?.floor, paidIn);
  assert.equal(journal.floors()?.ruleSetId, 'own');
  await second.end();
  const again = await start(openLiveJournal(null));
  assert.equal(again.run.governed?.lastLine.held()?.floor, paidIn);
  await again.end();
  terminal.close();
});

test('what the last line closed keeps the bot from opening anything', async () => {
  const { terminal, start, timers } = openGovernedStage();
  const journal = openLiveJournal(null);
  const life = await start(journal);
  const position = byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
  for (let bid = 110_150; bid > 109_600; bid -= 25) {
    terminal.tick('EURUSD', bid, bid + 10);
    await timers.advance(250);
  }
  assert.equal(terminal.server().positions().length, 0);
  assert.ok(terminal.server().ledger.equity() >= 950_000);
  await timers.advance(11_000);
  const { feed, records } = life.run.terminal;
  await timers.until(feed.fetchPosition(position));
  const [trade] = tradesOfRecords(journal.dealsOf(position), records);
  assert.equal(trade?.exitReason, 'flattened');
  assert.match(life.lines.join('\n'), /The last line in the terminal/);
  assert.match(life.run.governed?.lastLine.refusal() ?? '', /closed everything/);
  await life.end();
  terminal.close();
});

test('how the account stands to its limits is told as it is known, and kept', async () => {
  const { terminal, start, timers, minute } = openGovernedStage();
  const journal = openLiveJournal(null);
  const life = await start(journal);
  const first = await shownFloorsNow(life.run, timers.now());
  const { floor, equity, open_risk, headroom, if_stopped, open_positions } = first ?? {};
  assert.deepEqual(
    { floor, equity, open_risk, headroom, if_stopped, open_positions },
    {
      floor: 9_500,
      equity: 10_000,
      open_risk: 0,
      headroom: 500,
      if_stopped: 10_000,
      open_positions: 0,
    },
  );
  assert.deepEqual([first?.entries_off, first?.warning], [[], null]);
  assert.ok(first?.next_turn && Date.parse(first.next_turn) > timers.now());
  byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
  await minute();
  const held = await shownFloorsNow(life.run, timers.now());
  assert.equal(held?.open_positions, 1);
  // Without a stop nobody knows what it may lose.
  assert.deepEqual([held?.open_risk, held?.headroom, held?.if_stopped], [null, null, null]);
  for (let bid = 110_150; bid > 109_600; bid -= 25) {
    terminal.tick('EURUSD', bid, bid + 10);
    await timers.advance(250);
  }
  const off = await shownFloorsNow(life.run, timers.now());
  assert.match(off?.entries_off.join(' ') ?? '', /The last line closed everything/);
  assert.equal(lastShownFloors(journal), null);
  keepShownFloors(journal, off);
  keepShownFloors(journal, null);
  assert.deepEqual(lastShownFloors(journal), off);
  assert.equal(lastShownFloors({ fact: () => '{"floor":' }), null);
  assert.equal(lastShownFloors({ fact: () => '{"floor":1}' }), null);
  await life.end();
  terminal.close();
});

test('rules of the service come first, are kept while it is away, and their lock holds', async () => {
  const { terminal, start } = openGovernedStage();
  const journal = openLiveJournal(null);
  const life = await start(journal);
  const rules = life.run.governed?.rules;
  assert.ok(rules);
  const strict = { ...defaultRuleSet(2, 4, null, null), name: 'Two percent' };
  const served = {
    ruleSet: ruleSetToJson(strict),
    revision: 3,
    floors: null,
    rebaseId: null,
    lock: null,
  };
  assert.equal(rules.take(served), true);
  assert.equal(rules.take(served), false, 'the same again changes nothing');
  assert.deepEqual([rules.ruleSet().name, rules.revision()], ['Two percent', 3]);
  rules.take({ ...served, lock: { until: null } });
  assert.equal(rules.isLocked(START), true);
  assert.equal(rules.take({ ...served, ruleSet: { id: 'x' } }), false, 'what nobody can read');
  await life.end();
  const next = await start(journal);
  assert.equal(next.run.governed?.rules.ruleSet().name, 'Two percent');
  assert.equal(next.run.governed?.lastLine.held()?.floor, '9800.00');
  assert.equal(journal.floors()?.lines[0]?.floorMinor, 980_000);
  await next.end();
  const last = await start(journal);
  assert.equal(journal.floors()?.lines[0]?.floorMinor, 980_000, 'over the restart after it, too');
  assert.equal(last.run.governed?.rules.floors()?.lines[0]?.floorMinor, 980_000);
  await last.end();
  terminal.close();
});

test('a rebase that the owner asked for begins the total limit and the drawdown again, once', async () => {
  const { terminal, start } = openGovernedStage();
  const journal = openLiveJournal(null);
  const life = await start(journal);
  const rules = life.run.governed?.rules;
  assert.ok(rules);
  const limits = journal.limits();
  assert.ok(limits);
  const fallen = {
    ...startLimits(START, 1_000_000),
    ...limits,
    peakMinor: 1_200_000,
    drawdownLatch: 16.67,
  };
  journal.record({ kind: 'limits', symbol: 'EURUSD', asOf: START, limits: fallen });
  const rebaseId = '0198c7a5-0000-7000-8000-000000000001';
  const served = { ruleSet: null, revision: 0, floors: null, rebaseId, lock: null };
  assert.equal(rules.take(served), true, 'a run has to begin again');
  await life.end();
  assert.equal(journal.limits()?.drawdownLatch, 16.67, 'nothing is let go before');
  const next = await start(journal);
  assert.deepEqual(
    [journal.limits()?.drawdownLatch, journal.limits()?.peakMinor],
    [null, 1_000_000],
  );
  assert.equal(next.run.governed?.rules.rebaseId(), rebaseId);
  assert.equal(next.run.governed?.rules.take(served), false);
  await next.end();
  terminal.close();
});

test('where the rules do not allow automated trading the account is typed once more', () => {
  const rules = { ...FIVE, automatedTrading: 'not_allowed' } as const;
  const typed = (automated_account: string | null) => () =>
    acknowledgeAutomated({ account_number: '51234567', automated_account }, rules);
  assert.throws(typed(null), /do not allow automated trading/);
  assert.throws(typed('1'), /type 51234567 under "Account rules"/);
  typed('51234567')();
  acknowledgeAutomated({ account_number: '51234567', automated_account: null }, FIVE);
});
