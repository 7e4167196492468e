import { savePublicRecord } from '@quorate/contract/public-records';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';

const HOUR_MS = 3_600_000;
/** In R; commission comes off each. */
const RESULTS = [1.6, -1, -1, 2.4, -0.4, 0.8, -1, 1.1, 3, -1, -1];

/** Closed trades whose prices, amounts and R fit together, the oldest first, some hours apart, on markets that never shut. */
export function soundTrades(count: number, end: Date, hoursApart = 9): TradeInput[] {
  return Array.from({ length: count }, (_, at): TradeInput => {
    const closed = end.getTime() - (count - at) * hoursApart * HOUR_MS;
    const gross = Math.round((RESULTS[at % RESULTS.length] ?? 0) * 100);
    const isBuy = at % 3 !== 0;
    return {
      position_ticket: String(500_000 + at),
      symbol: at % 2 === 0 ? 'BTCUSD' : 'ETHUSD',
      trade_type: isBuy ? 'BUY' : 'SELL',
      volume: 0.5,
      digits: 5,
      open_price: 1.1,
      close_price: Math.round((1.1 + (isBuy ? 1 : -1) * (gross / 50_000)) * 1e5) / 1e5,
      stop_loss: null,
      take_profit: null,
      opened_at: new Date(closed - 3 * HOUR_MS).toISOString(),
      closed_at: new Date(closed).toISOString(),
      status: 'CLOSED',
      gross_profit: gross,
      commission: -0.7,
      swap: 0,
      fee: 0,
      profit: Math.round((gross - 0.7) * 100) / 100,
      initial_risk: 100,
      decision_id: null,
      revision: 1,
    };
  });
}

/** An account with a past, which nobody but its bot has told of. @returns its id */
export async function sendTrades(
  serviceUrl: string,
  token: string,
  trades: readonly TradeInput[],
): Promise<string> {
  const account = {
    server: 'Hidden-Broker',
    login: '77001234',
    account_type: 'demo',
    currency: 'USD',
  };
  let id = '';
  // Each batch is as small as a bot's that reports as it trades.
  for (let from = 0; from < trades.length; from += 20) {
    const body = { account, trades: trades.slice(from, from + 20) };
    ({ account_id: id } = (await post(serviceUrl + syncTrades.path, token, body)) as {
      account_id: string;
    });
  }
  return id;
}

export async function publish(
  serviceUrl: string,
  token: string,
  choices: Readonly<{ account_id: string; name: string }>,
): Promise<void> {
  await post(serviceUrl + savePublicRecord.path, token, choices);
}

async function post(url: string, token: string, body: unknown): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`);
  return JSON.parse(text);
}
