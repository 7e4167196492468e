import type { CommandKind } from '@quorate/contract/live';
import { HEARTBEAT_COMMANDS_MAX } from '@quorate/contract/live';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Insertable } from 'kysely';
import type { BotsTable } from '../../db/live-tables.ts';
import { statement, WITHOUT_WAITING } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** What one heartbeat came to. */
export type BeatOutcome = {
  bot_id: string;
  /** Of the topic `bots`, where there is something to tell; null where nothing is new. */
  count: number | null;
  /** Not done, in the order in which they were given. */
  pending: { id: string; kind: CommandKind; asked_at: string }[] | null;
  /** What its owner asked for last. */
  last_kind: CommandKind | null;
};

type Beat = Omit<Insertable<BotsTable>, 'account_id'>;

const STORE = statement<BeatOutcome>(`
  with account as (
    select id from trading_accounts
    where user_id = $1::uuid and server = $2 and login = $3 and currency = $4
      and ($5::text = 'unknown' or account_type = $5)
      and ($18::boolean is null or paper = $18)
  ), before as (
    select id, state, equity, balance, open_positions, version, ended_at, last_heartbeat_at
    from bots
    where user_id = $1::uuid and account_id = (select id from account)
  ), stored as (
    insert into bots (
      user_id, id, account_id, run_id, sequence, state, equity, balance, open_positions, version,
      last_heartbeat_at, ended_at, created_at
    )
    select $1::uuid, $6::uuid, id, $7, $8::bigint, $9, $10::bigint, $11::bigint, $12::integer, $13,
      $14::timestamptz, $15::timestamptz, $14::timestamptz
    from account
    on conflict (user_id, account_id) do update set
      run_id = excluded.run_id, sequence = excluded.sequence, state = excluded.state,
      equity = coalesce(excluded.equity, bots.equity),
      balance = coalesce(excluded.balance, bots.balance),
      open_positions = excluded.open_positions, version = excluded.version,
      last_heartbeat_at = excluded.last_heartbeat_at, ended_at = excluded.ended_at
    where bots.sequence < excluded.sequence
      or (bots.run_id <> excluded.run_id and bots.last_heartbeat_at < $16::timestamptz)
    returning id, state, equity, balance, open_positions, version, ended_at, last_heartbeat_at
  ), counted as (
    insert into live_counts (user_id, topic, count)
    select $1::uuid, 'bots', 1
    from stored as s left join before as b on b.id = s.id
    where (s.state, s.equity, s.balance, s.open_positions, s.version, s.ended_at)
        is distinct from (b.state, b.equity, b.balance, b.open_positions, b.version, b.ended_at)
      or floor(extract(epoch from s.last_heartbeat_at) / $17::integer)
        is distinct from floor(extract(epoch from b.last_heartbeat_at) / $17::integer)
    on conflict (user_id, topic) do update set count = live_counts.count + 1
    returning count
  ), bot as (
    select coalesce((select id from stored), (select id from before)) as id
  )
  select bot.id as bot_id, (select count from counted) as count,
    (
      select json_agg(command order by position) from (
        select id, kind, asked_at, position from bot_commands
        where user_id = $1::uuid and bot_id = bot.id and done_at is null
        order by position limit ${HEARTBEAT_COMMANDS_MAX}
      ) as command
    ) as pending,
    (
      select kind from bot_commands where user_id = $1::uuid and bot_id = bot.id
      order by position desc limit 1
    ) as last_kind
  from bot, ${WITHOUT_WAITING} where bot.id is not null
`);

/**
 * Stores a heartbeat that confirms no command, and reads what its bot is to do, in one statement: what the
 * transaction of `takeHeartbeat` does in seven. Nearly every heartbeat is such a one.
 *
 * Followers are told when something that is shown has changed, and once in `tellEveryS` seconds in any
 * case, so that a page that goes by events knows its bot to be alive.
 *
 * @returns null, with nothing stored, where the account is not known as it is named here
 */
export async function storeBeat(
  db: Db,
  { server, login, currency, account_type, kind }: AccountInput,
  beat: Beat,
  { silentBefore, tellEveryS }: { silentBefore: Date; tellEveryS: number },
): Promise<BeatOutcome | null> {
  const account = [server, login, currency, account_type];
  const { id, run_id, sequence, state, equity, balance, open_positions, version } = beat;
  const told = [id, run_id, sequence, state, equity, balance, open_positions, version];
  const times = [beat.last_heartbeat_at, beat.ended_at, silentBefore, tellEveryS];
  const paper = kind === undefined ? null : kind === 'paper';
  const [outcome] = await STORE(db, [beat.user_id, ...account, ...told, ...times, paper]);
  return outcome ?? null;
}
