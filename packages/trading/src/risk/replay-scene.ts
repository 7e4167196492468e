import type { Action, Side } from '../order.ts';
import type { Quote } from '../valuation.ts';
import type { TradeIdea } from './risk-context.ts';
import type { RiskSettings } from './risk-settings.ts';

/** A check as a bot has told it: `desk-report.ts` makes them. */
export type ToldCheck = Readonly<{
  rule: string;
  value: number | string;
  limit: number | string | null;
  unit: string;
  pass: boolean;
}>;

/** What a bot has told of the moment at which its desk was asked. */
export type ToldDesk = Readonly<{
  checks: readonly ToldCheck[];
  /** The prices that were looked at; null where none were told. */
  asked: Readonly<{
    idea: TradeIdea;
    quote: Quote;
    /** null when nothing was sized. */
    lots: number | null;
    /** In lots; null where it was not told. */
    volumeStep: number | null;
  }> | null;
  /** null where the order went out. */
  refusal: Readonly<{ rule: string; sentence: string }> | null;
}>;

/** A direction, and its distances in ATR; null on HOLD. */
export type AskedFor = Readonly<{
  action: Action;
  stopLossAtr: number | null;
  takeProfitAtr: number | null;
}>;

/** The settings that are tried; whatever is left out stays as it was. */
export type RiskTry = Partial<
  Pick<
    RiskSettings,
    'riskPercent' | 'minRiskReward' | 'maxDailyTrades' | 'dailyLossPercent' | 'weeklyLossPercent'
  >
>;

/** A trade that is looked at once more, and all that is known of the moment. */
export type ReplayScene = Readonly<{
  symbol: string;
  /** Whether a loss is counted in the account's own currency as it comes, at no rate. */
  unconverted: boolean;
  side: Side;
  told: ToldDesk;
  tried: RiskTry;
  /** null where no quote was told. */
  idea: TradeIdea | null;
  /** Distances from the entry in points, which need no quote. */
  stopPoints: number;
  targetPoints: number;
  /** Whether it asks for what was asked for then. */
  sameIdea: boolean;
  /** Why a rule has no figures, where it has none. */
  untold: string;
}>;

/** What a rule would have said; `why` goes on after a colon. */
export type ReplayAnswer =
  /** null where the bot of then knew no such rule, or it had nothing to look at. */
  | Readonly<{ kind: 'kept'; check: ToldCheck | null }>
  | Readonly<{ kind: 'refused'; check: ToldCheck; sentence: string }>
  | Readonly<{ kind: 'unknown'; why: string }>;

export type ReplayRule = (scene: ReplayScene) => ReplayAnswer;

/** The told check of a rule: as it is called when it is kept, else under one of its refusals. */
export function toldCheck(
  { told }: Pick<ReplayScene, 'told'>,
  kept: string,
  refusals: readonly string[] = [],
): ToldCheck | undefined {
  return (
    told.checks.find(({ rule, pass }) => pass && rule === kept) ??
    told.checks.find(({ rule, pass }) => !pass && refusals.includes(rule))
  );
}

/** What the desk has said of a rule, which is so still. */
export function asTold(scene: ReplayScene, check: ToldCheck | undefined): ReplayAnswer {
  if (!check) return { kind: 'unknown', why: scene.untold };
  if (check.pass) return { kind: 'kept', check };
  const { refusal } = scene.told;
  const figures = `The risk desk refused by its rule ${check.rule}: ${check.value}, the limit is ${check.limit}.`;
  return { kind: 'refused', check, sentence: refusal?.sentence ?? figures };
}

/** A figure as a number; undefined for what was told as text, or not at all. */
export function figureOf(figure: ToldCheck['value'] | null | undefined): number | undefined {
  return typeof figure === 'number' ? figure : undefined;
}
