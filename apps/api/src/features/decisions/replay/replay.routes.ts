import { replayDecision as replayDecisionCall } from '@quorate/contract/decision-replay';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { DecisionDeps } from '../decisions.deps.ts';
import { replayDecision } from './replay.service.ts';

const HOUR_MS = 3_600_000;

export function registerReplay(route: Route, deps: DecisionDeps): void {
  const limit = deps.limits.replays;
  const perUser = {
    what: 'replay',
    limit,
    windowMs: HOUR_MS,
    words: `${limit} replays of decisions an hour`,
  };
  route(replayDecisionCall, async ({ params, body }, { user, gone }) => {
    await countAgainst(deps, perUser, user.id);
    const asked = { userId: user.id, decisionId: params.decision_id };
    return { success: true, ...(await replayDecision(deps, asked, body, gone)) };
  });
}
