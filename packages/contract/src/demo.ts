import { getCalendar } from './calendar.ts';
import { getCalibration, getPanelRecord } from './calibration.ts';
import { explainDecision, getTradeStory } from './decision-outcomes.ts';
import { getDecisionSums } from './decision-sums.ts';
import { getDecision, listDecisions } from './decisions.ts';
import { getDesk } from './desk.ts';
import type { Endpoint } from './endpoint.ts';
import { getEquityCurve } from './equity-curve.ts';
import { listHostedAccounts } from './hosted-accounts.ts';
import { listBots } from './live.ts';
import { getPerformance, getSimulation } from './performance.ts';
import { listRuleSetChanges, listRuleSetPresets, listRuleSets } from './rule-sets.ts';
import { getTradeCharts } from './trade-charts.ts';
import { getTradeProvenance } from './trade-provenance.ts';
import { getSuccessRate, getTradeStatistics, getTradingStatistics } from './trades.ts';
import { getDashboard } from './usage.ts';
import { listVoters } from './voters.ts';

/** What the dashboard of the live demo reads; with the demo's token everything else is refused. */
export const DEMO_READS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  getDashboard,
  getDesk,
  getDecision,
  listDecisions,
  explainDecision,
  getTradeStory,
  listVoters,
  getCalibration,
  getPanelRecord,
  getTradeStatistics,
  getSuccessRate,
  getTradingStatistics,
  getTradeCharts,
  getTradeProvenance,
  getPerformance,
  getEquityCurve,
  getDecisionSums,
  getSimulation,
  listBots,
  listHostedAccounts,
  listRuleSets,
  listRuleSetPresets,
  listRuleSetChanges,
  getCalendar,
]);
