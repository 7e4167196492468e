import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import { t } from '../words.ts';
import { acceptLogKey, type FoundLogKey, lookAtLogKey } from './log-key.ts';
import type { LogKeyOptions } from './log-key-command.ts';
import { logKeyLines } from './watch-log-key.ts';

/**
 * Prints what is known of the key, or accepts another one.
 *
 * @throws BotFault `usage` where another key is accepted than the one that signs now, `service_unreachable` where that
 *   cannot be known
 */
export async function runLogKey(
  deps: Pick<BotDeps, 'output' | 'fetch'>,
  { service, dataDir, accept, json }: LogKeyOptions,
): Promise<ExitCode> {
  const { output } = deps;
  const look = () => lookAtLogKey({ fetch: deps.fetch, service, dataDir });
  let found = await look();
  if (found.kind === 'unknown')
    throw new BotFault(
      'service_unreachable',
      t`The key of the log of ${{ service }} cannot be read: ${{ why: found.why }}`,
    );
  if (accept !== null && found.kind === 'changed') {
    if (accept !== found.served)
      throw new BotFault(
        'usage',
        t`The log of ${{ service }} is not signed with that key. It is signed with ${{ key: found.served }}`,
      );
    acceptLogKey(dataDir, service, accept);
    found = await look();
  }
  if (json) output.out(`${JSON.stringify({ service, ...found })}\n`);
  else for (const line of linesOf(service, found)) output.out(`${line}\n`);
  return EXIT.done;
}

function linesOf(service: string, found: FoundLogKey): readonly string[] {
  const told = logKeyLines(service, found);
  if (told.length > 0 || found.kind === 'changed' || found.kind === 'unknown') return told;
  const how = found.kind === 'first' ? 'is pinned from now on' : 'is the pinned one';
  return [`The key of the log of ${service} ${how}: ${found.key}`];
}
