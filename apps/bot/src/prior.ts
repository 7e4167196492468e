import { writeFileSync } from 'node:fs';
import { getPrior } from '@quorate/contract/calibration';
import { BotFault, EXIT, type ExitCode } from './bot-fault.ts';
import type { BotDeps } from './command-line/bot-deps.ts';
import type { Given } from './credentials.ts';
import type { PriorOptions } from './prior-command.ts';
import { savedSignInIn } from './service/saved-sign-in.ts';
import { deviceName, signIn, unreachableFault } from './service/session.ts';
import { t } from './words.ts';

type PriorDeps = Pick<
  BotDeps,
  'output' | 'clock' | 'sleep' | 'random' | 'fetch' | 'hostName' | 'stop' | 'openVault'
>;

/** Somebody waits for it. */
const GIVE_UP_AFTER_MS = 30_000;

/**
 * Fetches the record of a market and writes it as `replay --prior` reads it.
 *
 * @throws BotFault as signing in does, `service_refused`, or `report_file` where the file cannot be written
 */
export async function runPrior(
  deps: PriorDeps,
  options: PriorOptions,
  given: Given,
): Promise<ExitCode> {
  const { output } = deps;
  const { symbol, timeframe, out } = options;
  const patient = {
    ...deps,
    http: { fetch: deps.fetch, service: options.service },
    notify: output.line,
    giveUpAfterMs: GIVE_UP_AFTER_MS,
    stop: deps.stop.interrupted,
  };
  const saved = savedSignInIn(deps.openVault(options.dataDir), options.dataDir, options);
  const session = await signIn(
    { ...patient, saved },
    { ...given, user: options.user, deviceName: deviceName(deps.hostName) },
  );
  const outcome = await session.call(getPrior, { query: { symbol, timeframe } });
  switch (outcome.kind) {
    case 'ok':
      break;
    case 'stopped':
      throw new BotFault('interrupted', t`Interrupted before the service had answered.`);
    case 'gave-up':
      throw unreachableFault(patient, outcome.reason);
    case 'refused':
      throw new BotFault('service_refused', outcome.message);
  }
  const { prior, shared_outcomes: shared, own_outcomes: own } = outcome.reply;
  const text = `${JSON.stringify(prior)}\n`;
  if (out === null) output.out(text);
  else write(out, text);
  output.line(
    `${symbol} ${timeframe}: ${shared + own} outcomes are known, ${shared} of all accounts together and ${own} of yours.`,
  );
  if (out === null) return EXIT.done;
  output.line(`They are in ${out}: bot replay --prior ${out} begins with them.`);
  if (options.json) {
    output.out(
      `${JSON.stringify({ success: true, file: out, shared_outcomes: shared, own_outcomes: own })}\n`,
    );
  }
  return EXIT.done;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BotFault('report_file', t`--out ${{ file }} cannot be written: ${{ why }}`, {
      cause: error,
    });
  }
}
