import { PRESETS } from '@quorate/trading/governor/presets';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { ownRules } from '@quorate/trading/simulation/simulated-governor';
import type { Benchmark } from './benchmark.ts';
import { readPanel, runPanel, startOf } from './governor-panel.ts';

const LEAST_TAKEN = 85;

/**
 * Six symbols, hour by hour from 2012 to 2022, with a fixed panel (learning off) under the default rules and every
 * preset, a new account on the day after a total floor locks; each moment is looked at again at the worst order of
 * its prices. The figure is the most days on which one rule set's daily line was crossed: all of them for a rule set
 * whose total floor was crossed, or that took less than 85% of the trades of a run that nobody governs.
 */
export const benchmark: Benchmark = {
  name: 'governor.presets',
  title: 'days beyond a daily line in ten years of six symbols, the worst rule set',
  unit: 'days',
  bar: { of: 'figure', op: '<=', value: 2 },
  async run(context) {
    const panel = readPanel();
    const own = ownRules(DEFAULT_RISK_SETTINGS);
    const rows: string[][] = [];
    const listed: string[] = [];
    let figure = 0;
    let days = 0;
    const free = new Map<number, number>();
    const risks: string[] = [];
    for (const ruleSet of [own, ...PRESETS]) {
      const start = startOf(ruleSet).minor;
      if (!free.has(start)) {
        const ungoverned = await runPanel(panel, null, ruleSet);
        free.set(start, ungoverned.result.trades.length);
        risks.push(`${ungoverned.meanRiskPercent.toFixed(2)}%`);
      }
      const { result, audit, refusals, meanRiskPercent } = await runPanel(panel, ruleSet);
      const codes = ['headroom', 'rule_set_positions', 'rule_set_lots', 'rule_set_open_risk'];
      const refused = codes.reduce((sum, code) => sum + (refusals[code] ?? 0), 0);
      const trades = result.trades.length;
      const taken = (100 * trades) / (free.get(start) ?? Number.NaN);
      const end = (100 * result.account.equity.minor) / start;
      const row = [
        ruleSet.name,
        String(audit.daysBeyond),
        String(audit.totalCrossings),
        String(audit.accounts),
        String(trades),
        `${taken.toFixed(1)}%`,
        String(refused),
        `${meanRiskPercent.toFixed(2)}%`,
        `${end.toFixed(1)}%`,
      ];
      rows.push(row);
      context.say(row.join(' | '));
      for (const { asOf, kind, beyondReserve } of audit.crossings)
        listed.push(
          `${ruleSet.id} ${kind} ${new Date(asOf).toISOString()}: ${beyondReserve.join(', ')}`,
        );
      const holds = audit.totalCrossings === 0 && taken >= LEAST_TAKEN;
      figure = Math.max(figure, holds ? audit.daysBeyond : audit.days);
      days = audit.days;
    }
    for (const each of listed) context.say(each);
    return {
      figure,
      note: `${days} days; ${free.get(startOf(own).minor)} trades without a governor, of ${risks.join(' and ')} risk on average; each crossing: ${listed.join('; ') || 'none'}`,
      table: {
        head: [
          'Rules',
          'Days beyond',
          'Total floors crossed',
          'Accounts',
          'Trades',
          'Of those without a governor',
          'Refused by it',
          'Risk of a trade',
          'End, of the start',
        ],
        rows,
      },
    };
  },
};
