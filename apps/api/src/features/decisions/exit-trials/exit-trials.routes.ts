import { msg } from '@lingui/core/runtime-macro';
import { tryExits } from '@quorate/contract/exit-trials';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { DecisionDeps } from '../decisions.deps.ts';
import { tryPastTrades } from './try-exits.service.ts';

const HOUR_MS = 3_600_000;

export function registerExitTrials(route: Route, deps: DecisionDeps): void {
  const limit = deps.limits.replays;
  const perUser = {
    what: 'exit_trial',
    limit,
    windowMs: HOUR_MS,
    words: msg`${{ limit }} trials of exits an hour`,
  };
  route(tryExits, async ({ body }, { user }) => {
    await countAgainst(deps, perUser, user.id);
    return { success: true, ...(await tryPastTrades(deps, user.id, body)) };
  });
}
