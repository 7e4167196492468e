import { signInAs } from './builders.ts';
import { deskAnswer } from './desk.ts';
import { type Answer, type Call, refusal, serve, silence } from './handlers.ts';
import { hostedAnswer } from './hosted.ts';
import { buildCalibration, buildVoters } from './models.ts';
import { buildPanelRecord } from './panel.ts';
import { buildDecisionSums, buildPerformance, buildSimulation } from './performance.ts';
import { renderApp } from './render-app.tsx';
import { ruleSetsAnswer } from './rule-sets.ts';
import { subscriptionAnswer } from './subscription.ts';
import { buildCharts } from './trade-charts.ts';

export const unavailable = refusal(
  503,
  'service_unavailable',
  'The service cannot answer right now.',
);

/** The checklist of someone who has begun. */
export const freshChecklist = {
  'mt5-installed': true,
  'mt5-account': false,
  'algo-trading': false,
  'desktop-app': false,
  'bot-config': false,
  'risk-settings': false,
};

/** The answer of the dashboard call: Pro with 7 of 10 million tokens used. */
export function planAnswer(plan: object = {}, usage: object = {}): Answer {
  return {
    body: {
      success: true,
      plan: {
        name: 'Pro',
        monthly_cost: 80,
        token_limit: 10_000_000,
        is_unlimited: false,
        description: '10M tokens a month and 20 symbols.',
        ...plan,
      },
      usage: {
        token_limit: 10_000_000,
        tokens_used: 7_000_000,
        tokens_remaining: 3_000_000,
        period_start: '2026-11-10T00:00:00.000Z',
        period_end: '2026-12-10T00:00:00.000Z',
        ...usage,
      },
    },
  };
}

/** Answers of all the overview’s calls. */
export const overview = {
  'GET /api/user/desk': deskAnswer(null),
  'GET /api/user/dashboard': planAnswer(),
  // The connection is made and nothing happens.
  'GET /api/user/live': () => silence(),
  'GET /api/user/bots': {
    body: {
      success: true,
      now: '2026-11-20T12:00:00.000Z',
      bots: [],
      pagination: { page: 1, per_page: 10, total: 0, total_pages: 0 },
    },
  },
  // Nothing is offered.
  'GET /api/user/hosted-accounts': hostedAnswer([], { sources: [] }),
  'GET /api/user/rule-sets': ruleSetsAnswer([]),
  'GET /api/user/subscription': subscriptionAnswer(),
  'GET /api/user/checklist': { body: { success: true, checklist: freshChecklist } },
  'POST /api/user/checklist': { body: { success: true, checklist: freshChecklist } },
  'GET /api/download/desktop-release': { body: { success: true, release: null } },
  'GET /api/user/performance': { body: buildPerformance() },
  'GET /api/user/trade-provenance': {
    body: {
      success: true,
      total_trades: 5,
      provenances: [
        { provenance: 'demo-agreed', trades: 3 },
        { provenance: 'contradicted', trades: 2 },
      ],
    },
  },
  'GET /api/user/trade-charts': { body: buildCharts([]) },
  'GET /api/user/equity-curve': { body: { success: true, accounts: [], curve: null } },
  'GET /api/user/decision-sums': { body: buildDecisionSums() },
  'GET /api/user/simulation': { body: buildSimulation() },
  'GET /api/user/voters': { body: buildVoters() },
  'GET /api/user/calibration': { body: buildCalibration() },
  'GET /api/user/panel-record': { body: buildPanelRecord() },
};

/** Opens a tab of the record on what the service answers. */
export async function openRecord(search: string, answer: Answer | ((call: Call) => Answer)) {
  const user = signInAs();
  const path = `/api/bot/trade-statistics/${user.id}`;
  const calls = serve({ ...overview, [`GET ${path}`]: answer });
  const router = await renderApp(`/dashboard?${search}`);
  return { router, queries: () => calls.filter((call) => call.path === path).map((c) => c.query) };
}

/** The zone of the machine the test runs on. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
