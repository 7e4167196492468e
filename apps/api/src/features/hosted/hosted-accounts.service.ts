import { msg } from '@lingui/core/runtime-macro';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import {
  type changeHostedAccount as changeCall,
  type createHostedAccount as createCall,
  DEFAULT_HOSTED_SETTINGS,
  type HostedAccount,
  type HostedSettings,
  type listHostedAccounts as listCall,
} from '@quorate/contract/hosted-accounts';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { currencyOf, money, moneyFromNumber, moneyToNumber } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { Limits } from '../../config/limits.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import { addressRange } from '../../http/client-address.ts';
import { paginate } from '../../http/paging.ts';
import { countAgainst, perHour } from '../../http/rate-limit.ts';
import type { Announcer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import { exitSettingsOf } from '../decisions/exit-trials/exit-settings.ts';
import { appendEvents, type RecordEvent } from '../records/append-events.ts';
import { eraseAccount } from '../records/erase-entries.ts';
import { accountEvent } from '../trades/trading-accounts.ts';
import { readFastUse } from './fast-hours.ts';
import { changeSettings, lockBeginnings, lockHosted } from './hosted.queries.ts';
import { hasOtherAccounts, readHosted, type ShownRow } from './hosted-list.queries.ts';
import type { Prices } from './price-sources.ts';

export type HostedDeps = Readonly<{
  db: Db;
  clock: Clock;
  announce: Announcer['announce'];
  limits: Pick<Limits, 'hostedPerRange'>;
  /** What the operator offers. */
  prices: readonly Prices[];
}>;

/** An account in fast time begins so long ago: a quarter of an hour of it until now. */
const FAST_DAYS = 45;
const DAY_TURNS = { time: '17:00', zone: 'America/New_York' };
const NAMES = { practice: 'Practice market (made up)', file: 'Recorded prices' } as const;

/** Accounts of a user, oldest first. Whoever looks at them has come by: they are not idle. */
export async function listHosted(
  deps: HostedDeps,
  userId: UserId,
  page: HandlerInput<typeof listCall>['query'],
): Promise<Omit<Reply<typeof listCall>, 'success'>> {
  const { db, clock } = deps;
  const now = clock.now();
  await noteVisit(db, userId, new Date(now));
  const [rows, other_accounts, { plan }, accelerated] = await Promise.all([
    readHosted(db, userId),
    hasOtherAccounts(db, userId),
    readEntitlements(deps, userId),
    readFastUse(deps, userId),
  ]);
  const from = (page.page - 1) * page.per_page;
  return {
    now: new Date(now).toISOString(),
    accounts: rows.slice(from, from + page.per_page).map((row) => toAccount(row, now)),
    pagination: paginate(page, rows.length),
    limit: plan.granted.paper_accounts,
    other_accounts,
    sources: deps.prices.map(({ source, symbols, timeframes, begins }) => ({
      source,
      name: NAMES[source],
      symbols: [...symbols],
      timeframes: [...timeframes],
      paces: begins === null ? ['accelerated', 'real_time'] : ['accelerated'],
    })),
    accelerated,
    day_turns: DAY_TURNS,
  };
}

/**
 * Begins an account. Sent again it is the same one. A flood of Free plans from one network meets a limit.
 *
 * @throws AppError hosted_accounts_full, source_not_offered, validation_failed, hosted_conflict or rate_limited
 */
export async function createHosted(
  deps: HostedDeps,
  userId: UserId,
  body: HandlerInput<typeof createCall>['body'],
  address: string,
): Promise<HostedAccount> {
  const { plan } = await readEntitlements(deps, userId);
  if (plan.name !== 'Free') return beginHosted(deps, userId, body);
  const limit = perHour(
    'hosted',
    deps.limits.hostedPerRange,
    (most) => msg`${{ limit: most }} paper accounts an hour from one range of addresses`,
  );
  const counted = await countAgainst(deps, limit, addressRange(address));
  const countBefore = (await readHosted(deps.db, userId)).length;
  try {
    const account = await beginHosted(deps, userId, body);
    // Sent again it has begun nothing.
    if ((await readHosted(deps.db, userId)).length === countBefore) await counted.giveBack();
    return account;
  } catch (error) {
    await counted.giveBack();
    throw error;
  }
}

/**
 * Begins an account without a limit by address.
 *
 * @param fastDays how long ago one in fast time begins
 * @throws AppError as `createHosted` does, but for rate_limited
 */
export async function beginHosted(
  deps: HostedDeps,
  userId: UserId,
  body: HandlerInput<typeof createCall>['body'],
  fastDays = FAST_DAYS,
): Promise<HostedAccount> {
  const { db, clock } = deps;
  const { source, pace, currency, balance } = body;
  // The database writes ids in small letters.
  const id = body.hosted_id.toLowerCase();
  const settings = { ...defaultsOf(deps, source), ...given(body.settings) };
  expectPace(deps, source, pace);
  expectTradable(deps, { source, currency, settings });
  const start = startOf(balance, currency);
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await lockBeginnings(tx, userId);
    const rows = await readHosted(tx, userId);
    const same = rows.find((row) => row.id === id);
    if (same) {
      const as = same.source === source && same.pace === pace && same.currency === currency;
      if (as && same.start_balance === start) return toAccount(same, now);
      throw new AppError('hosted_conflict');
    }
    const { plan } = await readEntitlements({ db: tx, clock }, userId);
    const limit = plan.granted.paper_accounts;
    if (rows.length >= limit)
      throw new AppError('hosted_accounts_full', {
        details: { plan_name: plan.name, limit, actual: rows.length },
      });
    const began = beganAt(deps, { source, pace, settings, fastDays }, now);
    const login = loginOf(source, id, 0);
    // Two ids may end alike.
    if (rows.some((row) => row.login.startsWith(login))) throw new AppError('hosted_conflict');
    const begins = { source, pace, settings, currency, balance: start };
    const accountId = await addAccount(tx, userId, { ...begins, login, now });
    await tx
      .insertInto('hosted_accounts')
      .values({
        user_id: userId,
        id,
        account_id: accountId,
        source,
        pace,
        settings: JSON.stringify(settings),
        currency,
        start_balance: start,
        began_at: new Date(began),
        reset_id: null,
        paused_by: null,
        waits_for: null,
        visited_at: new Date(now),
        created_at: new Date(now),
        state: null,
        balance: null,
        equity: null,
        runner_id: null,
      })
      .execute();
    await deps.announce(tx, userId, 'bots');
    return theOne(tx, userId, id, now);
  });
}

/** @throws AppError not_found, source_not_offered or validation_failed */
export async function changeHosted(
  deps: HostedDeps,
  userId: UserId,
  id: string,
  { settings: changes }: HandlerInput<typeof changeCall>['body'],
): Promise<HostedAccount> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const row = await lockHosted(tx, userId, id);
    if (!row) throw new AppError('not_found');
    const settings = { ...row.settings, ...given(changes) };
    expectTradable(deps, { source: row.source, currency: row.currency, settings });
    if (JSON.stringify(settings) !== JSON.stringify(row.settings)) {
      await changeSettings(tx, userId, id, settings);
      const place = { userId, subjectId: row.account_id };
      const at = new Date(clock.now());
      const { name: nameBefore, ...was } = toJson(row.settings);
      const { name, ...now } = toJson(settings);
      const body = { of: 'account', was, now };
      const kept = { was: { name: nameBefore ?? null }, now: { name: name ?? null } };
      await appendEvents(tx, [{ ...place, kind: 'settings', at, body, private: kept }]);
    }
    await deps.announce(tx, userId, 'bots');
    return theOne(tx, userId, id, clock.now());
  });
}

/** Begins again with the first balance, under another account: that of before keeps its trades. @throws AppError not_found */
export async function resetHosted(
  deps: HostedDeps,
  userId: UserId,
  id: string,
  resetId: string,
  fastDays = FAST_DAYS,
): Promise<HostedAccount> {
  const { db, clock } = deps;
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const row = await lockHosted(tx, userId, id);
    if (!row) throw new AppError('not_found');
    if (row.reset_id === resetId) return theOne(tx, userId, id, now);
    const { source, pace, settings, currency, start_balance: balance } = row;
    const login = loginOf(source, id, row.resets + 1);
    const begins = { source, pace, settings, currency, balance };
    const accountId = await addAccount(tx, userId, { ...begins, login, now });
    await endBot(tx, userId, row.account_id, now);
    await tx
      .updateTable('hosted_accounts')
      .set((eb) => ({
        account_id: accountId,
        reset_id: resetId,
        resets: eb('resets', '+', 1),
        began_at: new Date(beganAt(deps, { ...row, fastDays }, now)),
        state: null,
        bar_at: null,
        due_at: null,
        balance: null,
        equity: null,
        open_positions: 0,
        closed_trades: 0,
        paused_by: null,
        waits_for: row.waits_for === 'plan' ? 'plan' : null,
        // Whoever trades it now writes nothing more of the account of before.
        runner_id: null,
        epoch: eb('epoch', '+', 1),
      }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
    await deps.announce(tx, userId, 'bots');
    return theOne(tx, userId, id, now);
  });
}

/** Ends an account and deletes what it traded and decided; one that is not there is none any more. */
export async function deleteHosted(
  { db, clock, announce }: HostedDeps,
  userId: UserId,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockHosted(tx, userId, id);
    if (!row) return;
    const gone = await tx
      .deleteFrom('trading_accounts')
      .where('user_id', '=', userId)
      .where('server', '=', HOSTED_SERVER)
      .where('login', 'like', `${loginOf(row.source, id, 0)}%`)
      .returning('id')
      .execute();
    for (const { id: subjectId } of gone.sort((a, b) => (a.id < b.id ? -1 : 1)))
      await eraseAccount(tx, { userId, subjectId, at: new Date(clock.now()) });
    await announce(tx, userId, 'trades');
    await announce(tx, userId, 'bots');
  });
}

/** What a new account begins with on a source, where its owner chooses nothing. */
function defaultsOf({ prices }: HostedDeps, source: HostedAccount['source']): HostedSettings {
  const offered = prices.find((each) => each.source === source);
  if (!offered || offered.begins === null) return DEFAULT_HOSTED_SETTINGS;
  const wanted = DEFAULT_HOSTED_SETTINGS.timeframes.filter((each) =>
    offered.timeframes.includes(each),
  );
  return {
    ...DEFAULT_HOSTED_SETTINGS,
    name: 'Recorded prices',
    symbols: offered.symbols.slice(0, 1),
    timeframes: wanted.length > 0 ? wanted : offered.timeframes.slice(0, 1),
  };
}

/** @throws AppError validation_failed for recorded prices in real time */
function expectPace(
  { prices }: HostedDeps,
  source: HostedAccount['source'],
  pace: HostedAccount['pace'],
): void {
  const offered = prices.find((each) => each.source === source);
  if (!offered || offered.begins === null || pace === 'accelerated') return;
  throw validationError([
    { field: 'pace', message: msg`Recorded prices are only gone through in fast time.` },
  ]);
}

/** When the market of an account begins, by its own clock. */
function beganAt(
  { prices }: HostedDeps,
  {
    source,
    pace,
    settings: { symbols },
    fastDays,
  }: Pick<HostedAccount, 'source' | 'pace' | 'settings'> & Readonly<{ fastDays: number }>,
  now: number,
): number {
  const offered = prices.find((each) => each.source === source);
  const known = symbols.filter((symbol) => offered?.symbols.includes(symbol));
  if (offered?.begins && known.length > 0) return offered.begins(known);
  return pace === 'accelerated' ? now - fastDays * DAY_MS : now;
}

/** In minor units. @throws AppError validation_failed for parts of a cent */
function startOf(balance: number, currency: string): number {
  try {
    return moneyFromNumber(balance, currencyOf(currency)).minor;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw validationError([{ field: 'balance', message: error.message }]);
  }
}

/** What was given, without the fields that were left out. */
function given(settings: Partial<HostedSettings>): Partial<HostedSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<HostedSettings>;
}

/** @throws AppError source_not_offered, or validation_failed for an exit, or a symbol that the currency cannot value */
function expectTradable(
  { prices }: HostedDeps,
  {
    source,
    currency,
    settings: { symbols, timeframes, exits },
  }: Readonly<{ source: HostedAccount['source']; currency: string; settings: HostedSettings }>,
): void {
  exitSettingsOf(exits, { field: 'settings.exits' });
  const offered = prices.find((each) => each.source === source);
  const unknown = symbols.find((symbol) => !offered?.symbols.includes(symbol));
  if (!offered || unknown !== undefined)
    throw new AppError('source_not_offered', {
      details: {
        source,
        symbol: unknown ?? symbols.join(', '),
        symbols: offered?.symbols.join(', ') ?? msg`none`,
      },
    });
  const faults = [...new Set(symbols)].flatMap((symbol) =>
    offered.instrument(symbol, currencyOf(currency))
      ? []
      : [
          {
            field: 'settings.symbols',
            message: msg`${{ symbol }} cannot be traded with an account in ${{ currency }}: choose a pair with ${{ currency }} in it.`,
          },
        ],
  );
  const missing = timeframes.filter((timeframe) => !offered.timeframes.includes(timeframe));
  if (missing.length > 0)
    faults.push({
      field: 'settings.timeframes',
      message: msg`There are no bars of ${{ missing: missing.join(', ') }}: choose ${{ offered: offered.timeframes.join(', ') }}.`,
    });
  if (faults.length > 0) throw validationError(faults);
}

/** The same for all lives of an account but for their number. @example practice-9f31c2a84d10.1 */
function loginOf(source: HostedAccount['source'], id: string, resets: number): string {
  const first = `${source}-${id.slice(-12).toLowerCase()}`;
  return resets === 0 ? first : `${first}.${resets}`;
}

async function addAccount(
  tx: Db,
  userId: UserId,
  {
    source,
    pace,
    settings,
    currency,
    balance,
    login,
    now,
  }: Pick<HostedAccount, 'source' | 'pace' | 'settings'> &
    Readonly<{
      currency: string;
      /** In minor units. */
      balance: number;
      login: string;
      now: number;
    }>,
): Promise<TradingAccountId> {
  const id = newId<TradingAccountId>();
  await tx
    .insertInto('trading_accounts')
    .values({
      user_id: userId,
      id,
      server: HOSTED_SERVER,
      login,
      account_type: typeOf(source),
      currency,
      paper: true,
      created_at: new Date(now),
    })
    .execute();
  const account = { server: HOSTED_SERVER, login, account_type: typeOf(source), currency };
  const event = accountEvent(userId, id, { ...account, kind: 'paper' }, now);
  const { name, ...shown } = toJson(settings);
  const body = { ...event.body, source, pace, settings: shown };
  const kept = { ...event.private, balance, name: name ?? null };
  await appendEvents(tx, [{ ...event, body, private: kept }]);
  return id;
}

function typeOf(source: HostedAccount['source']): 'practice' | 'demo' {
  return source === 'practice' ? 'practice' : 'demo';
}

/** Settings as the record keeps them: what is left out is not there. */
function toJson(settings: HostedSettings): RecordEvent['body'] {
  return JSON.parse(JSON.stringify(settings));
}

/** The bot of an account that nobody trades any more has ended, and is not missed. */
async function endBot(tx: Db, userId: UserId, accountId: string, now: number): Promise<void> {
  await tx
    .updateTable('bots')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute();
}

async function noteVisit(db: Db, userId: UserId, now: Date): Promise<void> {
  await db
    .updateTable('hosted_accounts')
    .set({ visited_at: now })
    .where('user_id', '=', userId)
    .where('visited_at', '<', new Date(now.getTime() - 3_600_000))
    .execute();
}

/** A user's accounts as they are shown, oldest first. */
export async function readHostedAccounts(
  db: Db,
  userId: UserId,
  now: number,
): Promise<HostedAccount[]> {
  return (await readHosted(db, userId)).map((row) => toAccount(row, now));
}

async function theOne(db: Db, userId: UserId, id: string, now: number): Promise<HostedAccount> {
  const row = (await readHosted(db, userId)).find((each) => each.id === id);
  if (!row) throw new Error(`the account ${id} is not there`);
  return toAccount(row, now);
}

/** The longest that a panel of models takes. */
const DECIDING_MS = 90_000;
/** Without a runner for so long, an account waits for one. */
const WAITS_AFTER_MS = 15_000;

function toAccount(row: ShownRow, now: number): HostedAccount {
  const currency = currencyOf(row.currency);
  const amount = (minor: number | null) => minor && moneyToNumber(money(minor, currency));
  const isSeen = row.seen_at !== null && now - row.seen_at.getTime() < WAITS_AFTER_MS;
  const isNew = now - row.created_at.getTime() < WAITS_AFTER_MS;
  const waits = row.waits_for ?? (isSeen || isNew ? null : 'runner');
  // A bar that has just closed may take a while to be decided on.
  const inRealTime =
    row.source === 'practice' && row.due_at !== null && row.due_at.getTime() > now - DECIDING_MS;
  return {
    hosted_id: row.id,
    account_id: row.account_id,
    account: {
      server: HOSTED_SERVER,
      login: row.login,
      account_type: row.account_type,
      currency: row.currency,
      kind: 'paper',
    },
    source: row.source,
    pace: row.pace,
    settings: row.settings,
    start_balance: moneyToNumber(money(row.start_balance, currency)),
    state: row.paused_by ? 'paused' : waits ? 'waiting' : 'running',
    paused_by: row.paused_by,
    waits_for: row.paused_by ? null : waits,
    bot_id: row.bot_id,
    bot_state: row.bot_state,
    balance: amount(row.balance ?? row.start_balance),
    equity: amount(row.equity ?? row.start_balance),
    open_positions: row.open_positions,
    closed_trades: row.closed_trades,
    market_time: row.bar_at?.toISOString() ?? null,
    in_real_time: inRealTime,
    next_bar_at: inRealTime ? (row.due_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
    resets: row.resets,
  };
}
