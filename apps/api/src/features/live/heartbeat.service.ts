import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import {
  type CommandKind,
  HEARTBEAT_COMMANDS_MAX,
  HEARTBEAT_WAIT_MAX_S,
  type sendHeartbeat,
} from '@quorate/contract/live';
import type { AccountInput } from '@quorate/contract/trade-sync';
import { type BotId, idOf, type UserId } from '@quorate/values/ids';
import { currencyOf, roundToMoney } from '@quorate/values/money';
import type { Insertable } from 'kysely';
import type { Limits } from '../../config/limits.ts';
import type { Listen } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { BotsTable } from '../../db/live-tables.ts';
import { statement, WITHOUT_WAITING } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { Announcer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import { appendEvents } from '../records/append-events.ts';
import { ensureTradingAccount } from '../trades/trading-accounts.ts';
import {
  type BotOwner,
  findBotOfAccount,
  findVersion,
  listPendingCommands,
  markDone,
  markReceived,
  storeHeartbeat,
  wantsEntriesOff,
} from './bots.queries.ts';
import { keepEquity, keepEquityText, stepsAt } from './keep-equity.ts';
import type { LiveHub } from './live-stream.ts';

export type LiveDeps = Readonly<{
  db: Db;
  clock: Clock;
  listen: Listen;
  announcer: Announcer;
  limits: Pick<Limits, 'liveStreamsPerAddress' | 'liveStreams'>;
}>;

type Heartbeat = HandlerInput<typeof sendHeartbeat>['body'];

/** What a bot is to do by now. */
type BotOrders = Pick<Reply<typeof sendHeartbeat>, 'commands' | 'entries_off'>;

/** A heartbeat that was stored: whose it was, and what its bot is to do by then. */
type TakenBeat = Readonly<{ owner: BotOwner; orders: BotOrders }>;

/**
 * How often the followers of a bot hear of it at least, in seconds; well below the time after which a page
 * takes a bot for silent.
 */
const TELL_EVERY_S = 20;

/**
 * Stores how a bot is doing and what it says of its commands, all or nothing. A heartbeat that comes
 * twice or late changes no status; what it confirms counts whenever it comes.
 *
 * @throws AppError account_mismatch
 */
export async function takeHeartbeat(
  deps: LiveDeps,
  userId: UserId,
  beat: Heartbeat,
): Promise<TakenBeat> {
  const now = new Date(deps.clock.now());
  const row = rowOf(userId, beat, now);
  if (beat.received.length === 0 && beat.acknowledged.length === 0) {
    const taken = await takeAtOnce(deps, beat.account, row);
    if (taken) return taken;
  }
  const owner = await takeWhole(deps, beat, row, now);
  return { owner, orders: await readOrders(deps.db, owner, beat.received) };
}

type Row = ReturnType<typeof rowOf>;

function rowOf(userId: UserId, beat: Heartbeat, now: Date) {
  const minor = (amount: number | null) =>
    amount === null ? null : roundToMoney(amount, currencyOf(beat.account.currency)).minor;
  return {
    user_id: userId,
    id: newId<BotId>(),
    run_id: beat.run_id,
    sequence: beat.sequence,
    state: beat.state,
    equity: minor(beat.equity),
    balance: minor(beat.balance),
    open_positions: beat.open_positions,
    version: beat.version,
    last_heartbeat_at: now,
    ended_at: beat.ended ? now : null,
    created_at: now,
  };
}

function silentBefore(now: Date): Date {
  return new Date(now.getTime() - SILENT_AFTER_S * 1_000);
}

/** @returns null, with nothing stored, for the first of an account and where anything is unusual */
async function takeAtOnce(
  { db, announcer }: LiveDeps,
  account: Heartbeat['account'],
  row: Row,
): Promise<TakenBeat | null> {
  const limits = { silentBefore: silentBefore(row.last_heartbeat_at), tellEveryS: TELL_EVERY_S };
  const outcome = await storeBeat(db, account, row, limits).catch(accountIsGone);
  if (!outcome) return null;
  const { bot_id, count, pending, last_kind } = outcome;
  if (count !== null) announcer.tell({ userId: row.user_id, topic: 'bots', count });
  const commands = (pending ?? []).map(({ id, kind, asked_at }) => ({
    command_id: id,
    kind,
    asked_at: new Date(asked_at).toISOString(),
  }));
  return {
    owner: { userId: row.user_id, botId: idOf<BotId>(bot_id) },
    orders: { commands, entries_off: last_kind !== null && last_kind !== 'resume' },
  };
}

/** An account that is forgotten in this very moment: the transaction makes it again. */
function accountIsGone(error: unknown): null {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  if (/^(bots|equity_steps)_user_id_account_id_fkey$/.test(String(constraint))) return null;
  throw error;
}

/** In a transaction that holds the account, as everything does that is unusual. */
function takeWhole(
  { db, clock, announcer }: LiveDeps,
  beat: Heartbeat,
  row: Row,
  now: Date,
): Promise<BotOwner> {
  return inTransaction(db, async (tx) => {
    const account = await ensureTradingAccount({ db: tx, clock }, row.user_id, beat.account);
    const stored = { ...row, account_id: account.id };
    const before = await findVersion(tx, row.user_id, account.id);
    const counted = await storeHeartbeat(tx, stored, silentBefore(now));
    if (counted) {
      const { equity, balance } = row;
      await keepEquity(tx, { userId: row.user_id, accountId: account.id, equity, balance }, now);
      if (before !== row.version) {
        const place = { userId: row.user_id, subjectId: account.id };
        const told = { version: row.version, version_before: before };
        await appendEvents(tx, [{ ...place, kind: 'bot', at: now, body: told }]);
      }
    }
    const botId = idOf<BotId>(await findBotOfAccount(tx, row.user_id, account.id));
    const owner = { userId: row.user_id, botId };
    const confirmed = await confirmCommands(tx, owner, beat, now);
    if (counted || confirmed) await announcer.announce(tx, row.user_id, 'bots');
    return owner;
  });
}

async function confirmCommands(
  tx: Db,
  owner: BotOwner,
  { received, acknowledged }: Heartbeat,
  now: Date,
): Promise<boolean> {
  let news = await markReceived(tx, owner, received, now);
  for (const { command_id, result } of acknowledged) {
    if (await markDone(tx, owner, command_id, { result, now })) news = true;
  }
  return news;
}

/** Commands that the bot does not have yet, and whether it may open anything. */
async function readOrders(
  db: Db,
  owner: BotOwner,
  received: readonly string[],
): Promise<BotOrders> {
  const pending = await listPendingCommands(db, owner);
  return {
    commands: pending
      .filter(({ id }) => !received.includes(id))
      .slice(0, HEARTBEAT_COMMANDS_MAX)
      .map(({ id, kind, asked_at }) => ({
        command_id: id,
        kind,
        asked_at: asked_at.toISOString(),
      })),
    entries_off: await wantsEntriesOff(db, owner),
  };
}

/** @example preferredWaitMs('wait=10') // 10000 */
export function preferredWaitMs(prefer: string | string[] | undefined): number {
  const seconds = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/.exec(String(prefer ?? ''))?.[1];
  return Math.min(Number(seconds ?? 0), HEARTBEAT_WAIT_MAX_S) * 1_000;
}

type Held = Readonly<{
  userId: string;
  /** Commands that the bot has already. */
  received: readonly string[];
  waitMs: number;
  /** Aborted when the caller is gone, and when the service ends. */
  gone: readonly AbortSignal[];
}>;

/**
 * Takes a heartbeat and answers what its bot is to do: at once where there is a command, else as soon as
 * there is one, else when the wait is over. It holds no connection of the database meanwhile.
 *
 * @param deps.take stores the heartbeat
 */
export async function heldOrders(
  { db, hub, take }: { db: Db; hub: LiveHub; take: () => Promise<TakenBeat> },
  { userId, received, waitMs, gone }: Held,
): Promise<BotOrders> {
  let woken = Promise.withResolvers<void>();
  let over = false;
  const end = () => {
    over = true;
    woken.resolve();
  };
  // Before the heartbeat is taken: a command that comes after it is heard.
  const leave = await hub.subscribe(userId, (notice) => {
    if (notice === null || notice.topic === 'commands') woken.resolve();
  });
  const timer = setTimeout(end, waitMs);
  // Not `AbortSignal.any`: what it makes hangs on the service's own signal until it is collected.
  for (const signal of gone) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  }
  try {
    const { owner, ...taken } = await take();
    let { orders } = taken;
    for (;;) {
      if (over || orders.commands.length > 0) return orders;
      await woken.promise;
      if (over) return orders;
      woken = Promise.withResolvers<void>();
      orders = await readOrders(db, owner, received);
    }
  } finally {
    clearTimeout(timer);
    for (const signal of gone) signal.removeEventListener('abort', end);
    leave();
  }
}

/** What one heartbeat came to. */
type BeatOutcome = {
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
      -- A bot of another version is on record, and so is the first of an account.
      and exists (select from bots where user_id = $1::uuid and account_id = trading_accounts.id and version = $13)
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
  ), kept as (
    ${keepEquityText('(select account.id as account_id from account, stored) as source', {
      user: '$1',
      equity: '$10',
      balance: '$11',
      minute: '$19',
      day: '$20',
    })}
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
 * @returns null, with nothing stored, where the account is not known as it is named here, or its bot is of another version
 */
async function storeBeat(
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
  const { minute, day } = stepsAt(new Date(beat.last_heartbeat_at));
  const values = [beat.user_id, ...account, ...told, ...times, paper, minute, day];
  const [outcome] = await STORE(db, values);
  return outcome ?? null;
}
