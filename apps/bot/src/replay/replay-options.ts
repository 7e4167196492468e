import type { CostTerms } from '../markets/cost-options.ts';
import type { MarketTerms } from '../markets/set-up-markets.ts';
import type { RuleSetTerms } from '../run/rule-set-option.ts';
import type { VerdictTerms } from './verdict-options.ts';

/** A setting under its name in a profile, and the values to try. */
export type SweepAxis = Readonly<{ key: string; values: readonly number[] }>;

/** What of a result is to be as high as possible. */
export const OBJECTIVES = ['sharpe', 'net', 'recovery', 'profit_factor'] as const;
export type Objective = (typeof OBJECTIVES)[number];

/** Calendar months that settings are chosen on, and months that they are then traded on. */
export type WalkForward = Readonly<{ inMonths: number; outMonths: number }>;

/** What a replay was asked to do, each value checked. */
export type ReplayOptions = MarketTerms &
  CostTerms &
  RuleSetTerms &
  Readonly<{
    leverage: number;
    /** False for a run without floors, to compare with. */
    governor: boolean;
    verdict: VerdictTerms;
    /** Name or file of a profile; null for the defaults. */
    profile: string | null;
    /** Where profiles are kept. */
    dataDir: string;
    /** Risk settings by their names in a profile, above those of the profile. */
    settings: Readonly<Record<string, number>>;
    sweep: readonly SweepAxis[];
    walkForward: WalkForward | null;
    objective: Objective;
    /** null for one a core. */
    workers: number | null;
    seed: number;
    /** Whether what the guards warn of ends the run before it begins. */
    strict: boolean;
    json: boolean;
    /** Where the page is written; null for none. */
    html: string | null;
  }>;
