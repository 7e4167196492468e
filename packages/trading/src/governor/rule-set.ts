import type { Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';

/** A time of day in a zone of the time zone database, summer time included. */
export type TurnsAt = Readonly<{
  /** `HH:MM` */
  time: string;
  /** @example 'Europe/Prague' */
  zone: string;
}>;

/** How much equity may fall below what a line counts from. */
export type LineAmount =
  | Readonly<{ percentOfInitial: number }>
  /** Of the basis itself: 5% of the day's start, not of the first balance. */
  | Readonly<{ percentOfBasis: number }>
  | Readonly<{ moneyMinor: number }>;

/**
 * A line that equity must not reach, floating results included. `total` lines count from the initial balance
 * unless they trail.
 */
export type EquityLine = Readonly<{
  kind: 'day' | 'week' | 'total';
  /** What a day's or a week's line counts from at its turn; `start_balance` is the initial balance. */
  basis: 'start_balance' | 'day_start_balance' | 'day_start_equity' | 'higher_of_both';
  amount: LineAmount;
  /** Whether its floor rises: never, or with the highest day-end balance, balance at any time, or equity. */
  trails: 'no' | 'on_day_end_balance' | 'on_balance' | 'on_equity';
  /** The floor rises no further than this much above the initial balance (0: it locks at the start); null for no end. */
  stopsTrailingAtPercent: number | null;
  turnsAt: TurnsAt;
  /** `end`: the account is over once it is touched. `pause_until_turn`: nothing is opened until the next turn. */
  onTouch: 'end' | 'pause_until_turn';
  /** Profit taken since the turn lowers the day's floor by nothing, but may be lost again without touching it. */
  bankedProfitWidens?: boolean;
  /**
   * What a pay-out does to the floor of a firm's trailing `total` line: nothing, which is safe and the rule where
   * this is left out, or it takes the peak down with it, never below the initial balance, where the firm says so.
   */
  afterPayout?: 'stays' | 'follows';
}>;

/** When nothing is opened or closed around listed events on the symbols concerned. */
export type NewsWindow = Readonly<{
  minutesBefore: number;
  minutesAfter: number;
  importance: 'high' | 'medium' | 'low';
  /** `entries`: nothing is opened. `all`: nothing is closed either where it can be helped, stops and targets included. */
  bars: 'entries' | 'all';
}>;

/** The rules of one account: of a firm's programme, or its owner's own. */
export type RuleSet = Readonly<{
  /** A preset's id, or `own`. @example 'ftmo-2-step' */
  id: string;
  name: string;
  lines: readonly EquityLine[];
  /** Weekly profit at which entries stop until the week turns; percent of the week's start. */
  weeklyProfitPercent: number | null;
  profitTargetPercent: number | null;
  fewestTradingDays: number | null;
  /** Least result of a day that counts as a trading day, percent of initial; null where any trade makes one. */
  tradingDayLeastPercent: number | null;
  /** The most that the best day may be of the whole profit, percent; null for no such rule. */
  bestDayPercent: number | null;
  news: NewsWindow | null;
  /** Whether positions may stay open over the weekend. */
  weekendHolding: boolean;
  mostLots: number | null;
  mostPositions: number | null;
  /** Of the initial balance, all positions together at their stops; null for no such rule. */
  mostOpenRiskPercent: number | null;
  /** Flat by this time of each day; null where positions may stay. */
  flatBy: TurnsAt | null;
  automatedTrading: 'allowed' | 'not_allowed' | 'ask';
}>;

/** Where a preset comes from. */
export type PresetSource = Readonly<{
  firm: string;
  programme: string;
  /** Name of what was read, not its address. */
  source: string;
  /** ISO day on which the rules were last compared with it. */
  checkedOn: string;
  note: string | null;
}>;
export type Preset = RuleSet & Readonly<{ preset: PresetSource }>;

/** What one line remembers. A floor never falls but by a cash flow or its own turn. */
export type LineState = Readonly<{
  /** Equity must stay above it: equity that is as low as the floor has touched it. */
  floorMinor: number;
  /** What it was counted from. */
  basisMinor: number;
  /** The highest figure that it trails; the basis where it does not trail. */
  peakMinor: number;
  /** The turn that holds now, as the rule's own calendar day (days since 1970). */
  turn: number;
  touchedAt: Instant | null;
}>;

/** What the governor remembers of an account: plain JSON, kept for as long as the account. */
export type FloorsState = Readonly<{
  v: 1;
  ruleSetId: string;
  currency: Currency;
  initialMinor: number;
  /** One for each line of the rule set, in its order. */
  lines: readonly LineState[];
  /** Everything was closed because this line came too near; entries stay off until it turns, or for good. */
  lock: Readonly<{
    line: number;
    since: Instant;
    until: Instant | null;
    equityMinor: number;
  }> | null;
  /** The week that `weekStartMinor` began, as `weekOfTurn` counts. */
  week: number;
  /** Equity with which the week began: what its profit is counted from. */
  weekStartMinor: number;
  /** The percent at which the week's profit stopped entries; null before that. It ends with the week. */
  weeklyProfitLatch: number | null;
}>;
