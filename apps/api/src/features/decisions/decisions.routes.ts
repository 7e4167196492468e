import {
  analyse,
  getDecision,
  listDecisions as listDecisionsCall,
} from '@quorate/contract/decisions';
import type { Route } from '../../plugins/endpoint.ts';
import { listDecisions, readDecision } from './decision-record.service.ts';
import type { DecisionDeps } from './decisions.deps.ts';
import { analyseSnapshot } from './decisions.service.ts';
import { createUnderWay } from './under-way.ts';

export function registerDecisions(route: Route, deps: DecisionDeps): void {
  const analysing = { ...deps, underWay: createUnderWay() };
  route(analyse, async ({ body }, { user }) => ({
    success: true,
    ...(await analyseSnapshot(analysing, user.id, body)),
  }));

  route(getDecision, async ({ params }, { user }) => ({
    success: true,
    ...(await readDecision(deps, user.id, params.decision_id)),
  }));

  route(listDecisionsCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listDecisions(deps, { userId: user.id, symbol: query.symbol }, query)),
  }));
}
