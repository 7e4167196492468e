import { join } from 'node:path';
import { type AccountInput, PAPER_SERVER } from '@quorate/contract/trade-sync';
import { getEntitlements, type Usage } from '@quorate/contract/usage';
import { exitsOfIdentity } from '@quorate/trading/exits/exits';
import type { NewsCalendar } from '@quorate/trading/governor/news-calendar';
import { ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { settingsOfIdentity } from '@quorate/trading/risk/rules';
import { currencyDigits } from '@quorate/values/money';
import { BotFault, EXIT, type ExitCode } from './bot-fault.ts';
import type { BotDeps } from './command-line/bot-deps.ts';
import type { Given } from './credentials.ts';
import { openRunJournal, paperLoginOf, type RunIdentity, runIdOf } from './journal/run-journal.ts';
import { lookAtLogKey } from './log-key/log-key.ts';
import { logKeyLines } from './log-key/watch-log-key.ts';
import { costSettings } from './markets/cost-options.ts';
import { type MarketsSetup, setUpMarkets } from './markets/paper-markets.ts';
import type { PaperOptions } from './paper-options.ts';
import type { VerdictWish } from './profiles/verdict-settings.ts';
import type { Output } from './report/output.ts';
import { closingLines, type RunSummary, summarise, summaryText } from './report/summary.ts';
import { walkCandles } from './run/paper-run.ts';
import type { PatientDeps } from './service/call-until-answered.ts';
import { savedSignInIn } from './service/saved-sign-in.ts';
import { deviceName, type Session, signIn, unreachableFault } from './service/session.ts';
import { t } from './words.ts';

type PaperDeps = Pick<
  BotDeps,
  'output' | 'clock' | 'sleep' | 'random' | 'fetch' | 'hostName' | 'stop' | 'openVault'
>;

/** Names in a run's journal of what is known about the run as a whole. */
const BEGUN = 'begun';
const FINISHED = 'finished';

/**
 * A paper run from its options to its summary: loads the candles, signs in, opens the run's journal,
 * walks the candles, syncs, reports.
 *
 * @throws BotFault on everything that keeps the run from beginning
 */
export async function runPaper(
  deps: PaperDeps,
  options: PaperOptions,
  given: Given,
): Promise<ExitCode> {
  const { output } = deps;
  const market = await setUpMarkets(options);
  for (const note of market.notes) output.line(note);
  const patient = patientDeps(deps, options);
  const session = await signIn(
    { ...patient, saved: savedSignInIn(deps.openVault(options.dataDir), options.dataDir, options) },
    { ...given, user: options.user, deviceName: deviceName(deps.hostName) },
  );
  const { service, dataDir } = options;
  const found = await lookAtLogKey({ fetch: deps.fetch, service, dataDir });
  for (const line of logKeyLines(service, found)) output.line(line);
  const summary = await runSignedIn(deps, { options, market, patient, session });
  output.out(
    options.json
      ? `${JSON.stringify(summary)}\n`
      : summaryText(summary, currencyDigits(market.currency)),
  );
  for (const line of closingLines(summary)) output.line(line);
  return exitCodeOf(summary);
}

type SignedIn = {
  options: PaperOptions;
  market: MarketsSetup;
  patient: PatientDeps;
  session: Session;
};

async function runSignedIn(
  deps: PaperDeps,
  { options, market, patient, session }: SignedIn,
): Promise<RunSummary> {
  const { output, clock, stop } = deps;
  const runId = runIdOf(identityOf(options, market, session.user.id));
  const folder = join(options.dataDir, 'runs', runId.slice(0, 16));
  const journal = openRunJournal(folder, clock.now());
  try {
    const account: AccountInput = {
      kind: 'paper',
      server: PAPER_SERVER,
      login: paperLoginOf(runId),
      account_type: 'demo',
      currency: market.currency,
    };
    output.line(
      `Signed in as ${session.user.username}; account ${account.login}, journal in ${folder}.`,
    );
    const resumed = journal.fact(BEGUN) !== null;
    const finished = journal.fact(FINISHED) !== null;
    if (finished)
      output.line(
        'This run is complete: its candles are walked again from its journal, nothing is asked again.',
      );
    else if (resumed)
      output.line(`Going on with this run: ${journal.recorded.length} answers are in its journal.`);
    const usage = await askEntitlements(patient, session, output);
    journal.setFact(BEGUN, '1');
    const run = await walkCandles(
      { ...deps, session, journal },
      { options, market, account, runId, usage },
    );
    const summary = summarise({
      run,
      market,
      account,
      runId,
      resumed,
      userId: session.user.id,
      service: options.service,
      stop: stop.reason(),
    });
    if (summary.complete && summary.unsynced === 0) journal.setFact(FINISHED, '1');
    return summary;
  } finally {
    journal.close();
  }
}

/** What the plan allows, asked before anything is traded. */
async function askEntitlements(
  patient: PatientDeps,
  session: Session,
  output: Output,
): Promise<Usage> {
  const outcome = await session.call(getEntitlements, {});
  switch (outcome.kind) {
    case 'ok': {
      const { plan_name, symbols, daily_trades, usage } = outcome.reply;
      const upTo = (limit: number) => (limit === -1 ? 'any number of' : `${limit}`);
      const tokens =
        usage.tokens_remaining === -1
          ? 'no token limit'
          : `${usage.tokens_remaining} tokens left until ${usage.period_end.slice(0, 10)}`;
      output.line(
        `Plan ${plan_name}: ${tokens}, ${upTo(symbols)} symbols, ${upTo(daily_trades)} trades a day.`,
      );
      return usage;
    }
    case 'stopped':
      throw new BotFault('interrupted', t`Interrupted before the service had answered.`);
    case 'gave-up':
      throw unreachableFault(patient, outcome.reason);
    case 'refused':
      throw new BotFault(
        'service_refused',
        t`The service does not tell the limits of the plan: ${{ message: outcome.message }}`,
      );
  }
}

function patientDeps(deps: PaperDeps, options: PaperOptions): PatientDeps {
  return {
    ...deps,
    http: { fetch: deps.fetch, service: options.service },
    notify: deps.output.line,
    giveUpAfterMs: options.giveUpAfterMs,
    stop: deps.stop.interrupted,
  };
}

function identityOf(
  options: PaperOptions,
  { markets, start, costs, inside }: MarketsSetup,
  userId: string,
): RunIdentity {
  return {
    userId,
    markets: markets.map(({ file, series }) => ({
      symbol: series.symbol,
      timeframe: series.timeframe,
      candles: file.contentHash,
      zone: file.zone,
    })),
    settings: {
      balanceMinor: start.minor,
      currency: start.currency,
      costs: costSettings(costs),
      inside: inside.map(({ symbol, file }) => [symbol, file.contentHash, file.zone]),
      ...settingsOfIdentity(options.risk),
      ...verdictIdentity(options.verdict),
      ...exitsOfIdentity(options.exits),
      ...(options.ruleSet && { ruleSet: JSON.stringify(ruleSetToJson(options.ruleSet)) }),
      ...(options.initialBalance !== null && { initialBalance: options.initialBalance }),
      ...(options.calendar && { calendar: calendarIdentity(options.calendar) }),
      ...(options.newsWithoutCalendar === 'hold' && { newsWithoutCalendar: 'hold' }),
    },
  };
}

function calendarIdentity({ covers, events }: NewsCalendar): string {
  return JSON.stringify([covers, ...events.values()]);
}

/** What is not asked for is not there, so that runs of before are the same runs. */
function verdictIdentity({ mode, ...limits }: VerdictWish): Readonly<Record<string, unknown>> {
  const asked = Object.entries(limits).filter(([, value]) => value !== null);
  return {
    ...(mode !== null && { verdict: mode }),
    ...(asked.length > 0 && { verdictLimits: Object.fromEntries(asked) }),
  };
}

function exitCodeOf(summary: RunSummary): ExitCode {
  if (summary.code === 'interrupted') return EXIT.interrupted;
  return summary.code === null ? EXIT.done : EXIT.serviceGaveUp;
}
