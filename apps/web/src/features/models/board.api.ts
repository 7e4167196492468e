import type { BoardSort } from '@quorate/contract/board-terms';
import type { ModelsReply } from '@quorate/contract/models-board';
import { fieldsOf, isNumber, isText } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

/** What is asked of the board; an empty text asks for all. */
export type BoardAsked = Readonly<{
  analyst: string;
  symbol: string;
  timeframe: string;
  sort: BoardSort;
  page: number;
}>;

/** Sorted downwards, because more is better or says more. */
const DOWNWARDS: readonly BoardSort[] = ['outcomes', 'accuracy', 'skill'];
const PER_PAGE = 12;

export function loadBoard(asked: BoardAsked, signal: AbortSignal): Promise<ModelsReply> {
  const query = new URLSearchParams({
    page: String(asked.page),
    per_page: String(PER_PAGE),
    sort_by: asked.sort,
    sort_order: DOWNWARDS.includes(asked.sort) ? 'desc' : 'asc',
  });
  for (const name of ['analyst', 'symbol', 'timeframe'] as const)
    if (asked[name] !== '') query.set(name, asked[name]);
  return getJson(`/api/models?${query}`, readBoard, signal);
}

/** What the page shows of the answer; null where it is another one. */
export function readBoard(content: unknown): ModelsReply | null {
  const reply = fieldsOf(content);
  const pagination = fieldsOf(reply?.pagination);
  if (!reply || !pagination || !isNumber(pagination.total)) return null;
  const { board, models, results } = reply;
  const head = fieldsOf(board);
  const isWhole =
    (board === null || (isText(head?.day) && Array.isArray(head?.analysts))) &&
    Array.isArray(models) &&
    models.every(
      (model) => isText(fieldsOf(model)?.analyst) && isNumber(fieldsOf(model)?.outcomes),
    ) &&
    Array.isArray(results) &&
    results.every((result) => isText(fieldsOf(result)?.provenance));
  // Of the same service: the rest is as its contract says.
  return isWhole ? (reply as unknown as ModelsReply) : null;
}
