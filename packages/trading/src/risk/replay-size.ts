import { costPoints } from './replay-reward.ts';
import { asTold, figureOf, type ReplayScene, type ToldCheck, toldCheck } from './replay-scene.ts';
import { type Range, volumeAt } from './replay-volume.ts';

/** How much would have been traded. `lots` are null where no more is known than `between`. */
export type ReplaySize =
  | Readonly<{
      kind: 'sized';
      lots: number | null;
      between: Range;
      checks: readonly ToldCheck[];
    }>
  | Readonly<{ kind: 'refused'; check: ToldCheck; sentence: string }>
  | Readonly<{ kind: 'unknown'; why: string }>;

/** Commission is rounded to the minor unit on both sides, the loss to two decimals of it. */
const ROUNDING_MINOR = 1.02;
const UNTOLD_SIZE = 'the figures of the size of then are not told';

/**
 * The size that the desk's rule gives at another risk or another stop, from what the order of then was
 * to lose at its stop. Figures are told rounded: where more than one size fits them there is a range.
 */
export function replaySize(scene: ReplayScene): ReplaySize {
  const lots = scene.told.asked?.lots ?? null;
  if (lots === null) return unsized(scene);
  const loss = toldCheck(scene, 'loss_at_stop_minor');
  const margin = toldCheck(scene, 'margin_minor');
  const factor = riskFactor(scene);
  if (!loss || !margin || factor === undefined || !(lots > 0))
    return { kind: 'unknown', why: UNTOLD_SIZE };
  const same = scene.sameIdea && factor === 1;
  if (same) return { kind: 'sized', lots, between: [lots, lots], checks: [loss, margin] };

  const then = figuresOfThen(lots, loss, margin);
  const stretch = stopStretch(scene);
  const figures = [...then.perLot, ...then.affordable, then.risk];
  // So small a loss or a margin is lost in its rounding.
  if (!stretch || !figures.every((figure) => Number.isFinite(figure) && figure > 0))
    return { kind: 'unknown', why: UNTOLD_SIZE };
  const risk = riskMoney(then.risk, factor);
  const perLot: Range = [then.perLot[0] * stretch[0], then.perLot[1] * stretch[1]];
  const atRisk = {
    before: lotsFor([then.risk, then.risk], then.perLot),
    now: lotsFor(risk, perLot),
  };
  const sized = { lots, step: scene.told.asked?.volumeStep ?? null };
  const volume = volumeAt(sized, atRisk, then.affordable);
  if (!volume)
    return { kind: 'unknown', why: `${lots} lots are no whole number of any usual step of volume` };
  const { between, least } = volume;
  if (between[1] <= 0) return belowMinimum(scene, least);
  if (between[0] <= 0)
    return { kind: 'unknown', why: 'the order might have been smaller than the broker takes' };
  if (between[0] !== between[1]) return { kind: 'sized', lots: null, between, checks: [] };
  const size = between[0];
  const checks = [
    { ...loss, value: Math.round((size * (perLot[0] + perLot[1])) / 2), limit: risk[0] },
    { ...margin, value: Math.round((size * then.margin) / lots) },
  ];
  return { kind: 'sized', lots: size, between, checks };
}

/** The least and the most of each, as the figures are rounded; not a number where one was told as text. */
function figuresOfThen(lots: number, loss: ToldCheck, margin: ToldCheck) {
  const [lost, risk] = [numberOf(loss.value), numberOf(loss.limit)];
  const [taken, free] = [numberOf(margin.value), numberOf(margin.limit)];
  const perLot: Range = [(lost - ROUNDING_MINOR) / lots, (lost + ROUNDING_MINOR) / lots];
  const affordable: Range = [(free * lots) / (taken + 0.005), (free * lots) / (taken - 0.005)];
  return { perLot, risk, margin: taken, affordable };
}

function numberOf(figure: ToldCheck['limit']): number {
  return figureOf(figure) ?? Number.NaN;
}

/** Lots that may lose so much at their stop. */
function lotsFor(risk: Range, perLot: Range): Range {
  return [(risk[0] - ROUNDING_MINOR) / perLot[1], risk[1] / perLot[0]];
}

/** Whoever was refused before an order was sized, or because no order was small enough. */
function unsized(scene: ReplayScene): ReplaySize {
  const margin = toldCheck(scene, 'margin_minor', ['margin']);
  // The least margin of an order depends on neither its risk nor its side.
  if (margin && !margin.pass) return refusedAsTold(scene, margin);
  const tooLarge = toldCheck(scene, 'loss_at_stop_minor', ['volume_below_minimum']);
  const factor = riskFactor(scene);
  if (!tooLarge || tooLarge.pass || factor === undefined)
    return {
      kind: 'unknown',
      why: 'its other rules would have been kept, but no order was sized then, and the smallest one may be too large',
    };
  if (scene.sameIdea && factor <= 1) return refusedAsTold(scene, tooLarge);
  return {
    kind: 'unknown',
    why: 'the smallest order was too large then, and by how much is not told in figures',
  };
}

function refusedAsTold(scene: ReplayScene, check: ToldCheck): ReplaySize {
  const answer = asTold(scene, check);
  if (answer.kind === 'kept') throw new Error(`the rule ${check.rule} was kept`);
  return answer;
}

function belowMinimum(scene: ReplayScene, least: number): ReplaySize {
  return {
    kind: 'refused',
    check: {
      rule: 'volume_below_minimum',
      value: '0',
      limit: String(least),
      unit: 'lots',
      pass: false,
    },
    sentence: `Even ${least} lots of ${scene.symbol} would lose more at their stop than the risk settings allow.`,
  };
}

/** The tried risk over that of then; undefined where that was not told. */
function riskFactor(scene: ReplayScene): number | undefined {
  const { riskPercent } = scene.tried;
  if (riskPercent === undefined) return 1;
  const before = figureOf(toldCheck(scene, 'risk_percent')?.value);
  return before === undefined || before <= 0 ? undefined : riskPercent / before;
}

/** Risk money is rounded down to the minor unit, then and now. */
function riskMoney(then: number, factor: number): Range {
  if (factor === 1) return [then, then];
  return [Math.floor(then * factor - 1e-6), Math.floor((then + 1) * factor + 1e-6)];
}

/**
 * How much more a lot loses at the stop of now than at that of then, costs included. Where the loss must
 * be converted at the price of the stop, that price is another one as well.
 */
function stopStretch(scene: ReplayScene): Range | undefined {
  if (scene.sameIdea) return [1, 1];
  const cost = costPoints(scene);
  const { asked } = scene.told;
  if (!cost || !asked || asked.idea.stopLoss === null) return undefined;
  const { entry, stopLoss } = asked.idea;
  const stopThen = Math.abs(entry - stopLoss);
  const stretches = cost.map((points) => (scene.stopPoints + points) / (stopThen + points));
  const spread = asked.quote.ask - asked.quote.bid;
  const moved = (2 * (Math.max(stopThen, scene.stopPoints) + spread)) / entry;
  const conversion = scene.unconverted ? 0 : moved;
  return [Math.min(...stretches) * (1 - conversion), Math.max(...stretches) * (1 + conversion)];
}
