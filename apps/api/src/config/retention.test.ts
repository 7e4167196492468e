import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { KEPT_DAYS } from './retention.ts';

const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('how long rows are kept', () => {
  it('is set by table and by plan, and by default not at all', () => {
    assert.deepEqual(readConfig({}).retention, { days: {}, decisionDays: {} });
    const { retention } = readConfig({
      RETENTION_DAYS: ' contact_messages=365, bot_silences = 30 ,',
      DECISION_DAYS: 'Free=90,Starter=365',
    });
    assert.deepEqual(retention, {
      days: { contact_messages: 365, bot_silences: 30 },
      decisionDays: { Free: 90, Starter: 365 },
    });
  });

  it('stays within what the law, the policies and the figures of the product need', () => {
    const [table, plan] = ['RETENTION_DAYS', 'DECISION_DAYS'];
    for (const [env, fault] of [
      [{ RETENTION_DAYS: 'transactions=30' }, `${table} cannot set days for transactions`],
      [{ RETENTION_DAYS: 'toString=30' }, `${table} cannot set days for toString`],
      [
        { RETENTION_DAYS: 'contact_messages=731' },
        `${table} for contact_messages must be 30 to 730 days, not 731`,
      ],
      [
        { RETENTION_DAYS: 'market_bars=29' },
        `${table} for market_bars must be 30 to 366 days, not 29`,
      ],
      [{ RETENTION_DAYS: 'bot_silences=30,bot_silences=40' }, `${table} names bot_silences twice`],
      [
        { RETENTION_DAYS: 'bot_silences' },
        `${table} must look like contact_messages=365,bot_silences=30; this does not: bot_silences`,
      ],
      [{ DECISION_DAYS: 'Free=89' }, `${plan} for Free must be 90 to 3653 days, not 89`],
      [{ DECISION_DAYS: 'Gold=365' }, `${plan} cannot set days for Gold`],
      [
        { DECISION_DAYS: 'Free=-1' },
        `${plan} must look like Free=90,Starter=365; this does not: Free=-1`,
      ],
    ] as const)
      assert.deepEqual(faultsOf(env), [fault]);
  });

  it('has bounds that hold what is usual', () => {
    for (const [table, { usual, least, most }] of Object.entries(KEPT_DAYS))
      assert.ok(least <= usual && usual <= most, table);
  });
});
