import { t } from '@lingui/core/macro';
import { type ListedDecision, listDecisions } from '@quorate/contract/decisions';
import { getTradeStatistics, hasResult, type ListedTrade } from '@quorate/contract/trades';
import { conviction, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { formatMoney, formatShare } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { errorReason } from '../../lib/error-text.ts';
import { decisionPath, storyPath } from '../../lib/story-path.ts';
import type { Entry } from './places.ts';

/** Typing rests so long before the service is asked. */
const AFTER_MS = 200;
const LEAST_LETTERS = 2;
const ROWS = 5;

export type Found = Readonly<{
  /** What was looked for. */
  text: string;
  trades: readonly Entry[];
  decisions: readonly Entry[];
  fault: string | null;
}>;

const NOTHING = { trades: [], decisions: [], fault: null };

/** Trades and decisions for what is typed. An answer that comes after other letters is not shown. */
export function useFound(
  { userId, desk, timeZone }: { userId: string; desk: string; timeZone: string },
  typed: string,
): { found: Found; busy: boolean } {
  const text = typed
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
  const [found, setFound] = useState<Found>({ text: '', ...NOTHING });
  const isAsked = text.length >= LEAST_LETTERS;
  useEffect(() => {
    if (!isAsked) return undefined;
    const leave = new AbortController();
    const { signal } = leave;
    const ask = async () => {
      try {
        const [trades, decisions] = await Promise.all([
          findTrades(userId, text, signal),
          findDecisions(text, signal),
        ]);
        if (signal.aborted) return;
        setFound({
          text,
          trades: trades.map((trade) => tradeEntry(trade, desk, timeZone)),
          decisions: decisions.map((decision) => decisionEntry(decision, desk, timeZone)),
          fault: null,
        });
      } catch (error) {
        if (!signal.aborted)
          setFound({ text, ...NOTHING, fault: errorReason(error) ?? t`Try again in a moment.` });
      }
    };
    const timer = setTimeout(() => void ask(), AFTER_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [isAsked, text, userId, desk, timeZone]);
  return {
    found: isAsked ? found : { text, ...NOTHING },
    busy: isAsked && found.text !== text,
  };
}

async function findTrades(
  userId: string,
  text: string,
  signal: AbortSignal,
): Promise<readonly ListedTrade[]> {
  const query = { text, page: 1, per_page: ROWS };
  const reply = await callApi(
    getTradeStatistics,
    { params: { user_id: userId }, query },
    { signal },
  );
  return reply.recent_trades;
}

/** Decisions are found by their symbol alone. */
async function findDecisions(
  text: string,
  signal: AbortSignal,
): Promise<readonly ListedDecision[]> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._#+-]{2,31}$/.test(text)) return [];
  const of = async (symbol: string) =>
    (await callApi(listDecisions, { query: { symbol, page: 1, per_page: ROWS } }, { signal }))
      .decisions;
  const found = await of(text.toUpperCase());
  return found.length > 0 || text === text.toUpperCase() ? found : of(text);
}

function tradeEntry(trade: ListedTrade, desk: string, timeZone: string): Entry {
  const { symbol, trade_type, position_ticket, profit, currency, trade_time } = trade;
  const result = hasResult(trade) ? formatMoney(profit, currency, 'always') : trade.status;
  return {
    to: storyPath(desk, trade),
    label: `${symbol} ${trade_type} ${result}`,
    note: t`${formatTime(trade_time, timeZone)}, ticket ${position_ticket}`,
  };
}

function decisionEntry(decision: ListedDecision, desk: string, timeZone: string): Entry {
  const { decision_id, symbol, action, p_up: up, as_of } = decision;
  return {
    to: decisionPath(desk, decision_id),
    label: `${symbol} ${VERDICT_WORDS[action]}, ${formatShare(conviction(up))}`,
    note: formatTime(as_of, timeZone),
  };
}
