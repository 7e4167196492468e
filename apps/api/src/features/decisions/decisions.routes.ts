import {
  explainDecision as explainDecisionCall,
  getTradeStory,
  reportOutcome,
  reportOutcomes,
} from '@quorate/contract/decision-outcomes';
import {
  analyse,
  getDecision,
  listDecisions as listDecisionsCall,
} from '@quorate/contract/decisions';
import { listVoters as listVotersCall } from '@quorate/contract/voters';
import type { Route } from '../../http/endpoint.ts';
import type { CountRows } from '../usage/stored-rows.ts';
import {
  explainDecision,
  listDecisions,
  listVoters,
  readDecision,
  readTradeStory,
} from './decision-record.service.ts';
import type { DecisionDeps } from './decisions.deps.ts';
import { analyseSnapshot, createUnderWay } from './decisions.service.ts';
import { registerExitTrials } from './exit-trials/exit-trials.routes.ts';
import { storeOutcome, storeOutcomes } from './outcomes.service.ts';
import { registerReplay } from './replay/replay.routes.ts';

export function registerDecisions(
  route: Route,
  deps: DecisionDeps & { countRows: CountRows },
): void {
  const analysing = { ...deps, underWay: createUnderWay() };
  route(analyse, async ({ body }, { user: { id, role }, gone }) => ({
    success: true,
    ...(await analyseSnapshot(analysing, { id, operator: role === 'admin' }, body, gone)),
  }));

  route(listVotersCall, async (_input, { user }) => ({
    success: true,
    ...(await listVoters(deps, user.id)),
  }));

  route(getDecision, async ({ params }, { user }) => ({
    success: true,
    ...(await readDecision(deps, user.id, params.decision_id)),
  }));

  route(listDecisionsCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listDecisions(
      deps,
      {
        userId: user.id,
        symbol: query.symbol,
        outcome: query.outcome,
        accountType: query.account_type,
      },
      query,
    )),
  }));

  route(explainDecisionCall, async ({ params }, { user }) => ({
    success: true,
    ...(await explainDecision(deps, user.id, params.decision_id)),
  }));

  route(getTradeStory, async ({ params }, { user }) => ({
    success: true,
    ...(await readTradeStory(deps, user.id, params)),
  }));

  registerReplay(route, deps);
  registerExitTrials(route, deps);

  route(reportOutcome, async ({ params, body }, { user }) => {
    await deps.countRows(user.id, 'outcomes', 1);
    return {
      success: true,
      stored: await storeOutcome(deps, user.id, params.decision_id, body),
    };
  });

  route(reportOutcomes, async ({ body }, { user }) => {
    await deps.countRows(user.id, 'outcomes', body.outcomes.length);
    return { success: true, ...(await storeOutcomes(deps, user.id, body.outcomes)) };
  });
}
