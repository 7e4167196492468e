import type { EquityCurve, EquityCurveReply } from '@quorate/contract/equity-curve';
import type { ChartSlice, TradeCharts } from '@quorate/contract/trade-charts';
import { CHART_SESSIONS, R_CLASSES } from '@quorate/contract/trade-charts';

export type ChartedTrade = {
  day: string;
  net: number;
  symbol?: string;
  weekday?: number;
  hour?: number;
  session?: (typeof CHART_SESSIONS)[number];
  r?: number | null;
};

const ENDS = [null, ...R_CLASSES, null];

/** The answer of the charts call on these trades, oldest first, sliced as the contract says. */
export function buildCharts(trades: readonly ChartedTrade[], currency = 'USD'): TradeCharts {
  const of = (belongs: (trade: ChartedTrade) => boolean) => sliceOf(trades.filter(belongs));
  const each = <T>(values: Iterable<T>) => [...new Set(values)];
  return {
    success: true,
    currency,
    total: sliceOf(trades),
    days: each(trades.map(({ day }) => day)).map((day) => ({ day, ...of((t) => t.day === day) })),
    symbols: each(trades.map((t) => t.symbol ?? 'EURUSD')).map((symbol) => ({
      symbol,
      ...of((t) => (t.symbol ?? 'EURUSD') === symbol),
    })),
    other_symbols: null,
    weekdays: count(7).map((at) => ({
      weekday: at + 1,
      ...of((t) => (t.weekday ?? 1) === at + 1),
    })),
    hours: count(24).map((hour) => ({ hour, ...of((t) => (t.hour ?? 9) === hour) })),
    sessions: CHART_SESSIONS.map((session) => ({
      session,
      ...of((t) => (t.session ?? 'europe') === session),
    })),
    r_classes: count(ENDS.length - 1).map((at) => {
      const [from, to] = [ENDS[at] ?? null, ENDS[at + 1] ?? null];
      const holds = (r: number) => (from === null || r >= from) && (to === null || r < to);
      return { from, to, ...of(({ r = null }) => r !== null && holds(r)) };
    }),
    without_r: of(({ r = null }) => r === null),
  };
}

function sliceOf(trades: readonly ChartedTrade[]): ChartSlice {
  const cents = trades.reduce((sum, { net }) => sum + Math.round(net * 100), 0);
  return {
    trades: trades.length,
    wins: trades.filter(({ net }) => net > 0).length,
    losses: trades.filter(({ net }) => net < 0).length,
    net: cents / 100,
  };
}

function count(places: number): number[] {
  return Array.from({ length: places }, (_, at) => at);
}

const DAY_S = 86_400;
/** 1 January 2026. */
const BEGIN_S = 1_767_225_600;
const ACCOUNT = '01890000-0000-7000-8000-00000000000';

/** The answer of the curve call: ten days from 10,000 to 10,050, of the first of so many accounts. */
export function buildCurve(curve: Partial<EquityCurve> = {}, accounts = 1): EquityCurveReply {
  const iso = (days: number) => new Date((BEGIN_S + days * DAY_S) * 1_000).toISOString();
  return {
    success: true,
    accounts: count(accounts).map((at) => ({
      account_id: `${ACCOUNT}${at + 1}`,
      login: String(at + 1),
      server: 'Demo',
      account_type: 'demo',
      currency: 'USD',
      name: null,
    })),
    curve: {
      account_id: `${ACCOUNT}1`,
      currency: 'USD',
      basis: 'equity',
      from: iso(0),
      to: iso(10),
      points: [
        [BEGIN_S, 10_000],
        [BEGIN_S + DAY_S, 10_100],
        [BEGIN_S + 9 * DAY_S, 9_900],
        [BEGIN_S + 10 * DAY_S, 10_050],
      ],
      floors: [],
      marks: [
        { at: iso(1), net: 100, symbol: 'EURUSD', decision_id: `${ACCOUNT}b` },
        { at: iso(9), net: -50, symbol: 'EURUSD', decision_id: null },
      ],
      more_marks: 0,
      ...curve,
    },
  };
}
