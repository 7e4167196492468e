import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unpinnedTables } from './unpinned-tables.ts';

/** Statements that say whose rows they mean. */
const PINNED = {
  'a parameter': 'select * from trades where user_id = $1 and status = $2',
  'the value before the column': 'select * from trades where $1 = user_id',
  'a cast value': 'select * from trades where user_id = $1::uuid',
  'a literal': `select * from trades where user_id = '00000000-0000-0000-0000-000000000001'`,
  'a list of one': 'select * from trades where user_id in ($1)',
  'a row of values': 'select * from votes where (user_id, decision_id) = ($1, $2)',
  'a join by condition': `select * from decisions d join votes v on v.user_id = d.user_id and v.decision_id = d.id
    where d.user_id = $1`,
  'a join by name': 'select * from decisions join votes using (user_id) where user_id = $1',
  'a left join tied to the left': `select * from decisions d left join decision_outcomes o
    on o.user_id = d.user_id and o.decision_id = d.id where d.user_id = $1`,
  'a chain of joins through users': `select * from users u join trades t on t.user_id = u.id where u.id = $1`,
  'a condition of the query around it': `select (select count(*) from votes v where v.user_id = d.user_id)
    from decisions d where d.user_id = $1`,
  exists: `select 1 from users u where u.id = $1
    and exists (select from trades t where t.user_id = u.id)`,
  'a query in FROM that is tied itself':
    'select * from (select * from trades where user_id = $1) t',
  'a query in FROM that ties another': `select * from (select user_id, id from decisions where user_id = $1) d
    join votes v on v.user_id = d.user_id`,
  'a lateral query': `select * from decisions d, lateral (select * from votes v where v.user_id = d.user_id) w
    where d.user_id = $1`,
  'a named query': `with own as (select user_id, id from decisions where user_id = $1)
    select * from votes v join own on own.user_id = v.user_id`,
  'a named query with star': `with own as (select * from decisions where user_id = $1)
    delete from votes v using own where v.user_id = own.user_id and v.decision_id = own.id`,
  'a named query with names of its own': `with own (a, b) as (select user_id, id from decisions where user_id = $1)
    select * from votes v join own on own.a = v.user_id`,
  'a change that returns': `with gone as (delete from bots where user_id = $1 returning user_id, id)
    select * from bot_commands c join gone g on c.user_id = g.user_id`,
  'both sides of a union': `select id from decisions where user_id = $1 union all
    select decision_id from votes where user_id = $1`,
  'a union that ties another': `select * from votes v join (
    select user_id from decisions where user_id = $1 union select user_id from bots where user_id = $1
    ) u on u.user_id = v.user_id`,
  'a walk that refers to itself': `with recursive walk as (
    select user_id, position from ledger_records where user_id = $1 and position = 1
    union all select r.user_id, r.position from ledger_records r
      join walk w on r.user_id = w.user_id and r.position = w.position + 1
    ) select * from walk`,
  'a set that is one user':
    'select * from votes where user_id in (select user_id from bots where user_id = $1)',
  'one row of values': `select * from (values ($1::uuid, 1)) as given (owner, n)
    join trades t on t.user_id = given.owner`,
  'an insert': 'insert into live_counts (user_id, topic, count) values ($1, $2, 1)',
  'an insert that may meet a row': `insert into live_counts (user_id, topic, count) values ($1, $2, 1)
    on conflict (user_id, topic) do update set count = live_counts.count + 1 returning count`,
  'an update from rows': `update trades t set profit = g.profit from unnest($2::text[], $3::bigint[])
    as g (ticket, profit) where t.user_id = $1 and t.position_ticket = g.ticket`,
  'a mark': 'select /* across users: figures of all */ count(*) from trades',
  'another table': 'select * from users',
  'no table': 'select pg_notify($1, $2)',
  'a name that hides the table': `with trades as (select 1 as n) select * from trades`,
} as const;

/** Statements that do not, and the tables that they do it to. */
const UNPINNED = {
  'no condition': ['select * from trades', ['trades']],
  'another column': ['select * from trades where account_id = $1', ['trades']],
  'another comparison': ['select * from trades where user_id > $1', ['trades']],
  'one of two cases': ['select * from trades where user_id = $1 or status = $2', ['trades']],
  'a denial': ['select * from trades where not user_id = $1', ['trades']],
  'several users': ['select * from trades where user_id in ($1, $2)', ['trades']],
  'an array of users': ['select * from trades where user_id = any($1)', ['trades']],
  'a column that is cast': ['select * from trades where user_id::text = $1', ['trades']],
  'a user that equals itself': ['select * from trades where user_id = user_id', ['trades']],
  'no user at all': ['select * from trades where user_id = null', ['trades']],
  'a join without the id': [
    'select * from decisions d join votes v on v.decision_id = d.id where d.user_id = $1',
    ['votes'],
  ],
  'two that are tied to each other only': [
    'select * from decisions d join votes v on v.user_id = d.user_id',
    ['decisions', 'votes'],
  ],
  'a condition of a left join on the left': [
    'select * from decisions d left join votes v on v.user_id = d.user_id and d.user_id = $1',
    ['decisions', 'votes'],
  ],
  'a full join': [
    'select * from decisions d full join votes v using (user_id) where d.user_id = $1',
    ['votes'],
  ],
  'a query within that says it for the one around': [
    'select * from decisions d where exists (select from users u where u.id = d.user_id and u.id = $1)',
    ['decisions'],
  ],
  'a query within that does not': [
    'select (select count(*) from votes) from decisions where user_id = $1',
    ['votes'],
  ],
  'a query in HAVING': [
    'select 1 from users group by id having count(*) > (select count(*) from bots)',
    ['bots'],
  ],
  'a query in ORDER BY': [
    'select 1 from users order by (select max(n) from trade_cells)',
    ['trade_cells'],
  ],
  'a query in RETURNING': [
    'delete from users where id = $1 returning (select count(*) from trades)',
    ['trades'],
  ],
  'a query in SET': ['update users set role = (select status from trades limit 1)', ['trades']],
  'one side of a union': [
    'select id from decisions where user_id = $1 union all select decision_id from votes',
    ['votes'],
  ],
  'a set that may be many users': [
    'select * from votes where user_id in (select id from users)',
    ['votes'],
  ],
  'users of an array': [
    'select * from unnest($1::uuid[]) as g (user_id) join trades t on t.user_id = g.user_id',
    ['trades'],
  ],
  'several rows of values': [
    'select * from (values ($1::uuid), ($2::uuid)) as g (user_id) join trades t on t.user_id = g.user_id',
    ['trades'],
  ],
  'an update': ['update bots set state = $1 where id = $2', ['bots']],
  'a deletion that ties the other table': [
    'delete from votes v using decisions d where d.user_id = $1',
    ['votes'],
  ],
  'a change in a named query': [
    'with gone as (delete from bots returning id) select * from gone',
    ['bots'],
  ],
  'an insert without the id': [
    'insert into live_counts (topic, count) values ($1, 1)',
    ['live_counts'],
  ],
  'an insert from everybody': [
    'insert into token_usage (user_id, tokens_used) select user_id, count(*) from trades group by 1',
    ['trades'],
  ],
  'a schema before the name': ['select * from public.trades', ['trades']],
  'a query that hides its condition in another case': [
    'select case when user_id = $1 then 1 end from trades',
    ['trades'],
  ],
  'a mark without a reason': ['select /* across users: */ 1 from trades', ['trades']],
} as const;

describe('a statement on tables that are spread by user', () => {
  for (const [name, sql] of Object.entries(PINNED))
    it(`is let through with ${name}`, () => assert.deepEqual(unpinnedTables(sql), []));

  for (const [name, [sql, tables]] of Object.entries(UNPINNED))
    it(`is found out with ${name}`, () => assert.deepEqual(unpinnedTables(sql).sort(), tables));

  it('that nobody can read is an error', () => {
    assert.throws(() => unpinnedTables('select from where'), /syntax error/);
  });
});
