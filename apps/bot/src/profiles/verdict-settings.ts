import type { analyse } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { LIMIT_BOUNDS, type VerdictMode } from '@quorate/trading/ensemble/verdict-rules';
import { z } from 'zod';

const { minExpectedR, confidencePercent } = LIMIT_BOUNDS;
const expectedR = `must be from ${minExpectedR.least} to ${minExpectedR.most}`;
const confidence = `must be from ${confidencePercent.least} to ${confidencePercent.most}, a whole number`;

/** When votes make a trade: the group `verdict` of a profile. */
export const verdictProfile = z.strictObject({
  /** null: the account decides, `proven` with real money and `learning` on all others. */
  mode: z.enum(['proven', 'learning']).nullable().default(null),
  /** Least expected result after costs, in R. */
  min_expected_r: z
    .number(expectedR)
    .min(minExpectedR.least, expectedR)
    .max(minExpectedR.most, expectedR)
    .default(0),
  /** Whether one analyst of proven skill may carry a trade. */
  one_proven: z.boolean().default(true),
  /** How sure the record's lower bound has to be. */
  confidence_percent: z
    .int(confidence)
    .min(confidencePercent.least, confidence)
    .max(confidencePercent.most, confidence)
    .default(80),
});
export type VerdictProfile = z.output<typeof verdictProfile>;

/** What an owner asks of verdicts. null: left to the account, or as it usually is. */
export type VerdictWish = Readonly<{
  mode: VerdictMode | null;
  minExpectedR: number | null;
  oneProven: boolean | null;
  confidencePercent: number | null;
}>;

export const NO_WISH: VerdictWish = {
  mode: null,
  minExpectedR: null,
  oneProven: null,
  confidencePercent: null,
};

export function wishOf(settings: VerdictProfile): VerdictWish {
  return {
    mode: settings.mode,
    minExpectedR: settings.min_expected_r,
    oneProven: settings.one_proven,
    confidencePercent: settings.confidence_percent,
  };
}

/** What was typed for one run, above what a profile says. */
export function wishAbove(typed: VerdictWish, profile: VerdictWish): VerdictWish {
  return {
    mode: typed.mode ?? profile.mode,
    minExpectedR: typed.minExpectedR ?? profile.minExpectedR,
    oneProven: typed.oneProven ?? profile.oneProven,
    confidencePercent: typed.confidencePercent ?? profile.confidencePercent,
  };
}

type WireWish = NonNullable<HandlerInput<typeof analyse>['body']['verdict']>;

/** As a call carries it; undefined where nothing is asked for, as bots of before call. */
export function wishToWire(wish: VerdictWish): WireWish | undefined {
  const { mode, minExpectedR: least, oneProven, confidencePercent: percent } = wish;
  const asked = {
    ...(mode !== null && { mode }),
    ...(least !== null && { min_expected_r: least }),
    ...(oneProven !== null && { one_proven: oneProven }),
    ...(percent !== null && { confidence_percent: percent }),
  };
  return Object.keys(asked).length === 0 ? undefined : asked;
}
