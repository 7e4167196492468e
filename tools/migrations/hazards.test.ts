import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hazardsOf } from './hazards.ts';
import { judge } from './judge.ts';

const TAKES_AWAY: readonly [string, RegExp][] = [
  ['drop table trades', /drops table trades/],
  ['drop table if exists public.trades cascade', /drops table trades/],
  ['alter table trades drop column fee', /drops trades\.fee/],
  ['ALTER TABLE ONLY trades DROP fee, add column tax bigint', /drops trades\.fee/],
  ['alter table trades rename to deals', /renames trades/],
  ['alter table trades rename fee to tax', /renames trades\.fee/],
  ['alter table trades alter fee type numeric', /changes the type of trades\.fee/],
  ['alter table trades alter fee set not null', /trades\.fee not null/],
  ['alter table trades alter fee drop default', /drops the default of trades\.fee/],
  ['alter table trades add column tax bigint not null', /trades\.tax not null without a default/],
  ['alter table trades add column tax bigint default 0 unique', /trades\.tax unique/],
  ['alter table trades add constraint positive check (fee > 0)', /adds constraint positive/],
  ['alter table trades add foreign key (decision_id) references decisions', /adds constraint/],
  ['alter table trades drop constraint trades_pkey', /drops constraint trades_pkey/],
  ['create unique index once on trades (symbol)', /once on trades unique/],
  ['drop index trades_page', /drops index trades_page/],
  ['alter table trades set schema archive', /another schema/],
  ['truncate trades', /empties trades/],
  [
    "select 1; /* quietly */ alter table trades drop column fee; select 'drop'",
    /drops trades\.fee/,
  ],
];

const FINE = [
  'create table notes (id uuid primary key, user_id uuid not null references users)',
  'alter table trades add column tax bigint',
  'alter table trades add column tax bigint not null default 0',
  'alter table trades add column tax bigint check (tax > 0)',
  'alter table trades add column twice bigint not null generated always as (fee * 2) stored',
  'alter table trades alter fee drop not null',
  'alter table trades drop constraint trades_status_check',
  'alter table trades alter fee set default 0',
  'alter table trades set (fillfactor = 50)',
  'update trades set fee = 0 where fee is null',
  "comment on column trades.fee is 'alter table trades drop column fee'",
  'create table notes (id integer); alter table notes drop column id; create unique index a on notes (id); drop table notes',
];

describe('a migration', () => {
  for (const [statement, says] of TAKES_AWAY) {
    it(`that takes away what older code uses is found: ${statement}`, async () => {
      const hazards = await hazardsOf([statement]);
      assert.equal(hazards.length, 1);
      assert.match(hazards[0]?.says ?? '', says);
      assert.equal(hazards[0]?.kind, 'takes away');
    });
  }

  for (const statement of FINE) {
    it(`that only adds is let through: ${statement}`, async () => {
      assert.deepEqual(await hazardsOf([statement]), []);
    });
  }

  it('that blocks writes while an index is built is refused once tables are filled', async () => {
    const hazards = await hazardsOf(['create index by_symbol on trades (symbol)']);
    const migration = { name: '0030-symbols', hazards, takesAway: undefined };
    assert.deepEqual(judge(migration, { version: '0.1.0', released: false }), []);
    assert.deepEqual(judge(migration, { version: '0.2.0', released: true }), [
      '0030-symbols builds by_symbol on trades, which blocks writes meanwhile. List it in apps/api/src/db/large-indexes.ts instead.',
    ]);
  });

  it('may take away what the version before did not use any more, and says so', async () => {
    const hazards = await hazardsOf(['alter table trades drop column fee']);
    const refused = (takesAway: { usedUntil: string } | undefined) =>
      judge({ name: '0030-fees', hazards, takesAway }, { version: '0.10.0', released: true });
    assert.match(refused(undefined)[0] ?? '', /^0030-fees drops trades\.fee\. Expand first:/);
    assert.deepEqual(refused({ usedUntil: '0.9.0' }), []);
    assert.match(
      refused({ usedUntil: '0.10.0' })[0] ?? '',
      /what 0\.10\.0 still uses; this is 0\.10\.0/,
    );
    const nothing = { name: '0031-more', hazards: [], takesAway: { usedUntil: '0.9.0' } };
    assert.match(
      judge(nothing, { version: '0.10.0', released: true })[0] ?? '',
      /takes nothing away/,
    );
  });
});
