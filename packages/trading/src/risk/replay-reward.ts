import { roundTo } from '../rounding.ts';
import { asTold, figureOf, type ReplayRule, type ReplayScene, toldCheck } from './replay-scene.ts';
import type { Range } from './replay-volume.ts';
import { RISK_REWARD_FLOOR } from './risk-settings.ts';

/** Reward over risk, after the costs of then: where the prices are others, too, for costs stay as they were. */
export const replayReward: ReplayRule = (scene) => {
  const told = toldCheck(scene, 'risk_reward', ['risk_reward']);
  const { minRiskReward } = scene.tried;
  if (scene.sameIdea && minRiskReward === undefined) return asTold(scene, told);
  const before = figureOf(told?.limit);
  const limit = minRiskReward === undefined ? before : Math.max(minRiskReward, RISK_REWARD_FLOOR);
  if (limit === undefined) return withoutLimit(scene);
  const ratio = rewardOf(scene);
  if (!ratio) return atBest(scene, limit);
  const [low, high] = ratio;
  const value = shown((scene.sameIdea ? figureOf(told?.value) : undefined) ?? (low + high) / 2);
  const check = { rule: 'risk_reward', value, limit, unit: 'ratio' };
  if (low >= limit) return { kind: 'kept', check: { ...check, pass: true } };
  if (high < limit) {
    const sentence = `The reward of the ${scene.side} of ${scene.symbol} is ${value} times its risk after costs, at least ${limit} is required.`;
    return { kind: 'refused', check: { ...check, pass: false }, sentence };
  }
  return {
    kind: 'unknown',
    why: `the reward was ${roundTo(low, 3)} times the risk, and told too roughly to hold it to ${limit}`,
  };
};

/** Costs only lower the ratio: what is too little without them is too little. */
function atBest(scene: ReplayScene, limit: number): ReturnType<ReplayRule> {
  const best = scene.targetPoints / scene.stopPoints;
  if (best >= limit) return { kind: 'unknown', why: scene.untold };
  const value = Math.floor(best * 1_000) / 1_000;
  return {
    kind: 'refused',
    check: { rule: 'risk_reward', value, limit, unit: 'ratio', pass: false },
    sentence: `The reward of the ${scene.side} of ${scene.symbol} is at most ${value} times its risk, at least ${limit} is required.`,
  };
}

/** The trader's own minimum was not told; the desk's floor holds for everybody. */
function withoutLimit(scene: ReplayScene): ReturnType<ReplayRule> {
  return atBest(scene, RISK_REWARD_FLOOR);
}

/** Rounded down, so that no refused ratio looks like the limit. */
function shown(ratio: number): number {
  return Math.floor(ratio * 1_000 + 1e-6) / 1_000;
}

function rewardOf(scene: ReplayScene): Range | undefined {
  const told = toldReward(scene);
  if (!told || scene.sameIdea) return told;
  const cost = costPoints(scene);
  if (!cost) return undefined;
  const ratio = (points: number) => (scene.targetPoints - points) / (scene.stopPoints + points);
  return [ratio(cost[1]), ratio(cost[0])];
}

/** The ratio of then: four decimals where it was kept, rounded down to three where it was not. */
function toldReward(scene: ReplayScene): Range | undefined {
  const told = toldCheck(scene, 'risk_reward', ['risk_reward']);
  const [value, limit] = [figureOf(told?.value), figureOf(told?.limit)];
  if (!told || value === undefined || limit === undefined || value <= -1) return undefined;
  if (told.pass) return [Math.max(value - 5e-5, limit), value + 5e-5];
  return [value, Math.min(value + 1e-3, limit) - 1e-9];
}

/**
 * What a round trip costs as a distance of price in points, from the ratio it led to.
 *
 * @returns undefined where no ratio was told
 */
export function costPoints(scene: ReplayScene): Range | undefined {
  const ratio = toldReward(scene);
  const idea = scene.told.asked?.idea;
  if (!ratio || !idea || idea.stopLoss === null || idea.takeProfit === null) return undefined;
  const stop = Math.abs(idea.entry - idea.stopLoss);
  const target = Math.abs(idea.takeProfit - idea.entry);
  const cost = (value: number) => Math.max(0, (target - value * stop) / (1 + value));
  return [cost(ratio[1]), cost(ratio[0])];
}
