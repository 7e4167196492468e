import type {
  PublicEvidence,
  PublicTrade,
  PublishedMeasures,
} from '@quorate/contract/public-records';
import type { Pagination } from '@quorate/contract/reply';
import { fieldsOf, isNumber, isText } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

const addressOf = (name: string) => `/api/records/${encodeURIComponent(name)}`;

/** Of the file that anybody can verify. */
export function fileAddress(name: string): string {
  return `${addressOf(name)}/file`;
}

export function loadRecord(name: string, signal: AbortSignal): Promise<PublishedMeasures> {
  return getJson(addressOf(name), readRecord, signal);
}

/** What the page shows of the answer; null where it is another one. */
function readRecord(content: unknown): PublishedMeasures | null {
  const record = fieldsOf(fieldsOf(content)?.record);
  const [facts, groups, owner] = [record?.facts, record?.groups, record?.owner].map(fieldsOf);
  const isWhole =
    isText(record?.name) &&
    isNumber(facts?.entries) &&
    isNumber(owner?.accounts) &&
    groups !== null;
  // Of the same service: the rest is as its contract says.
  return isWhole ? (record as unknown as PublishedMeasures) : null;
}

export type TradesPage = Readonly<{ trades: readonly PublicTrade[]; pagination: Pagination }>;

export function loadTrades(
  { name, evidence, page }: Readonly<{ name: string; evidence: PublicEvidence; page: number }>,
  signal: AbortSignal,
): Promise<TradesPage> {
  const query = new URLSearchParams({ evidence, page: String(page), per_page: '25' });
  return getJson(`${addressOf(name)}/trades?${query}`, readTrades, signal);
}

function readTrades(content: unknown): TradesPage | null {
  const { trades, pagination } = fieldsOf(content) ?? {};
  const isWhole = Array.isArray(trades) && isNumber(fieldsOf(pagination)?.total_pages);
  return isWhole ? (content as TradesPage) : null;
}
