/**
 * The plan figures, once. The specification gives two sets and both stand (see docs/decisions):
 * `listed` is what the public list, the pricing cards and the fallback plans show; `granted` is what
 * the dashboard describes and the service enforces. Nobody gets less than any page told them.
 */
export type PlanName = 'Free' | 'Starter' | 'Pro' | 'Elite';
export type AiAnalysis = 'basic' | 'advanced' | 'premium';
export type Support = 'community' | 'email' | 'priority' | 'dedicated';

/** -1 means unlimited, as on the wire. */
export const UNLIMITED = -1;

/**
 * What one vote of a language model takes, prompt and answer, rounded up; a test counts it. A second round and
 * models that think take more.
 */
export const MODEL_VOTE_TOKENS = 1_600;

export type PlanFigures = Readonly<{
  /** Per billing cycle. */
  tokens: number;
  requests_per_minute: number;
  symbols: number;
  daily_trades: number;
  terminal_accounts: number;
  /** Counted apart from terminal accounts. */
  paper_accounts: number;
}>;

export type Plan = Readonly<{
  id: number;
  name: PlanName;
  /** Whole US dollars a month. */
  monthly_cost: number;
  ai_analysis: AiAnalysis;
  support: Support;
  listed: PlanFigures;
  granted: PlanFigures;
}>;

const FREE: PlanFigures = {
  tokens: 300_000,
  requests_per_minute: 20,
  symbols: 2,
  daily_trades: 3,
  terminal_accounts: 1,
  paper_accounts: 1,
};
const STARTER: PlanFigures = {
  tokens: 3_000_000,
  requests_per_minute: 60,
  symbols: 5,
  daily_trades: 10,
  terminal_accounts: UNLIMITED,
  paper_accounts: 2,
};
const PRO: PlanFigures = {
  tokens: 8_000_000,
  requests_per_minute: 300,
  symbols: 10,
  daily_trades: 20,
  terminal_accounts: UNLIMITED,
  paper_accounts: 5,
};
const ELITE: PlanFigures = {
  tokens: 40_000_000,
  requests_per_minute: 1_000,
  symbols: UNLIMITED,
  daily_trades: UNLIMITED,
  terminal_accounts: UNLIMITED,
  paper_accounts: 20,
};

export const PLANS: readonly Plan[] = [
  {
    id: 1,
    name: 'Free',
    monthly_cost: 0,
    ai_analysis: 'basic',
    support: 'community',
    listed: FREE,
    granted: FREE,
  },
  {
    id: 2,
    name: 'Starter',
    monthly_cost: 40,
    ai_analysis: 'advanced',
    support: 'email',
    listed: STARTER,
    granted: { ...STARTER, tokens: 5_000_000 },
  },
  {
    id: 3,
    name: 'Pro',
    monthly_cost: 80,
    ai_analysis: 'premium',
    support: 'priority',
    listed: PRO,
    granted: { ...PRO, tokens: 10_000_000, symbols: 20 },
  },
  {
    id: 4,
    name: 'Elite',
    monthly_cost: 380,
    ai_analysis: 'premium',
    support: 'dedicated',
    listed: ELITE,
    granted: { ...ELITE, tokens: UNLIMITED },
  },
];

/** "40M means Unlimited": a token limit of -1, or of 40 million and above. */
export function isUnlimitedTokens(tokens: number): boolean {
  return tokens === UNLIMITED || tokens >= 40_000_000;
}

export function planByName(name: PlanName): Plan {
  const plan = PLANS.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`there is no plan '${name}'`);
  return plan;
}

export const PLAN_NAMES = [
  'Free',
  'Starter',
  'Pro',
  'Elite',
] as const satisfies readonly PlanName[];
