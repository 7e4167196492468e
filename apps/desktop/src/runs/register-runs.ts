import { flattenBot, getRun, haltBot, resumeBot, startBot, stopBot } from '../contract/runs.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { Runs } from '../parts.ts';

/** Start, stop, halt, resume, flatten, and what the bot is doing. */
export function registerRuns(route: LocalRoute, runs: Runs): void {
  const done = { done: true } as const;
  route(startBot, async ({ params }) => {
    await runs.start(params.name);
    return done;
  });
  route(stopBot, async ({ params }) => {
    await runs.stop(params.name);
    return done;
  });
  route(haltBot, async ({ params }) => {
    await runs.halt(params.name);
    return done;
  });
  route(resumeBot, async ({ params }) => {
    await runs.resume(params.name);
    return done;
  });
  route(flattenBot, async ({ params }) => {
    await runs.flatten(params.name);
    return done;
  });
  route(getRun, ({ params }) => runs.detail(params.name));
}
