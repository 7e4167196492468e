import { asTold, figureOf, type ReplayRule, type ReplayScene, toldCheck } from './replay-scene.ts';

const STOP_REFUSALS = ['stop_loss_required', 'stop_too_close'];
/** What is told of a stop, kept or not. */
export const STOP_RULES = ['stop_loss_points', ...STOP_REFUSALS];
const TARGET_REFUSALS = ['stops_invalid'];

/** A stop on the losing side, as far from the quote as the broker asks. */
export const replayStopLoss: ReplayRule = (scene) => {
  const { side, symbol, idea } = scene;
  const { asked } = scene.told;
  const told = toldCheck(scene, 'stop_loss_points', STOP_REFUSALS);
  if (scene.sameIdea && told) return asTold(scene, told);
  if (!idea || !asked) return { kind: 'unknown', why: scene.untold };
  if (idea.stopLoss === null) {
    return {
      kind: 'refused',
      check: { rule: 'stop_loss_required', value: 0, limit: 1, unit: '', pass: false },
      sentence: `The ${side} of ${symbol} has no stop loss; 1 is required.`,
    };
  }
  const { bid, ask } = asked.quote;
  const distance = side === 'BUY' ? bid - idea.stopLoss : idea.stopLoss - ask;
  return distanceOf(scene, distance, {
    kept: 'stop_loss_points',
    refusal: 'stop_too_close',
    what: 'stop loss',
  });
};

/** A target on the winning side, as far from the quote as the broker asks. */
export const replayTakeProfit: ReplayRule = (scene) => {
  const { side, symbol, idea } = scene;
  const { asked } = scene.told;
  const told = toldCheck(scene, 'take_profit_points', TARGET_REFUSALS);
  if (scene.sameIdea && told) return asTold(scene, told);
  if (!idea || !asked) return { kind: 'unknown', why: scene.untold };
  if (idea.takeProfit === null) {
    return {
      kind: 'refused',
      check: { rule: 'stops_invalid', value: 0, limit: 1, unit: 'points', pass: false },
      sentence: `The ${side} of ${symbol} has no take profit, so its reward cannot be weighed against its risk.`,
    };
  }
  const { bid, ask } = asked.quote;
  const distance = side === 'BUY' ? idea.takeProfit - bid : ask - idea.takeProfit;
  return distanceOf(scene, distance, {
    kept: 'take_profit_points',
    refusal: 'stops_invalid',
    what: 'take profit',
  });
};

/** Both sides have one least distance, so that either check tells it. */
function distanceOf(
  scene: ReplayScene,
  distance: number,
  { kept, refusal, what }: { kept: string; refusal: string; what: string },
): ReturnType<ReplayRule> {
  const told =
    toldCheck(scene, 'stop_loss_points', ['stop_too_close']) ??
    toldCheck(scene, 'take_profit_points', TARGET_REFUSALS);
  // A distance of less than a point is refused by every broker.
  const least = figureOf(told?.limit) ?? (distance < 1 ? 1 : undefined);
  if (least === undefined) return { kind: 'unknown', why: scene.untold };
  const figures = { value: distance, limit: least, unit: 'points' };
  if (distance >= least) return { kind: 'kept', check: { rule: kept, ...figures, pass: true } };
  return {
    kind: 'refused',
    check: { rule: refusal, ...figures, pass: false },
    sentence: `The ${what} of the ${scene.side} of ${scene.symbol} is ${distance} points from the quote, at least ${least} are required.`,
  };
}

/**
 * The spread may be a multiple of the usual one or a part of the stop's distance, whichever allows more.
 * Neither is told, only what they came to at the stop of then. At another stop the limit lies between
 * that and the same in proportion to the distance, and most often that is enough to tell.
 */
export const replaySpread: ReplayRule = (scene) => {
  const { asked } = scene.told;
  const told = toldCheck(scene, 'spread_points', ['spread']);
  const limit = figureOf(told?.limit);
  if (!told || limit === undefined || !asked || asked.idea.stopLoss === null)
    return asTold(scene, told);
  const stopThen = Math.abs(asked.idea.entry - asked.idea.stopLoss);
  const share = scene.stopPoints / stopThen;
  if (share === 1) return asTold(scene, told);
  const [low, high] = share > 1 ? [limit, (limit + 1) * share] : [limit * share, limit];
  const spread = asked.quote.ask - asked.quote.bid;
  const check = { rule: 'spread_points', value: spread, unit: 'points' };
  if (spread <= Math.floor(low))
    return { kind: 'kept', check: { ...check, limit: Math.floor(low), pass: true } };
  const most = Math.floor(high);
  if (spread > most) {
    return {
      kind: 'refused',
      check: { ...check, rule: 'spread', limit: most, pass: false },
      sentence: `The spread of ${scene.symbol} is ${spread} points, the limit is at most ${most}.`,
    };
  }
  return {
    kind: 'unknown',
    why: `the spread of ${spread} points was held to the distance of another stop loss`,
  };
};
