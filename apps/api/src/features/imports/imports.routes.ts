import { Socket } from 'node:net';
import { msg } from '@lingui/core/runtime-macro';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type { AccountType, AnyAccountType } from '@quorate/contract/fields';
import {
  listImports as listCall,
  removeImport as removeCall,
} from '@quorate/contract/import-records';
import {
  IMPORT_BYTES_MAX,
  importTrades as importCall,
  previewImport as previewCall,
} from '@quorate/contract/trade-import';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import type { Brand } from '@quorate/values/brand';
import type { UserId } from '@quorate/values/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../../config/limits.ts';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { validationError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { I18n } from '../../words/i18n.ts';
import { type SyncDeps, syncTrades } from '../trades/sync.service.ts';
import type { CountRows } from '../usage/stored-rows.ts';
import {
  type ImportName,
  listImports,
  noteCreated,
  type RecordDeps,
  removeImport,
} from './import-records.service.ts';
import {
  type ClockSample,
  clockOf,
  measureClock,
  type ReportHead,
  serverText,
  USUAL_CLOCK,
} from './prepare-report.ts';
import { type Caller, type OpenReport, reportQueue, withReport } from './report-queue.ts';

const HOUR_MS = 3_600_000;

export function registerImportRecords(route: Route, deps: RecordDeps & { limits: Limits }): void {
  const limit = deps.limits.tradeImports;
  const removals = {
    what: 'import_removal',
    limit,
    windowMs: HOUR_MS,
    words: msg`${{ limit }} removals an hour`,
  };
  route(listCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listImports(deps, user.id, query)),
  }));
  route(removeCall, async ({ params }, { user }) => {
    await countAgainst(deps, removals, user.id);
    return { success: true, ...(await removeImport(deps, user.id, params.import_id)) };
  });
}

/**
 * The calls whose body is a file. Only they take bytes, and bytes are all they take: any other body is
 * let through unread, and refused.
 */
export function registerImports(
  app: FastifyInstance,
  routeOf: (app: FastifyInstance) => Route,
  deps: ImportDeps & { limits: Limits },
): void {
  const limit = deps.limits.tradeImports;
  const words = msg`${{ limit }} reports an hour`;
  const reads = { what: 'import', limit, windowMs: HOUR_MS, words };
  void app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: IMPORT_BYTES_MAX },
      async (_request: unknown, bytes: Buffer) => bytes,
    );
    inside.addContentTypeParser('*', async (_request: unknown, payload: NodeJS.ReadableStream) => {
      payload.resume();
      return null;
    });
    // Before the body is received: a place is what bounds the memory for bodies, too.
    inside.addHook('preParsing', async ({ signedIn }, reply) => {
      if (signedIn) reply.raw.once('close', reportQueue.takePlace(signedIn.id));
    });
    const route = routeOf(inside);
    route(previewCall, async ({ query }, { user, request, gone, i18n }) => {
      const file = fileOf(request);
      await countAgainst(deps, reads, user.id);
      const caller = { userId: user.id, gone };
      return { success: true, ...(await previewImport(deps, i18n, caller, query, file)) };
    });
    route(importCall, async ({ query }, { user, request, gone }) => {
      const file = fileOf(request);
      await countAgainst(deps, reads, user.id);
      const caller = { userId: user.id, gone };
      return { success: true, ...(await importTrades(deps, caller, query, file)) };
    });
  });
}

/** @throws AppError validation_failed for a body that is no file */
function fileOf({ body, raw }: FastifyRequest): Uint8Array {
  // Nothing is said while a large report is read, and a silent connection is closed after a minute.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(importCall.timeoutMs);
  if (Buffer.isBuffer(body)) return body;
  const message = 'Send the report itself, as application/octet-stream';
  throw validationError([{ field: 'body', message }]);
}

type ImportDeps = SyncDeps & Readonly<{ countRows: CountRows }>;

/** Samples of the clock; more of them say nothing more. */
const CLOCK_SAMPLES = 200;

type ImportId = Brand<string, 'ImportId'>;

type Owner = { login: string | null; server: string | null; currency: string | null };
type GivenOwner = { [K in keyof Owner]?: string | undefined };

/** What is in a report, and how much of it is new. Nothing is stored. */
async function previewImport(
  { db }: ImportDeps,
  { say }: I18n,
  caller: Caller,
  query: HandlerInput<typeof previewCall>['query'],
  bytes: Uint8Array,
): Promise<Omit<Reply<typeof previewCall>, 'success'>> {
  const order = {
    bytes,
    currency: query.currency ?? null,
    clock: USUAL_CLOCK,
    batches: 'keys' as const,
  };
  return withReport(caller, order, async (report) => {
    const { head } = report;
    const { userId } = caller;
    const owner = ownerOf(head, query);
    const { account, known, newTrades, samples } = await compare(db, userId, owner, report);
    const measured = measureClock(samples);
    const proposed = measured ?? USUAL_CLOCK;
    return {
      format: head.format,
      language: head.language,
      account: { ...owner, account_type: typeOf(head, account), known: account !== null },
      trades: head.trades,
      new_trades: newTrades,
      known_trades: known,
      first_opened_server: textOrNull(head.firstOpenedServerMs),
      last_closed_server: textOrNull(head.lastClosedServerMs),
      balance_deals: head.balanceDeals,
      open_positions: head.openPositions,
      proposed_clock: proposed.kind,
      proposed_offset_minutes: proposed.kind === 'fixed' ? proposed.offsetMinutes : 0,
      measured_on: measured ? samples.length : 0,
      sample_trades: [...head.sampleTrades],
      fault_count: head.faultCount,
      faults: head.faults.map(({ line, message }) => ({ line, message: say(message) })),
    };
  });
}

/**
 * Stores the trades of a report, a batch at a time. Each batch is stored whole or not at all; after a
 * fault in between, sending the report again stores the rest.
 *
 * @throws AppError report_unreadable, validation_failed when the account is not known, account_mismatch
 */
async function importTrades(
  deps: ImportDeps,
  caller: Caller,
  query: HandlerInput<typeof importCall>['query'],
  bytes: Uint8Array,
): Promise<Omit<Reply<typeof importCall>, 'success'>> {
  const order = {
    bytes,
    currency: query.currency ?? null,
    clock: clockOf(query),
    batches: 'trades' as const,
  };
  return withReport(caller, order, async (report) => {
    const { userId } = caller;
    const { login, server, currency } = wholeOwner(ownerOf(report.head, query));
    const account = { login, server, currency, account_type: query.account_type };
    const name: ImportName = {
      id: newId<ImportId>(),
      fileName: query.file_name,
      server,
      login,
      importedAt: new Date(deps.clock.now()),
    };
    const origin = {
      importId: name.id,
      noteCreated: (tx: Db, created: number) => noteCreated(tx, userId, name, created),
    };
    const counts = { created: 0, updated: 0, unchanged: 0 };
    for (;;) {
      const batch = await report.next('trades');
      if (!batch) break;
      await deps.countRows(userId, 'trades', batch.trades.length);
      const stored = await syncTrades(deps, userId, { account, trades: batch.trades }, origin);
      counts.created += stored.created;
      counts.updated += stored.updated;
      counts.unchanged += stored.unchanged;
    }
    const importId = counts.created > 0 ? name.id : null;
    return { ...counts, import_id: importId, faults: report.head.faultCount };
  });
}

/** How many of a report's trades are stored already, and what the bot's own say of the clock. */
async function compare(db: Db, userId: UserId, owner: Owner, report: OpenReport) {
  const { login, server } = owner;
  const nothing = { account: null, known: 0, newTrades: 0, samples: [] as ClockSample[] };
  if (login === null || server === null) return nothing;
  const account = await findAccount(db, userId, { login, server });
  if (!account) return { ...nothing, newTrades: report.head.trades };
  let known = 0;
  const samples: ClockSample[] = [];
  for (;;) {
    const batch = await report.next('keys');
    if (!batch) return { account, known, newTrades: report.head.trades - known, samples };
    const serverMs = new Map(batch.keys.map((key) => [key.ticket, key.openedServerMs]));
    const stored = await findStored(db, userId, account.id, [...serverMs.keys()]);
    known += stored.length;
    for (const trade of stored) {
      const ms = serverMs.get(trade.ticket);
      // An earlier import proves nothing of the clock: its own may have been wrong.
      if (trade.revision > 1 && ms !== undefined && samples.length < CLOCK_SAMPLES)
        samples.push({ utcMs: trade.openedAt.getTime(), serverMs: ms });
    }
  }
}

/** The file's word, else what is known of the account. */
function typeOf(
  { account }: ReportHead,
  known: { account_type: AnyAccountType } | null,
): AccountType {
  const { accountType } = account;
  if (accountType !== 'unknown' || !known || known.account_type === 'practice') return accountType;
  return known.account_type;
}

function ownerOf({ account }: ReportHead, given: GivenOwner): Owner {
  return {
    login: account.login ?? given.login ?? null,
    server: account.server ?? given.server ?? null,
    currency: account.currency ?? given.currency ?? null,
  };
}

function wholeOwner({ login, server, currency }: Owner) {
  if (server === HOSTED_SERVER)
    throw validationError([{ field: 'server', message: 'is a name that only we use' }]);
  if (login !== null && server !== null && currency !== null) return { login, server, currency };
  throw validationError(
    Object.entries({ login, server, currency }).flatMap(([field, value]) =>
      value === null ? [{ field, message: 'is not in the report, and is needed' }] : [],
    ),
  );
}

function textOrNull(serverMs: number | null): string | null {
  return serverMs === null ? null : serverText(serverMs);
}

type StoredTrade = Readonly<{ ticket: string; openedAt: Date; revision: number }>;

/** The user's account of a login and server, if it is known. */
function findAccount(db: Db, userId: UserId, owner: { login: string; server: string }) {
  return db
    .selectFrom('trading_accounts')
    .select(['id', 'currency', 'account_type'])
    .where('user_id', '=', userId)
    .where('server', '=', owner.server)
    .where('login', '=', owner.login)
    .executeTakeFirst();
}

function findStored(
  db: Db,
  userId: UserId,
  accountId: string,
  tickets: readonly string[],
): Promise<StoredTrade[]> {
  return db
    .selectFrom('trades')
    .select(['position_ticket as ticket', 'opened_at as openedAt', 'revision'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('position_ticket', 'in', tickets)
    .execute();
}
