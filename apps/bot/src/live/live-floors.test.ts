import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint, Reply } from '@quorate/contract/endpoint';
import {
  type getBotRuleSet,
  reportFloors,
  ruleSet as ruleSetSchema,
} from '@quorate/contract/rule-sets';
import { defaultRuleSet } from '@quorate/trading/governor/presets';
import { ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { addMilliseconds, isoFromInstant } from '@quorate/values/instant';
import { byHand } from '../mt5/simulator/testing/by-hand.ts';
import { callEndpoint } from '../service/call-endpoint.ts';
import { lastShownFloors } from './floors-now.ts';
import { createLiveFloors } from './live-floors.ts';
import { type LiveJournal, openLiveJournal } from './live-journal.ts';
import { openGovernedStage, START } from './testing/governed-stage.ts';

const REBASE = {
  rebase_id: '0198c7a5-0000-7000-8000-000000000001',
  asked_at: '2025-01-08T10:00:00Z',
};
const OWNER_LOCK = { since: '2025-01-08T09:00:00Z', until: null, floor: 9_500 };
const TWO = { ...defaultRuleSet(2, 4, 10, null), name: 'Two percent' };

type Stage = ReturnType<typeof openGovernedStage>;
type Life = Awaited<ReturnType<Stage['start']>>;

/** What the service answers with, and what it was told. */
function createService() {
  return {
    isAway: false,
    rules: {
      success: true,
      rule_set: null,
      revision: 0,
      floors: null,
      carried_lock: null,
      rebase: null,
    } as Reply<typeof getBotRuleSet>,
    answer: { success: true, counted: true, revision: 0, peaks_minor: [], rebase: null } as Reply<
      typeof reportFloors
    >,
    /** While a report is on its way. */
    during() {},
    reads: 0,
    reports: [] as ReturnType<typeof reportFloors.body.parse>[],
  };
}
type Service = ReturnType<typeof createService>;

function floorsOf(stage: Stage, life: Life, journal: LiveJournal, service: Service) {
  const lines: string[] = [];
  const began = { again: 0 };
  const floors = createLiveFloors({
    session: {
      callOnce: <E extends Endpoint>(endpoint: E, input: Parameters<typeof callEndpoint<E>>[2]) =>
        callEndpoint(
          { fetch: answering(service), service: 'http://service.test' },
          endpoint,
          input,
          't',
        ),
    },
    run: {
      governed: life.run.governed,
      terminal: life.run.terminal,
      rulesChanged() {
        began.again += 1;
        life.run.rulesChanged();
      },
    },
    journal,
    account: {
      kind: 'terminal',
      server: 'Simulated-Demo',
      login: '51234567',
      account_type: 'demo',
      currency: 'USD',
    },
    runId: 'run-1',
    timers: stage.timers,
    notify: (line) => void lines.push(line),
  });
  return {
    ...floors,
    look: () => stage.timers.until(floors.look()),
    lines,
    began,
  };
}

function answering(service: Service): typeof fetch {
  return async (url, init) => {
    const request = new Request(url, init);
    const isReport = request.url.endsWith(reportFloors.path);
    if (isReport) service.reports.push(reportFloors.body.parse(await request.json()));
    else service.reads += 1;
    if (isReport) service.during();
    if (service.isAway) throw new TypeError('fetch failed');
    return Response.json(isReport ? service.answer : service.rules);
  };
}

async function begin(journal = openLiveJournal(null)) {
  const stage = openGovernedStage();
  const life = await stage.start(journal);
  const service = createService();
  return { stage, life, journal, service, floors: floorsOf(stage, life, journal, service) };
}

test('rules that cannot be reached change nothing and are told of once', async () => {
  const { stage, life, service, floors } = await begin();
  service.isAway = true;
  await floors.read();
  await floors.read();
  assert.equal(floors.lines.length, 1);
  assert.match(floors.lines[0] ?? '', /cannot be read \(.+\); ".+" holds\./);
  assert.equal(floors.began.again, 0);
  service.isAway = false;
  service.rules = { ...service.rules, rule_set: null };
  await floors.read();
  assert.deepEqual([floors.lines.length, floors.began.again], [1, 0], 'nothing was chosen there');
  await life.end();
  stage.terminal.close();
});

test('other rules begin the run again once, and the next report names them', async () => {
  const { stage, life, service, floors } = await begin();
  await floors.look();
  assert.deepEqual([service.reads, service.reports.at(-1)?.revision], [0, 0]);
  service.rules = {
    ...service.rules,
    rule_set: ruleSetSchema.parse(ruleSetToJson(TWO)),
    revision: 4,
  };
  service.answer = { ...service.answer, revision: 4 };
  await stage.timers.advance(30_000);
  await floors.look();
  assert.deepEqual([service.reads, floors.began.again], [1, 1], 'a newer revision is read at once');
  assert.match(floors.lines.at(-1) ?? '', /are now "Two percent"/);
  await floors.read();
  assert.equal(floors.began.again, 1, 'the same rules again begin nothing');
  await stage.minute();
  await floors.look();
  const report = service.reports.at(-1);
  assert.deepEqual([report?.revision, report?.rule_set.name], [4, 'Two percent']);
  assert.deepEqual([report?.floor, report?.headroom], [9_800, 200]);
  assert.equal(service.reads, 2, 'what is known is not read again');
  await life.end();
  stage.terminal.close();
});

test('a report is due at first, five seconds after a change, and each thirty seconds', async () => {
  const { stage, life, service, floors } = await begin();
  await floors.look();
  await floors.look();
  assert.equal(service.reports.length, 1);
  await stage.timers.advance(29_000);
  await floors.look();
  assert.equal(service.reports.length, 1);
  floors.changed();
  await floors.look();
  assert.equal(service.reports.length, 2);
  floors.changed();
  await stage.timers.advance(4_999);
  await floors.look();
  assert.equal(service.reports.length, 2, 'too early after the last');
  await stage.timers.advance(1);
  await floors.look();
  assert.equal(service.reports.length, 3);
  await stage.timers.advance(30_000);
  await floors.look();
  assert.equal(service.reports.length, 4);
  await life.end();
  stage.terminal.close();
});

test('a change is kept at the next look, or at the end, though no report of it is due', async () => {
  const { stage, life, journal, floors } = await begin();
  await floors.look();
  const keptAt = () => lastShownFloors(journal)?.at;
  for (const keep of [floors.look, floors.end]) {
    const before = keptAt();
    await stage.timers.advance(1_000);
    await keep();
    assert.equal(keptAt(), before, 'nothing has changed');
    floors.changed();
    await keep();
    assert.notEqual(keptAt(), before);
  }
  await life.end();
  stage.terminal.close();
});

test('a service that takes no report is asked each five seconds, not at every look', async () => {
  const { stage, life, service, floors } = await begin();
  service.isAway = true;
  for (let second = 0; second < 11; second += 1) {
    await floors.look();
    await stage.timers.advance(1_000);
  }
  assert.equal(service.reports.length, 3);
  service.isAway = false;
  await stage.timers.advance(5_000);
  await floors.look();
  await stage.timers.advance(5_000);
  await floors.look();
  assert.deepEqual(
    service.reports.map(({ seq }) => seq),
    [1, 2, 3, 4],
    'what may have arrived is never numbered twice',
  );
  await life.end();
  stage.terminal.close();
});

test('reports go on in number over a restart; without a terminal there is none', async () => {
  const { stage, life, journal, service, floors } = await begin();
  await floors.look();
  await life.end();
  await stage.timers.advance(30_000);
  await floors.look();
  assert.equal(service.reports.length, 1, 'nobody knows how the account stands');
  const second = await stage.start(journal);
  await floorsOf(stage, second, journal, service).look();
  assert.deepEqual(
    service.reports.map(({ seq }) => seq),
    [1, 2],
  );
  await second.end();
  stage.terminal.close();
});

test('a change while a report is on its way is told with the next', async () => {
  const { stage, life, service, floors } = await begin();
  service.during = floors.changed;
  await floors.look();
  service.during = () => {};
  await stage.timers.advance(5_000);
  await floors.look();
  assert.equal(service.reports.length, 2);
  await life.end();
  stage.terminal.close();
});

test('a rebase is done once, and named by every report after it', async () => {
  const { stage, life, journal, service, floors } = await begin();
  service.rules = { ...service.rules, rebase: REBASE };
  service.answer = { ...service.answer, rebase: REBASE };
  await floors.look();
  assert.deepEqual([service.reports[0]?.rebase_id, floors.began.again], [null, 1]);
  await stage.minute();
  await floors.look();
  assert.equal(service.reports.at(-1)?.rebase_id, REBASE.rebase_id);
  assert.deepEqual([service.reads, floors.began.again], [1, 1]);
  const told = life.lines.filter((line) => line.includes('begins again at its equity'));
  assert.equal(told.length, 1);
  await life.end();
  const second = await stage.start(journal);
  const again = floorsOf(stage, second, journal, service);
  await again.read();
  await again.look();
  assert.equal(again.began.again, 0, 'over a restart, too');
  assert.equal(service.reports.at(-1)?.rebase_id, REBASE.rebase_id);
  await second.end();
  stage.terminal.close();
});

test('a lock that other rules carried over holds until its end, and an owner’s until it is lifted', async () => {
  const { stage, life, journal, service, floors } = await begin();
  const rules = life.run.governed?.rules;
  const until = isoFromInstant(addMilliseconds(stage.timers.now(), 60_000));
  service.rules = { ...service.rules, carried_lock: { ...OWNER_LOCK, until } };
  await floors.read();
  assert.equal(rules?.isLocked(stage.timers.now()), true);
  await stage.timers.advance(60_000);
  assert.equal(rules?.isLocked(stage.timers.now()), false);
  service.rules = { ...service.rules, carried_lock: OWNER_LOCK };
  await floors.read();
  await life.end();
  service.isAway = true;
  const second = await stage.start(journal);
  const again = floorsOf(stage, second, journal, service);
  await again.read();
  const held = second.run.governed?.rules;
  assert.equal(
    held?.isLocked(addMilliseconds(START, 365 * 86_400_000)),
    true,
    'also where the service is away',
  );
  service.isAway = false;
  service.rules = { ...service.rules, carried_lock: null };
  await again.read();
  assert.equal(held?.isLocked(stage.timers.now()), false);
  await second.end();
  stage.terminal.close();
});

test('a peak that the service knows of raises the floors from the next run on, a lower one none', async () => {
  const { stage, life, journal, service, floors } = await begin();
  const peaks = journal.floors()?.lines.map(({ peakMinor }) => peakMinor) ?? [];
  assert.equal(peaks.length, 3);
  service.answer = { ...service.answer, peaks_minor: peaks.map((peak) => peak - 100_000) };
  await floors.look();
  life.run.rulesChanged();
  await stage.minute();
  const same = journal.floors()?.lines.map(({ peakMinor }) => peakMinor);
  assert.deepEqual(same, peaks);
  service.answer = { ...service.answer, peaks_minor: peaks.map((peak) => peak + 10_000) };
  await floors.look();
  life.run.rulesChanged();
  await stage.minute();
  const total = journal.floors()?.lines[2];
  assert.equal(total?.peakMinor, (peaks[2] ?? 0) + 10_000);
  assert.equal(total?.floorMinor, Math.ceil((total?.peakMinor ?? 0) * 0.9));
  await life.end();
  const second = await stage.start(journal);
  assert.equal(journal.floors()?.lines[2]?.peakMinor, total?.peakMinor, 'without the service, too');
  await second.end();
  stage.terminal.close();
});

test('what cannot be valued is reported as not known, never as nothing', async () => {
  const { stage, life, service, floors } = await begin();
  byHand(stage.terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
  await stage.timers.advance(1_000);
  await floors.look();
  const { equity, balance, floor, open_risk, headroom, if_stopped, open_positions } =
    service.reports[0] ?? {};
  assert.deepEqual([open_positions, open_risk, headroom, if_stopped], [1, null, null, null]);
  assert.deepEqual([balance, floor], [10_000, 9_500]);
  assert.ok(equity && equity < 10_000, `${equity}`);
  await life.end();
  stage.terminal.close();
});

test('money that was paid in is told beside the floors', async () => {
  const { stage, life, service, floors } = await begin();
  byHand(stage.terminal).deposit(100_000);
  await stage.minute();
  await stage.minute();
  await floors.look();
  assert.deepEqual([service.reports[0]?.cash_flow, service.reports[0]?.balance], [1_000, 11_000]);
  await life.end();
  stage.terminal.close();
});

test('a run without rules asks and reports nothing', async () => {
  const { stage, life, journal, service } = await begin();
  const bare = { ...life, run: { ...life.run, governed: null } };
  const floors = floorsOf(stage, bare, journal, service);
  await floors.read();
  await floors.look();
  assert.deepEqual([service.reads, service.reports.length], [0, 0]);
  await life.end();
  stage.terminal.close();
});
