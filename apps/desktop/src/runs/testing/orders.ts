import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openTerminalLink, untilConnected } from '@quorate/bot/mt5/open-terminal-link';
import type { Profile } from '@quorate/bot/profiles/profile';
import { ACCOUNT, midweek, TOKEN } from './runs-stage.ts';

/** A position of the bot, from before. */
export async function openAPosition(main: Profile): Promise<string> {
  const deps = { timers: midweek, notify: () => {} };
  const link = await openTerminalLink(deps, main, TOKEN, ACCOUNT);
  assert.ok(await untilConnected(link, AbortSignal.timeout(20_000)));
  const opened = await link.request('order.open', {
    key: 'ABCDEFGHIJ',
    exp: midweek.now() + 5_000,
    magic: main.bridge.magic,
    symbol: 'GBPUSD',
    side: 'BUY',
    lots: '0.01',
    sl: '1.50000',
    tp: null,
    deviation: 20,
    bid: '1.54000',
    ask: '1.54010',
  });
  assert.ok(opened.kind === 'ok' && opened.answer.state === 'filled', JSON.stringify(opened));
  await link.close();
  return opened.answer.position;
}

/** The service's answer to a snapshot: buy, as one analyst says. */
export function buy(text: string): string {
  const { snapshot, snapshot_hash } = JSON.parse(text) as {
    snapshot: { symbol: string; timeframe: string; as_of: string };
    snapshot_hash: string;
  };
  const { symbol, timeframe, as_of } = snapshot;
  const vote = {
    analyst: 'trend',
    model: 'offline',
    action: 'BUY',
    p_up: 0.7,
    sl_atr: 1.5,
    tp_atr: 3,
    reason: 'The averages rise.',
    evidence: [],
    abstained: false,
    fault: null,
    provider: 'offline',
    family: 'offline',
    round: 1,
    first: null,
    share: 1,
    p_pooled: 0.7,
    turned: false,
    tokens: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    latency_ms: 1,
    prompt_version: '1',
  };
  const decision = {
    decision_id: randomUUID(),
    symbol,
    timeframe,
    as_of,
    decided_at: '2026-11-20T00:00:00.000Z',
    snapshot_hash,
    action: 'BUY',
    p_up: 0.7,
    pool_slope: 1,
    verdict_figures: null,
    sl_atr: 1.5,
    tp_atr: 3,
    reason: 'The trend is up.',
    agreeing: 1,
    quorum: 1,
    voters: 1,
    votes: [vote],
    rules: [],
    depth: 'basic',
    tokens: 3_000,
    cost_usd: 0,
    latency_ms: 5,
    clock_class: 'replayed',
    market_grade: 'alone',
    agreed_by: 0,
    marked_bars: 0,
  };
  const usage = {
    token_limit: -1,
    tokens_used: 3_000,
    tokens_remaining: -1,
    period_start: '2026-11-01T00:00:00.000Z',
    period_end: '2026-12-01T00:00:00.000Z',
  };
  return JSON.stringify({ success: true, decision, usage });
}
