import type { FastifyInstance } from 'fastify';
import type { ProcessSettings } from '../config/config.ts';
import { loggedError } from '../http/log-error.ts';
import type { Lifecycle } from './lifecycle.ts';

/** After this long without a request that came whole, what still comes in is not waited for. */
const QUIET_MS = 1_000;
const LOOK_EVERY_MS = 50;

/**
 * Ends the process once it is told to. First it says that it is not ready, for the time that balancers
 * need to see it; then the port is closed and what was taken is finished. Told twice, it ends at once.
 *
 * @param close finishes what runs, and lets go of everything
 */
export function endWhenTold(
  { drainMs, finishMs }: ProcessSettings,
  lifecycle: Lifecycle,
  close: () => Promise<void>,
): void {
  const stop = async () => {
    if (lifecycle.isEnding()) process.exit(1);
    lifecycle.end();
    setTimeout(() => process.exit(1), drainMs + finishMs).unref();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    try {
      await close();
    } catch (error) {
      const { message } = loggedError(error);
      process.stderr.write(`The service did not end in order: ${message}\n`);
      process.exit(1);
    }
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Closes the port and answers what has come. A request that is never sent whole holds nothing open. */
export async function closeApp(app: FastifyInstance, { counts }: Lifecycle): Promise<void> {
  let quietSince = performance.now();
  const look = setInterval(() => {
    if (counts.inFlight > 0) quietSince = performance.now();
    else if (performance.now() - quietSince > QUIET_MS) app.server.closeAllConnections();
  }, LOOK_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearInterval(look);
  }
}
