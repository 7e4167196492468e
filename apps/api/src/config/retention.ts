import { PLAN_NAMES, type PlanName } from '@quorate/contract/plans';
import { z } from 'zod';

type Bounds = Readonly<{ usual: number; least: number; most: number }>;

const TEN_YEARS = 3_653;

/** How many days rows of a table are kept, where that is the operator's to say, and within which bounds. */
export const KEPT_DAYS = {
  // Limits of a day and of a billing cycle look back so far.
  symbol_usage: { usual: 90, least: 35, most: TEN_YEARS },
  account_usage: { usual: 90, least: 35, most: TEN_YEARS },
  user_spend_days: { usual: 1_096, least: 90, most: TEN_YEARS },
  model_days: { usual: TEN_YEARS, least: 90, most: TEN_YEARS },
  assistant_spending: { usual: TEN_YEARS, least: 90, most: TEN_YEARS },
  free_spending: { usual: TEN_YEARS, least: 90, most: TEN_YEARS },
  bot_silences: { usual: 90, least: 7, most: 1_096 },
  bot_commands: { usual: 90, least: 7, most: 1_096 },
  // An outcome is agreed by bars that others had within 30 days.
  market_bars: { usual: 30, least: 30, most: 366 },
  // Longer than those bars: no report of an older moment is counted once more.
  shared_moments: { usual: 90, least: 90, most: 1_096 },
  board_moments: { usual: 90, least: 90, most: 1_096 },
  bar_series: { usual: 30, least: 7, most: 366 },
  // What the dashboard draws by the hour.
  equity_steps: { usual: 90, least: 31, most: TEN_YEARS },
  hosted_use: { usual: 90, least: 35, most: TEN_YEARS },
  weekly_mails: { usual: 90, least: 30, most: 1_096 },
  // The privacy policy promises two years at most.
  contact_messages: { usual: 730, least: 30, most: 730 },
} as const satisfies Record<string, Bounds>;

export type KeptTable = keyof typeof KEPT_DAYS;

/** An outcome may come for weeks, and is agreed, graded and counted for the board meanwhile. */
const DECISION_DAYS_LEAST = 90;

export const RETENTION_ENVIRONMENT = {
  RETENTION_DAYS: z.string().optional(),
  DECISION_DAYS: z.string().optional(),
};

export type RetentionSettings = Readonly<{
  /** Of tables whose rows are kept for another time than usual. */
  days: Readonly<Partial<Record<KeptTable, number>>>;
  /** By plan: after so many days a decision that opened nothing is compacted; for good where none is named. */
  decisionDays: Readonly<Partial<Record<PlanName, number>>>;
}>;

export function retentionFrom({
  RETENTION_DAYS: tables = '',
  DECISION_DAYS: plans = '',
}: z.output<z.ZodObject<typeof RETENTION_ENVIRONMENT>>): {
  retention: RetentionSettings;
  faults: string[];
} {
  const faults: string[] = [];
  const decisions = { least: DECISION_DAYS_LEAST, most: TEN_YEARS };
  const days = pairsOf('RETENTION_DAYS', tables, {
    boundsOf: (name) => (isKept(name) ? KEPT_DAYS[name] : null),
    example: 'contact_messages=365,bot_silences=30',
    faults,
  });
  const decisionDays = pairsOf('DECISION_DAYS', plans, {
    boundsOf: (name) => (PLAN_NAMES.some((plan) => plan === name) ? decisions : null),
    example: 'Free=90,Starter=365',
    faults,
  });
  return { retention: { days, decisionDays }, faults };
}

function isKept(name: string): name is KeptTable {
  return Object.hasOwn(KEPT_DAYS, name);
}

function pairsOf(
  variable: string,
  text: string,
  {
    boundsOf,
    example,
    faults,
  }: Readonly<{
    /** null for a name that takes no days. */
    boundsOf: (name: string) => Pick<Bounds, 'least' | 'most'> | null;
    example: string;
    faults: string[];
  }>,
): Record<string, number> {
  const pairs: Record<string, number> = {};
  for (const pair of text.split(',').map((each) => each.trim())) {
    if (pair === '') continue;
    const [, name = '', number = ''] = /^(\w+)\s*=\s*(\d{1,6})$/.exec(pair) ?? [];
    const bounds = boundsOf(name);
    if (name === '') faults.push(`${variable} must look like ${example}; this does not: ${pair}`);
    else if (bounds === null) faults.push(`${variable} cannot set days for ${name}`);
    else if (name in pairs) faults.push(`${variable} names ${name} twice`);
    else if (Number(number) < bounds.least || Number(number) > bounds.most)
      faults.push(
        `${variable} for ${name} must be ${bounds.least} to ${bounds.most} days, not ${number}`,
      );
    else pairs[name] = Number(number);
  }
  return pairs;
}
