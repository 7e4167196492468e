import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verifierKeyText } from '@quorate/tlog/note';
import { type PublishedRecord, publishedRecord } from './measures.ts';
import { sentenceOf } from './rules.ts';
import { createStanding, type Standing, type StandingEntry } from './standing.ts';
import { makeRecord } from './testing/made-record.ts';
import { type BrokenRecord, createRecordVerifier, type RecordOptions } from './verify-record.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 2, 2, 10);
const TERMS = {
  name: 'cleo-fx',
  at: '2026-06-01T00:00:00.000Z',
  account: { type: 'demo', paper: false },
  owner: { accounts: 4, deleted: 1, resets: 3 },
  shows: { open: false, money: false },
} as const;
const TEN_THOUSAND = { currency: 'USD', minor: 1_000_000 };

const iso = (hours: number) => new Date(FROM + hours * HOUR_MS).toISOString();

/** Entries as a stream would have them; positions and times are given here. */
function standingOf(
  told: readonly (Pick<StandingEntry, 'body'> & {
    kind: string;
    hour?: number;
    private?: object;
  })[],
): Standing {
  const standing = createStanding();
  for (const [at, { kind, body, hour = at, private: kept = null }] of told.entries())
    standing.take({
      leaf: { kind: kind as never, position: at + 1, at: iso(hour) },
      body,
      private: kept as never,
    });
  return standing;
}

const ACCOUNT = { kind: 'account', body: { account_type: 'demo', paper: false, currency: 'USD' } };

function decided(id: string, changes: object = {}) {
  return [
    {
      kind: 'snapshot',
      body: { decision_id: id, snapshot: { atr_points: 100, digits: 5 } },
    },
    {
      kind: 'decision',
      body: {
        decision_id: id,
        symbol: 'BTCUSD',
        as_of: iso(0),
        action: 'BUY',
        p_up: 0.6,
        voters: 3,
        clock_class: 'live',
        market_grade: 'agreed',
        ...changes,
      },
    },
  ];
}

function traded(kind: string, ticket: string, r: number | null, changes: object = {}) {
  return {
    kind,
    body: {
      position_ticket: ticket,
      symbol: 'BTCUSD',
      trade_type: 'BUY',
      open_price: 1.1,
      close_price: 1.2,
      digits: 5,
      opened_at: iso(1),
      closed_at: kind === 'closed' ? iso(2) : null,
      decision_id: null,
      status: kind === 'closed' ? 'CLOSED' : 'OPEN',
      r,
      ...changes,
    },
    private: { profit: r === null ? 0 : r * 1_000, currency: 'USD' },
  };
}

describe('what a stream comes to', () => {
  it('keeps trades apart by what speaks for them', () => {
    const standing = standingOf([
      ACCOUNT,
      ...decided('d1'),
      ...decided('d2', { market_grade: 'alone' }),
      ...decided('d3', { market_grade: 'contradicted' }),
      ...decided('d4'),
      traded('closed', '1', 2, { decision_id: 'd1' }),
      traded('closed', '2', 1, { decision_id: 'd2' }),
      traded('closed', '3', 9, { decision_id: 'd3' }),
      { kind: 'fill', body: { decision_id: 'd4', ticket: '4', price: 1.101 } },
      traded('closed', '4', 8, { decision_id: 'd4' }),
      traded('closed', '5', -1),
      { kind: 'import', body: { trades: [traded('closed', '6', 7).body] } },
    ]);
    const { groups } = publishedRecord(standing, TERMS, null);
    const totals = Object.fromEntries(
      Object.entries(groups).map(([name, { trades, total_r }]) => [name, [trades, total_r]]),
    );
    // The fourth was filled elsewhere than its price says: 100 points away, where half an ATR is 50.
    assert.deepEqual(totals, {
      agreed: [1, 2],
      alone: [2, 0],
      replayed: [0, null],
      practice: [0, null],
      imported: [1, 7],
      contradicted: [2, 17],
    });
  });

  it('counts a grade that rose, a fill outside of its bar, and what is told again', () => {
    const standing = standingOf([
      ACCOUNT,
      ...decided('d1', { market_grade: 'alone' }),
      ...decided('d2'),
      { kind: 'grade', body: { decision_id: 'd1', market_grade: 'agreed', agreed_by: 2 } },
      { kind: 'fill', body: { decision_id: 'd2', ticket: '2', price: 1.1, outside: true } },
      traded('closed', '1', 2, { decision_id: 'd1' }),
      traded('closed', '2', 3, { decision_id: 'd2' }),
      {
        kind: 'correction',
        body: {
          of: 'closed',
          position_ticket: '1',
          was: traded('closed', '1', 2).body,
          now: { ...traded('closed', '1', -4).body, decision_id: 'd1' },
        },
      },
    ]);
    const { groups, facts } = publishedRecord(standing, TERMS, null);
    assert.deepEqual([groups.agreed.total_r, groups.agreed.corrected], [-4, 1]);
    assert.equal(groups.contradicted.total_r, 3);
    assert.equal(facts.corrections, 1);
  });

  it('counts a trade apart that was closed while its market was shut', () => {
    const standing = standingOf([
      ACCOUNT,
      traded('closed', '1', 1, { symbol: 'EURUSD' }),
      traded('closed', '2', 9, { symbol: 'EURUSD', closed_at: '2026-03-07T12:00:00.000Z' }),
    ]);
    const { groups } = publishedRecord(standing, TERMS, null);
    assert.deepEqual([groups.alone.total_r, groups.contradicted.total_r], [1, 9]);
  });

  it('says how long nothing was told, and which trades were told late', () => {
    const standing = standingOf([
      { ...ACCOUNT, hour: 0 },
      { ...traded('closed', '1', 1), hour: 3 },
      { ...traded('closed', '2', 5), hour: 24 * 9 },
    ]);
    const { groups, facts } = publishedRecord(standing, TERMS, null);
    assert.deepEqual([facts.gaps, facts.longest_gap_days], [1, 8]);
    assert.equal(groups.alone.late, 1);
  });

  it('shows nothing of a trade that is open, nor of an order that may become one', () => {
    const told = [
      ACCOUNT,
      ...decided('open'),
      traded('opened', '1', null, { decision_id: 'open' }),
      ...decided('held', { action: 'HOLD' }),
      ...decided('vetoed'),
      { kind: 'checks', body: { decision_id: 'vetoed', verdict: 'vetoed' } },
      ...decided('ordered'),
      { kind: 'checks', body: { decision_id: 'ordered', verdict: 'ordered' } },
      {
        kind: 'outcome',
        body: { decision_id: 'ordered', first_touch: 'up', touch_grade: 'agreed' },
      },
      { kind: 'history', body: { trades: [traded('opened', '9', null).body] } },
    ];
    const standing = standingOf(told);
    const now = FROM + HOUR_MS;
    assert.deepEqual(
      [...standing.open(now)].sort((a, b) => a - b),
      [2, 3, 4, 10, 11, 12, 13, 14],
    );
    // An order of which nothing has come within days becomes none any more.
    assert.deepEqual(
      [...standing.open(now + 6 * 24 * HOUR_MS)].sort((a, b) => a - b),
      [2, 3, 4, 14],
    );
    const ended = standingOf([
      ...told,
      traded('closed', '1', 1, { decision_id: 'open' }),
      traded('closed', '9', 1),
    ]);
    assert.deepEqual(
      [...ended.open(now)].sort((a, b) => a - b),
      [10, 11, 12, 13],
    );
  });

  it('gives the same figures without what it withholds', () => {
    const told = [
      ACCOUNT,
      ...decided('d1', { p_up: 0.7 }),
      { kind: 'outcome', body: { decision_id: 'd1', first_touch: 'up', touch_grade: 'agreed' } },
      traded('closed', '1', 1, { decision_id: 'd1' }),
      ...decided('d2', { p_up: 0.9 }),
      { kind: 'outcome', body: { decision_id: 'd2', first_touch: 'up', touch_grade: 'agreed' } },
      traded('opened', '2', null, { decision_id: 'd2' }),
    ];
    const whole = standingOf(told);
    const hidden = whole.open(Date.parse(TERMS.at));
    assert.equal(hidden.size, 4);
    const shown = standingOf(
      told.map((each, at) => (hidden.has(at + 1) ? { ...each, body: null } : each)),
    );
    const made = publishedRecord(whole, TERMS, null);
    assert.deepEqual(publishedRecord(shown, TERMS, null), { ...made, facts: made.facts });
    assert.equal(made.groups.agreed.calibration.outcomes, 1);
  });
});

describe('published figures', () => {
  it('are those of a worked example', () => {
    const results = [2, -1, -1, 3, -1];
    const standing = standingOf([
      ACCOUNT,
      ...results.map((r, at) =>
        traded('closed', `${at}`, r, { closed_at: iso(24 * (at + 1)), opened_at: iso(0) }),
      ),
    ]);
    const { alone } = publishedRecord(standing, TERMS, TEN_THOUSAND).groups;
    assert.deepEqual(alone.win_rate, { value: 40, low: null, high: null, n: 5 });
    assert.deepEqual(
      [alone.mean_r.value, alone.profit_factor.value, alone.payoff_ratio.value],
      [0.4, 1.6667, 2.5],
    );
    assert.deepEqual([alone.total_r, alone.max_drawdown_r, alone.longest_drawdown_days], [2, 2, 3]);
    assert.deepEqual(
      alone.curve.map(([, level]) => level),
      [2, 1, 0, 3, 2],
    );
    assert.deepEqual(
      alone.percent?.curve.map(([, level]) => level),
      [0.2, 0.1, 0, 0.3, 0.2],
    );
    assert.equal(alone.percent?.max_drawdown, 0.2);
    assert.equal(alone.net_minor, null);
  });

  it('have an interval from as many results on as it needs, and a curve of at most 200 points', () => {
    const many = Array.from({ length: 901 }, (_, at) =>
      traded('closed', String(at).padStart(4, '0'), at % 3 === 0 ? 1.7 + (at % 5) / 10 : -0.8, {
        closed_at: iso(at + 2),
      }),
    );
    const { alone } = publishedRecord(standingOf([ACCOUNT, ...many]), TERMS, null).groups;
    for (const figure of [alone.win_rate, alone.mean_r, alone.profit_factor, alone.payoff_ratio]) {
      assert.ok(
        (figure.low ?? 0) < (figure.value ?? 0) && (figure.value ?? 0) < (figure.high ?? 0),
      );
      assert.equal(figure.n, 901);
    }
    assert.ok(alone.curve.length <= 200, String(alone.curve.length));
    assert.equal(alone.curve.at(-1)?.[1], alone.total_r);
  });

  it('hold chances against what came, beside always saying how often it rose', () => {
    const told = [0, 1, 2, 3].flatMap((at) => [
      ...decided(`d${at}`, { p_up: 0.8, action: 'HOLD' }),
      {
        kind: 'outcome',
        body: {
          decision_id: `d${at}`,
          first_touch: at === 3 ? 'down' : 'up',
          touch_grade: 'alone',
        },
      },
    ]);
    const { calibration } = publishedRecord(standingOf(told), TERMS, null).groups.alone;
    assert.deepEqual([calibration.outcomes, calibration.accuracy.value], [4, 0.75]);
    assert.deepEqual([calibration.brier.value, calibration.climatology], [0.19, 0.1875]);
    assert.equal(calibration.skill, -0.0133);
    assert.deepEqual(
      calibration.tenths.map(({ from, said, came }) => [from, said, came.value]),
      [[0.8, 0.8, 0.75]],
    );
  });
});

describe('a file with published figures', () => {
  async function verify(file: Uint8Array, options: RecordOptions = {}) {
    const verifier = createRecordVerifier(options);
    verifier.push(file);
    return verifier.end();
  }
  const publish =
    (changes: (record: PublishedRecord) => object = (record) => record) =>
    (standing: Standing) =>
      changes(publishedRecord(standing, TERMS, TEN_THOUSAND));

  it('is verified, and gives them back with what could not be made again', async () => {
    const { file, log } = makeRecord(120, { whole: false, opened: false, published: publish() });
    const verdict = await verify(file, { trusted: [log.key] });
    if (verdict.kind === 'broken') assert.fail(sentenceOf(verdict));
    assert.equal(verdict.kind, 'verified');
    assert.equal(verdict.published?.name, 'cleo-fx');
    assert.equal(verdict.published?.groups.practice.trades, 0);
    assert.ok((verdict.published?.groups.alone.trades ?? 0) > 5);
    assert.equal(verdict.unchecked.accounts, 1);
  });

  it('counts percentages as unchecked where amounts are withheld, and makes them again where they are not', async () => {
    const told = { ...TERMS, shows: { open: false, money: true } } as const;
    const shown = makeRecord(120, {
      published: (standing) => publishedRecord(standing, told, TEN_THOUSAND),
    });
    const whole = await verify(shown.file, { trusted: [shown.log.key] });
    if (whole.kind === 'broken') assert.fail(sentenceOf(whole));
    assert.equal(whole.unchecked.percent, undefined);
    assert.ok(whole.published?.groups.alone.percent);
    // The service knows the amounts, and the file does not have them.
    let made: PublishedRecord | null = null;
    makeRecord(120, {
      published: (standing) => {
        made = publishedRecord(standing, TERMS, TEN_THOUSAND);
        return made;
      },
    });
    const { file, log } = makeRecord(120, {
      whole: false,
      published: () => made ?? assert.fail(),
    });
    const hidden = await verify(file, { trusted: [log.key] });
    if (hidden.kind === 'broken') assert.fail(sentenceOf(hidden));
    assert.equal(hidden.unchecked.percent, 1);
  });

  it('is broken by each figure that its entries do not give, and names it', async () => {
    const cases: [string, (record: PublishedRecord) => object][] = [
      [
        'groups.alone.mean_r.value',
        ({ groups, ...rest }) => ({
          ...rest,
          groups: {
            ...groups,
            alone: { ...groups.alone, mean_r: { ...groups.alone.mean_r, value: 0.9 } },
          },
        }),
      ],
      [
        'groups.alone.trades',
        ({ groups, ...rest }) => ({
          ...rest,
          groups: { ...groups, alone: { ...groups.alone, trades: 1 } },
        }),
      ],
      [
        'groups.alone.curve.0.1',
        ({ groups, ...rest }) => ({
          ...rest,
          groups: {
            ...groups,
            alone: {
              ...groups.alone,
              curve: [[0, 1]]
                .concat(groups.alone.curve.slice(1) as never)
                .map(([at, level], i) =>
                  i === 0 ? [groups.alone.curve[0]?.[0], 77] : [at, level],
                ),
            },
          },
        }),
      ],
      [
        'facts.corrections',
        (record) => ({ ...record, facts: { ...record.facts, corrections: 5 } }),
      ],
      ['extra', (record) => ({ ...record, extra: 1 })],
      ['groups.agreed', ({ groups: { agreed: _, ...groups }, ...rest }) => ({ ...rest, groups })],
    ];
    for (const [measure, change] of cases) {
      const { file, log } = makeRecord(60, { published: publish(change) });
      const verdict = (await verify(file, { trusted: [log.key] })) as BrokenRecord;
      assert.deepEqual([verdict.kind, verdict.rule], ['broken', 'measures'], measure);
      assert.ok(String(verdict.values.measure).startsWith(measure), String(verdict.values.measure));
      assert.equal((await verify(file, { trusted: [log.key], meaning: false })).kind, 'verified');
    }
  });

  it('is broken where they were changed, moved, repeated or left out after it was signed', async () => {
    const { file, log } = makeRecord(40, { published: publish() });
    const lines = file.toString().split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"measures":'));
    const line = lines[at] ?? assert.fail();
    const other = makeRecord(40, { log }).file.toString().split('\n');
    const cases = {
      changed: lines.with(at, line.replace('cleo-fx', 'cleo-gx')),
      'left out': lines.toSpliced(at, 1),
      repeated: lines.toSpliced(at, 0, line),
      moved: lines.toSpliced(at, 1).toSpliced(3, 0, line),
      last: lines.toSpliced(at, 1).toSpliced(-1, 0, line),
      added: other.toSpliced(-2, 0, line),
    };
    for (const [way, changed] of Object.entries(cases)) {
      const verdict = await verify(Buffer.from(changed.join('\n')), { trusted: [log.key] });
      assert.equal(verdict.kind, 'broken', way);
    }
    assert.ok(verifierKeyText(log.key));
  });

  it('of another version are counted as unchecked', async () => {
    const { file, log } = makeRecord(40, { published: publish((record) => ({ ...record, v: 2 })) });
    const verdict = await verify(file, { trusted: [log.key] });
    assert.deepEqual(
      [verdict.kind, 'unchecked' in verdict && verdict.unchecked.measures],
      ['verified', 1],
    );
  });
});
