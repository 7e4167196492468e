import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Explanation } from '@quorate/contract/decision-outcomes';
import { PAYLOADS } from './payloads.ts';

/** Fields whose text pages show; the others are ids, moments and words of a list. */
const SHOWN = new Set(
  'username email pending_email user_name comment symbol reason analyst model name about address description message position_ticket field currency_name snapshot_hash setup tags note'.split(
    ' ',
  ),
);

/** One of each list that somebody without a history would get empty. */
const SAMPLES: Record<string, object> = {
  reviews: {
    id: '',
    rating: 5,
    comment: '',
    user_name: '',
    created_at: '2026-03-02T10:00:00.000Z',
  },
  passkeys: {
    passkey_id: '',
    name: '',
    synced: true,
    created_at: '2026-03-02T10:00:00.000Z',
    last_used_at: null,
  },
  recent_trades: {
    account_id: '',
    position_ticket: '',
    trade_time: '2026-03-02T10:00:00.000Z',
    opened_at: '2026-03-02T08:00:00.000Z',
    closed_at: '2026-03-02T10:00:00.000Z',
    symbol: '',
    trade_type: 'BUY',
    volume: 0.1,
    digits: 5,
    price: 1.08214,
    close_price: 1.08643,
    stop_loss: null,
    take_profit: null,
    profit: 42.18,
    gross_profit: 42.88,
    commission: -0.7,
    swap: 0,
    fee: 0,
    initial_risk: null,
    best_excursion: null,
    worst_excursion: null,
    exit_reason: null,
    currency: 'USD',
    account_type: 'demo',
    status: 'CLOSED',
    corrections: [],
    provenance: 'demo-alone',
    decision_id: randomUUID(),
    account: { server: '', login: '' },
    has_note: true,
    tags: [''],
    setup: '',
  },
  events: {
    event_id: '',
    kind: 'signed_in',
    about: '',
    address: '',
    at: '2026-03-02T10:00:00.000Z',
  },
  sessions: {
    session_id: '',
    kind: 'bot',
    name: '',
    address: '',
    created_at: '2026-03-02T10:00:00.000Z',
    last_used_at: '2026-03-02T10:00:00.000Z',
    expires_at: '2027-03-02T10:00:00.000Z',
    current: false,
  },
};

/**
 * Puts payloads into every text that pages show of what the service answers, and makes every list one of
 * as many rows as there are payloads. The service's own rules would refuse most of them; a page must not
 * rely on that.
 */
export async function spoilAnswers(page: Page): Promise<void> {
  let next = 0;
  const payload = () => {
    next += 1;
    return PAYLOADS[next % PAYLOADS.length] ?? '';
  };
  const spoil = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      const sample = SAMPLES[key] ?? value[0];
      if (typeof sample !== 'object' || sample === null || !(key in SAMPLES))
        return value.map((item) => spoil(key, item));
      return PAYLOADS.map(() => spoil(key, sample));
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, spoil(name, part)]),
      );
    }
    if (SHOWN.has(key)) return payload();
    if (value === '' && /(^|_)id$/.test(key)) return randomUUID();
    if (key === 'total') return PAYLOADS.length;
    if (key === 'total_pages') return 1;
    return value;
  };
  await page.route(/\/(api|login)(\/|\?|$)/, async (route) => {
    if (route.request().resourceType() === 'document') return route.fallback();
    // Its body has no end to wait for; the page takes it for a connection that was lost.
    if (route.request().url().endsWith('/api/user/live'))
      return route.fulfill({ contentType: 'text/event-stream', body: '' });
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json');
    if (!response.ok() || !isJson) return route.fulfill({ response });
    return route.fulfill({ response, json: spoil('', await response.json()) });
  });
}

/** A decision as the service answers one, with payloads in all that is said in it. */
export async function spoilDecisions(page: Page): Promise<void> {
  const texts = [...PAYLOADS];
  const text = () => texts.pop() ?? PAYLOADS[0] ?? '';
  const vote = () => ({
    analyst: text(),
    model: text(),
    action: 'BUY',
    p_up: 0.7,
    sl_atr: 1,
    tp_atr: 2,
    reason: text(),
    evidence: [{ field: text(), value: text() }],
    abstained: false,
    fault: null,
    provider: text(),
    family: text(),
    round: 2,
    first: { action: 'HOLD', p_up: 0.5 },
    share: 1 / 3,
    p_pooled: 0.6,
    turned: false,
    tokens: 100,
    input_tokens: 90,
    output_tokens: 10,
    cost_usd: 0.001,
    latency_ms: 900,
  });
  const flat = [0, 0, 0, 0];
  await page.route('**/api/user/decisions/*/explanation', (route) =>
    route.fulfill({
      json: {
        success: true,
        account_type: 'practice',
        previous: null,
        next: null,
        decision: {
          decision_id: randomUUID(),
          symbol: text(),
          timeframe: 'H1',
          as_of: '2026-03-02T10:00:00.000Z',
          decided_at: '2026-03-02T10:00:00.000Z',
          snapshot_hash: text(),
          action: 'BUY',
          p_up: 0.7,
          pool_slope: 1,
          verdict_figures: null,
          sl_atr: 1,
          tp_atr: 2,
          reason: text(),
          agreeing: 3,
          quorum: 2,
          voters: 3,
          votes: [vote(), vote(), vote()],
          rules: [{ name: text(), value: 1, limit: 2, pass: true }],
          depth: 'premium',
          tokens: 300,
          cost_usd: 0.003,
          latency_ms: 1_200,
        },
        snapshot: {
          v: 1,
          symbol: 'EURUSD',
          timeframe: 'H1',
          as_of: '2026-03-02T10:00:00.000Z',
          digits: 5,
          atr_points: 120,
          spread_points: 8,
          bars: Array.from({ length: 30 }, () => flat),
          indicators: Object.fromEntries(
            'close_less_ema20 close_less_ema50 ema20_less_ema50 adx14 plus_di14 minus_di14 rsi14 zscore20 above_high20 below_low20 atr_ratio50'
              .split(' ')
              .map((name) => [name, 1]),
          ),
          session: 'europe',
        },
        weights: [text(), text(), text()].map((analyst) => ({ analyst, weight: 1 / 3 })),
        currency: 'USD',
        outcome: null,
        digits: 5,
        bars: [],
        trade: null,
        erased_at: null,
      } satisfies Record<keyof Explanation, unknown>,
    }),
  );
}
