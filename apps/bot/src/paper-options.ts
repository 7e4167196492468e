import type { Zone } from '@quorate/run/candles/file-clock';
import type { ExitSettings } from '@quorate/trading/exits/exits';
import type { Timeframe } from '@quorate/trading/market/candle';
import type { RiskSettings } from '@quorate/trading/risk/rules';
import type { CostTerms } from './markets/cost-options.ts';
import type { VerdictWish } from './profiles/verdict-settings.ts';
import type { RuleSetTerms } from './run/rule-set-option.ts';

/** A candle file, and what its candles are of. */
export type MarketFile = Readonly<{ candles: string; symbol: string }>;

/** What a paper run was asked to do, each value checked. */
export type PaperOptions = CostTerms &
  RuleSetTerms &
  Readonly<{
    /** At least one; each symbol once. */
    markets: readonly MarketFile[];
    user: string;
    /** Base address without a slash at the end. */
    service: string;
    zone: Zone | 'auto';
    timeframe: Timeframe | null;
    /** Candles a second; null for as fast as it goes. */
    candlesPerSecond: number | null;
    /** Candles at the start that are walked at full speed all the same. */
    fastFirst: number;
    /** In major units of the account's currency, as typed; null for the default of the currency. */
    balance: string | null;
    /** null for the default of the symbol. */
    accountCurrency: string | null;
    risk: RiskSettings;
    /** How what is open is managed. */
    exits: ExitSettings;
    /** Under which rules the service decides. */
    verdict: VerdictWish;
    dataDir: string;
    giveUpAfterMs: number;
    json: boolean;
    verbose: boolean;
  }>;

/** Where password and code come from; what was not given is null. */
export type CredentialSource = Readonly<{
  fromStdin: boolean;
  password: string | null;
  code: string | null;
}>;
