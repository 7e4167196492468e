import { type BoardSort, OTHER_SYMBOLS } from '@quorate/contract/board-terms';
import { TIMEFRAMES } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  type BoardModel,
  downloadModels,
  downloadModelsProof,
  listModels,
} from '@quorate/contract/models-board';
import { BOARD_OWNER } from '@quorate/record/board';
import { AppError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import { cacheFor } from '../../process/cache-for.ts';
import type { WitnessDeps } from '../records/log/ask-witnesses.ts';
import type { LogDeps } from '../records/log/sequence.ts';
import { listStreams } from '../records/record.queries.ts';
import { recordFile, updateLog } from '../records/record-file.ts';
import { boardCsv } from './board-csv.ts';
import { type PublishedBoard, proveBoard, readBoard } from './read-board.ts';

/** Calls within this time share one answer. */
const KEPT_MS = 15_000;

type BoardDeps = LogDeps & Pick<WitnessDeps, 'witnesses'>;

export function registerBoard(route: Route, deps: BoardDeps): void {
  const { db, clock } = deps;
  const newest = cacheFor(clock, KEPT_MS, () => readBoard(db));
  const csv = cacheFor(clock, KEPT_MS, async () => {
    const board = await readLogged(deps);
    return { day: board.body.day, text: boardCsv(board, await proveBoard(db, board)) };
  });
  const proof = cacheFor(clock, KEPT_MS, async () => {
    const board = await readLogged(deps);
    return { day: board.body.day, text: await proofFile(deps, board) };
  });

  route(listModels, async ({ query }) => ({ success: true, ...pageOf(await newest(), query) }));

  route(downloadModels, async (_input, { reply }) => {
    const { day, text } = await csv();
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="models-${day}.csv"`)
      .send(text);
  });

  route(downloadModelsProof, async (_input, { reply }) => {
    const { day, text } = await proof();
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="models-${day}.jsonl"`)
      .send(text);
  });
}

/**
 * The board once the log has it.
 *
 * @throws AppError not_found before the first board, service_unavailable while the log may not be signed
 */
async function readLogged(deps: BoardDeps): Promise<PublishedBoard & { leaf: object }> {
  const board = await readBoard(deps.db);
  if (!board) throw new AppError('not_found');
  if (board.leaf) return { ...board, leaf: board.leaf };
  await updateLog(deps);
  const again = await readBoard(deps.db);
  if (!again?.leaf) throw new Error('the board is not in the log');
  return { ...again, leaf: again.leaf };
}

/** The service's own stream, opened, with what the newest board says. */
async function proofFile(deps: BoardDeps, { position }: PublishedBoard): Promise<string> {
  const { userId } = BOARD_OWNER;
  const streams = await listStreams(deps.db, userId);
  const shows = (_part: string, leaf: { position: number }) => leaf.position === position;
  const of = { userId, streams, opened: true, whole: position === 1, shows };
  return (await Array.fromAsync(recordFile(deps, of))).join('');
}

type Query = HandlerInput<typeof listModels>['query'];

function pageOf(board: PublishedBoard | null, query: Query) {
  const { page, per_page } = query;
  const models = board?.models.filter((model) => isAsked(model, query)) ?? [];
  const sorted = sortModels(models, query);
  const total = sorted.length;
  return {
    board: board && headOf(board),
    models: sorted.slice((page - 1) * per_page, page * per_page),
    results: board ? [...board.body.results] : [],
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

function headOf({ body, models, publishedAt, checkedAt, leaf }: PublishedBoard) {
  const used = new Set(models.map(({ timeframe }) => timeframe));
  return {
    day: body.day,
    published_at: publishedAt.toISOString(),
    checked_at: checkedAt.toISOString(),
    log_index: leaf?.index ?? null,
    least_accounts: body.least_accounts,
    least_outcomes: body.least_outcomes,
    analysts: [...new Set(models.map(({ analyst }) => analyst))].sort(),
    symbols: [...new Set(models.map(({ symbol }) => symbol ?? OTHER_SYMBOLS))].sort(),
    timeframes: TIMEFRAMES.filter((timeframe) => used.has(timeframe)),
    active_traders: body.active_traders,
  };
}

function isAsked(model: BoardModel, { analyst, symbol, timeframe }: Query): boolean {
  return (
    (analyst === undefined || model.analyst === analyst) &&
    (symbol === undefined || (model.symbol ?? OTHER_SYMBOLS) === symbol) &&
    (timeframe === undefined || model.timeframe === timeframe)
  );
}

const SORTED_BY: Readonly<Record<BoardSort, (model: BoardModel) => number | null>> = {
  rank: ({ rank }) => rank,
  outcomes: ({ outcomes }) => outcomes,
  accuracy: ({ accuracy }) => accuracy?.value ?? null,
  brier: ({ brier }) => brier,
  log_loss: ({ log_loss }) => log_loss,
  skill: ({ skill }) => skill?.low ?? null,
  cost: (model) => model.cost_per_decision_micro_usd,
  latency: ({ latency_p95_ms }) => latency_p95_ms,
};

/** What has no figure stands last, whichever way it is sorted; what is equal stays in the board's own order. */
function sortModels(models: readonly BoardModel[], { sort_by, sort_order }: Query): BoardModel[] {
  const of = SORTED_BY[sort_by];
  const sign = sort_order === 'asc' ? 1 : -1;
  return models.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
