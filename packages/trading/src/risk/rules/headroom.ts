import { lots, lotsToDecimal } from '@quorate/values/lots';
import { formatMoney, money } from '@quorate/values/money';
import { neededMinor, roomMinor, worstNeededMinor } from '../../governor/fit.ts';
import { denied } from '../refusal.ts';
import { passed, type Settings, type TradeRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  headroom:
    'The smallest order of EURUSD, 0.01 lots, needs 2.92 USD with what is kept for slips; equity leaves 2.40 USD: open risk is 448.10 USD, the floor 9500.00 USD, the buffer 49.50 USD.',
} as const;
export const settings = {
  safetyBufferPercent: {
    field: 'safety_buffer_percent',
    label: 'Buffer above the floor',
    unit: '%',
    least: 0,
    most: 10,
    default: 0.5,
    recommended: '0.5',
    help: 'What stays between equity and the highest floor even if every stop is hit; nearer to it, everything is closed.',
    ofEquity: true,
  },
} as const satisfies Settings;

/**
 * What everything open may lose at its stops, slips and costs included, stays above the highest floor of the
 * rule set, and above one that ends the account even if one symbol slips at its very worst. A trade is made as
 * small as it has to be; where not even the smallest fits, it is refused.
 */
export const rule: TradeRule<typeof settings> = {
  kind: 'trade',
  name: 'headroom_minor',
  label: 'Headroom',
  unit: 'minor',
  sign: '≥',
  refusedWhen:
    'equity - open risk - floor - buffer < what the smallest order needs, or less is left above the floor of the account than its worst slip takes',
  check(context) {
    const { governor, instrument, idea, account } = context;
    if (!governor || idea.stopLoss === null) return undefined;
    const { headroomMinor, openRiskMinor, floorMinor, bufferMinor } = governor;
    const { endRoomMinor, worstBeyondMinor, worstHereMinor } = governor;
    const room = roomMinor(governor);
    const least = Math.ceil(neededMinor(context, instrument.volumeMinSteps));
    const worst = Math.ceil(worstNeededMinor(context, instrument.volumeMinSteps)) + worstHereMinor;
    const worstFits = endRoomMinor === null || endRoomMinor >= worst;
    if (room >= least && worstFits) return passed('headroom_minor', room, least);

    const text = (minor: number) =>
      Number.isSafeInteger(minor) ? formatMoney(money(minor, account.currency)) : 'not known';
    const refused = (limit: number, actual: number, words: string) =>
      denied('headroom', Number.isSafeInteger(limit) ? limit : 'not known', actual, words);
    const smallest = lotsToDecimal(lots(instrument.volumeMinSteps, instrument.volumeStep));
    const order = `The smallest order of ${instrument.symbol}, ${smallest} lots,`;
    const needs = `${order} needs ${text(least)} with what is kept for slips; equity leaves ${text(room)}: open risk is ${text(openRiskMinor)},`;
    if (endRoomMinor === null || headroomMinor < least)
      return refused(
        least,
        headroomMinor,
        `${needs} the floor ${text(floorMinor)}, the buffer ${text(bufferMinor)}.`,
      );
    const end = account.equity.minor - openRiskMinor - bufferMinor - endRoomMinor;
    const ends = `the floor that ends the account ${text(end)}, the buffer ${text(bufferMinor)}.`;
    if (worstFits)
      return refused(
        least,
        room,
        `${needs} the worst slip of one symbol ${text(worstBeyondMinor)} more, ${ends}`,
      );
    return refused(
      worst,
      endRoomMinor,
      `${order} loses ${text(worst)} if ${instrument.symbol} slips at its very worst; equity leaves ${text(endRoomMinor)}: open risk is ${text(openRiskMinor)}, ${ends}`,
    );
  },
};
