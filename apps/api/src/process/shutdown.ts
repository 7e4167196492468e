import type { ProcessSettings } from '../config/config.ts';
import { loggedError } from '../http/log-error.ts';
import type { Lifecycle } from './lifecycle.ts';

/**
 * Shuts the process down on SIGTERM or SIGINT. First it reports that it is not ready, for the time that
 * balancers need to see it; then `close` finishes running work. A second signal ends it at once.
 */
export function shutDownOnSignal(
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
      process.stderr.write(`The service did not shut down cleanly: ${message}\n`);
      process.exit(1);
    }
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
