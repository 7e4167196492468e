import { Readable } from 'node:stream';
import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import {
  downloadPublicRecord,
  getPublicRecord,
  listPublicRecords,
  listPublicTrades,
  type PublicTrade,
  removePublicRecord,
  savePublicRecord,
} from '@quorate/contract/public-records';
import type { EventKind } from '@quorate/record/leaf';
import { readLeaf } from '@quorate/record/leaf';
import type { StandingTrade } from '@quorate/record/standing';
import type { FastifyReply } from 'fastify';
import type { Limits } from '../../config/limits.ts';
import { AppError } from '../../http/app-error.ts';
import { addressGroup } from '../../http/client-address.ts';
import type { Route } from '../../http/endpoint.ts';
import { offsetOf, paginate } from '../../http/paging.ts';
import { countAgainst, perHour } from '../../http/rate-limit.ts';
import type { WitnessDeps } from '../records/log/ask-witnesses.ts';
import type { LogDeps } from '../records/log/sequence.ts';
import { listStreams } from '../records/record.queries.ts';
import { type FileOf, recordFile, updateLog } from '../records/record-file.ts';
import { listOwn, removeOwn, saveOwn } from './own-records.service.ts';
import type { PublicRow } from './public-records.queries.ts';
import type { Published, PublishedRecords } from './published.service.ts';

type PublicRecordsDeps = LogDeps &
  Pick<WitnessDeps, 'witnesses'> &
  Readonly<{ limits: Limits; brand: Pick<Brand, 'name'>; published: PublishedRecords }>;

export function registerPublicRecords(route: Route, deps: PublicRecordsDeps): void {
  const { db, published } = deps;
  const files = perHour(
    'public_record_file',
    deps.limits.publicFiles,
    (limit) => msg`${{ limit }} files of public records an hour`,
  );

  const find = async (name: string, reply: FastifyReply): Promise<Published> => {
    // What is taken back is nowhere any more: nothing on the way keeps it.
    reply.header('cache-control', 'no-store');
    const found = await published.find(name);
    if (!found) throw new AppError('not_found');
    return found;
  };

  route(listPublicRecords, async ({ query }, { user }) => ({
    success: true,
    ...(await listOwn(db, user.id, query)),
  }));

  route(savePublicRecord, async ({ body }, { user }) => ({
    success: true,
    record: await saveOwn(deps, user.id, body),
  }));

  route(removePublicRecord, async ({ params }, { user }) => {
    await removeOwn(db, user.id, params.account_id);
    return { success: true };
  });

  route(getPublicRecord, async ({ params }, { reply }) => {
    const { record } = await find(params.name, reply);
    return { success: true, record: record as Mutable<typeof record> };
  });

  route(listPublicTrades, async ({ params, query }, { reply }) => {
    const { trades, row } = await find(params.name, reply);
    const { evidence } = query;
    const matching = trades.filter(
      (trade) => evidence === undefined || trade.evidence === evidence,
    );
    const from = offsetOf(query);
    const page = matching.toReversed().slice(from, from + query.per_page);
    return {
      success: true,
      trades: page.map((trade) => toTrade(trade, row)),
      pagination: paginate(query, matching.length),
    };
  });

  route(downloadPublicRecord, async ({ params }, { request, reply }) => {
    const { row } = await find(params.name, reply);
    await countAgainst(deps, files, addressGroup(request.ip));
    await updateLog(deps);
    const streams = await listStreams(db, row.user_id, row.account_id);
    const of = fileOf(published, row, streams);
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="record-${row.name}.jsonl"`)
      .header('x-robots-tag', 'noindex')
      .send(Readable.from(recordFile(deps, of), { highWaterMark: 1 }));
  });
}

/** Answers are typed as they are parsed: nothing changes them. */
type Mutable<T> = T extends readonly [infer A, infer B]
  ? [A, B]
  : T extends readonly (infer Member)[]
    ? Mutable<Member>[]
    : T extends object
      ? { -readonly [Name in keyof T]: Mutable<T[Name]> }
      : T;

/** One stream, whose owner is not told, without what is withheld. */
function fileOf(published: PublishedRecords, row: PublicRow, streams: FileOf['streams']): FileOf {
  let made: Published | null = null;
  return {
    userId: row.user_id,
    streams,
    opened: false,
    whole: false,
    async measures({ madeAt, entries }) {
      const count = [...entries.values()][0] ?? 0;
      made = await published.make(row, { entries: count, at: madeAt });
      return made.text;
    },
    shows(part, { position, leaf }) {
      if (!made || made.hidden.has(position)) return false;
      const kind = readLeaf(leaf)?.kind;
      return part === 'body' || (row.shows_money && kind !== undefined && OF_MONEY.has(kind));
    },
  };
}

/** What these keep to themselves is money, and never a login, a server or a name. */
const OF_MONEY: ReadonlySet<EventKind> = new Set<EventKind>([
  'opened',
  'modified',
  'closed',
  'correction',
  'history',
  'import',
  'order',
]);

function toTrade(trade: StandingTrade, { shows_money }: PublicRow): PublicTrade {
  return {
    symbol: trade.symbol,
    trade_type: trade.side,
    open_price: trade.openPrice,
    close_price: trade.closePrice,
    digits: trade.digits,
    opened_at: trade.openedAt,
    closed_at: trade.closedAt,
    r: trade.r,
    evidence: trade.evidence,
    corrected: trade.corrected,
    net_minor: shows_money ? trade.netMinor : null,
  };
}
