import type { Side } from '../account/order.ts';
import type { RuleCheck } from '../analysts/vote.ts';
import type { AgreementKind } from './agreement.ts';
import { DEFAULT_CONFIDENCE_PERCENT, PROVEN_FROM } from './standing.ts';

/** `proven`: by what the record shows. `learning`: by what the voters state, while there is no record. */
export type VerdictMode = 'proven' | 'learning';

/** When votes make a trade. */
export type VerdictLimits = Readonly<{
  mode: VerdictMode;
  /** Voters there must be, abstentions not counted. */
  minVoters: number;
  /** Independent voices that must agree. */
  minAgreement: number;
  /** Whether one voter of proven skill may carry a trade. */
  oneProven: boolean;
  /** Least expected value after costs, in R. */
  minExpectedR: number;
  /** How sure the record's lower bound has to be, one-sided. */
  confidencePercent: number;
}>;

/** Between which figures an owner may choose. */
export const LIMIT_BOUNDS = {
  minExpectedR: { least: 0, most: 5 },
  confidencePercent: { least: 60, most: 95 },
} as const;

export const DEFAULT_LIMITS: VerdictLimits = {
  mode: 'proven',
  minVoters: 3,
  minAgreement: 1.3,
  oneProven: true,
  minExpectedR: 0,
  confidencePercent: DEFAULT_CONFIDENCE_PERCENT,
};

/** What paper and demo accounts begin with. */
export const LEARNING_LIMITS: VerdictLimits = { ...DEFAULT_LIMITS, mode: 'learning' };

/** What the votes come to in figures. */
export type VerdictFigures = Readonly<{
  voters: number;
  /** The pool points nowhere. */
  tied: boolean;
  side: Side;
  /** Places of those who agree. */
  agreeing: readonly number[];
  effective: number;
  kind: AgreementKind | null;
  /** Outcomes in the record. */
  outcomes: number;
  /** That price goes one ATR to that side first. */
  chance: number;
  /** Expected value after costs in R, and its lower bound by the record; null where nobody names a stop. */
  expectedR: number | null;
  expectedRLow: number | null;
}>;

/** One condition of a trade. */
export type VerdictRule = Readonly<{
  /** null where it does not apply. */
  check(figures: VerdictFigures, limits: VerdictLimits): RuleCheck | null;
}>;

function atLeast(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value >= limit };
}

/** In the order in which a reason is looked for. */
export const VERDICT_RULES: readonly VerdictRule[] = [
  { check: ({ voters }, { minVoters }) => atLeast('voters', voters, minVoters) },
  { check: ({ tied }) => atLeast('direction', tied ? 0 : 1, 1) },
  {
    check: ({ effective, kind }, { minAgreement }) => ({
      ...atLeast('agreement', effective, minAgreement),
      pass: kind !== null,
    }),
  },
  {
    check: ({ outcomes }, { mode }) =>
      mode === 'proven' ? atLeast('outcomes', outcomes, PROVEN_FROM) : null,
  },
  {
    check: ({ expectedR }, { minExpectedR }) =>
      expectedR === null ? null : atLeast('expected_r', expectedR, minExpectedR),
  },
  {
    check: ({ expectedRLow }, { mode }) =>
      mode === 'learning' || expectedRLow === null
        ? null
        : atLeast('expected_r_low', expectedRLow, 0),
  },
];
