import { OWN_RULES, SERVER_MIDNIGHT } from './floors.ts';
import { ALPHA_CAPITAL_PRESETS } from './presets/alpha-capital.ts';
import { E8_PRESETS } from './presets/e8.ts';
import { FTMO_PRESETS } from './presets/ftmo.ts';
import { FUNDEDNEXT_PRESETS } from './presets/fundednext.ts';
import { FUNDINGPIPS_PRESETS } from './presets/fundingpips.ts';
import { ONLY_LINES } from './presets/parts.ts';
import { THE5ERS_PRESETS } from './presets/the5ers.ts';
import { TOPSTEP_PRESETS } from './presets/topstep.ts';
import type { EquityLine, Preset, RuleSet } from './rule-set.ts';

/** Rules that firms publish, as of the day that each names. Rules change: the firm's own text decides. */
export const PRESETS: readonly Preset[] = [
  ...FTMO_PRESETS,
  ...FUNDEDNEXT_PRESETS,
  ...THE5ERS_PRESETS,
  ...FUNDINGPIPS_PRESETS,
  ...ALPHA_CAPITAL_PRESETS,
  ...E8_PRESETS,
  ...TOPSTEP_PRESETS,
];

const byId = new Map(PRESETS.map((preset) => [preset.id, preset]));

/** @example presetOf('ftmo-2-step')?.lines.length // 2 */
export function presetOf(id: string): Preset | undefined {
  return byId.get(id);
}

/** Days after which a preset is old enough to warn about. */
export const PRESET_FRESH_DAYS = 90;

/** Days since the preset was compared with what its firm publishes. @param today ISO day */
export function presetAgeDays({ preset }: Preset, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(preset.checkedOn)) / 86_400_000);
}

/**
 * The owner's own limits as a rule set: it governs every account that has no other. The day and the week pause
 * trading until they turn; the fall from the highest equity stops it until the owner begins the line again.
 *
 * @param drawdownPercent and weeklyProfitPercent null for no such limit
 */
export function defaultRuleSet(
  dailyLossPercent: number,
  weeklyLossPercent: number,
  drawdownPercent: number | null,
  weeklyProfitPercent: number | null,
): RuleSet {
  const lines: EquityLine[] = [
    { ...ownLine(dailyLossPercent), kind: 'day' },
    { ...ownLine(weeklyLossPercent), kind: 'week' },
  ];
  if (drawdownPercent !== null)
    lines.push({
      ...ownLine(drawdownPercent),
      kind: 'total',
      basis: 'start_balance',
      trails: 'on_equity',
      onTouch: 'end',
    });
  return { ...ONLY_LINES, id: OWN_RULES, name: 'Your own limits', lines, weeklyProfitPercent };
}

/** Of the equity with which it began, as the limits of the risk settings count. */
function ownLine(percentOfBasis: number): Omit<EquityLine, 'kind'> {
  return {
    basis: 'day_start_equity',
    amount: { percentOfBasis },
    trails: 'no',
    stopsTrailingAtPercent: null,
    turnsAt: SERVER_MIDNIGHT,
    onTouch: 'pause_until_turn',
  };
}
