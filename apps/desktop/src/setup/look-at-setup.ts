import type { BotFault } from '@quorate/bot/bot-fault';
import { type CheckedSetup, SETUP_CHECKS } from '@quorate/bot/doctor/check-setup';
import { askRunningBot } from '@quorate/bot/doctor/check-terminal';
import { type Finding, fail, repair } from '@quorate/bot/doctor/finding';
import { terminalVisits, type Visit } from '@quorate/bot/doctor/visit-terminal';
import { wrongAccount } from '@quorate/bot/live/live-account';
import { findSymbol } from '@quorate/bot/mt5/broker/symbol-finder';
import type { ExpertSource } from '@quorate/bot/mt5/install/deploy-expert';
import { isSameName, type Profile } from '@quorate/bot/profiles/profile';
import { t } from '@quorate/bot/words';
import type { Account, DesktopDeps, Runs } from '../parts.ts';

export type LookDeps = Pick<
  DesktopDeps,
  'clock' | 'timers' | 'sleep' | 'fetch' | 'dataDir' | 'vault' | 'roots'
> &
  Readonly<{
    expertSources(): readonly ExpertSource[];
    account: Pick<Account, 'service' | 'token'>;
    runs: Pick<Runs, 'atWork' | 'onChange'>;
  }>;

type Looking = Readonly<{
  /** How long the terminal is waited for. */
  waitMs: number;
  /** Ends the looking; what was found until then is of no use. */
  signal: AbortSignal;
  /** Told of findings as they are made. */
  tell(findings: readonly Finding[]): void;
}>;

/** What the broker calls the pairs, by the person's name of them. */
export type Known = Readonly<Record<string, string>>;

/** A terminal that was started a moment ago has dialled in before it has signed in to its broker. */
const SETTLE_MS = 10_000;
const AGAIN_MS = 1_000;

/**
 * Looks at everything that the bot of a configuration needs.
 *
 * @param profile or why its file cannot be used
 * @returns what the broker calls the pairs, as far as the terminal has told
 */
export async function lookAtSetup(
  deps: LookDeps,
  profile: Profile | BotFault,
  { waitMs, signal, tell }: Looking,
): Promise<Known> {
  const { account, vault, timers, runs } = deps;
  const until = timers.now() + waitMs;
  let known: Known = {};
  const setup: CheckedSetup = {
    ...deps,
    end: 'app',
    nodeVersion: null,
    profile,
    isGuided: true,
    openVault: () => vault,
    askBot: (of) => askBotAtWork(deps, of, until, signal),
    /** Until the bot is started, which needs the port itself. */
    async visit(of, token, look) {
      const started = new AbortController();
      const end = runs.onChange(() => {
        if (isAtWork(runs, of.configuration_name)) started.abort();
      });
      const leftMs = Math.max(0, until - timers.now());
      const listen = terminalVisits(timers, AbortSignal.any([signal, started.signal]), {
        ms: Math.min(SETTLE_MS, leftMs),
        isSettled: ({ permissions, account: at }, meant) =>
          permissions.connected && wrongAccount(at, meant) === null,
      });
      const found = await listen(of, token, leftMs, async (visit) => {
        const seen = await look(visit);
        if (visit.kind === 'here') known = await namesOf(visit, of);
        return visit.kind === 'taken' ? seen.map(asPort) : seen;
      }).finally(end);
      return started.signal.aborted && !signal.aborted ? null : found;
    },
    service: () => ({ address: account.service(), saved: account.token() }),
  };
  const check = async (each: (typeof SETUP_CHECKS)[number]) => {
    const found = await each(setup);
    if (!signal.aborted) tell(found);
  };
  // The service is asked while the terminal is waited for.
  await Promise.all(SETUP_CHECKS.map(check));
  return known;
}

async function namesOf(
  { link }: Extract<Visit, { kind: 'here' }>,
  { risk }: Profile,
): Promise<Known> {
  const outcome = await link.request('symbol.names', {});
  if (outcome.kind !== 'ok') return {};
  const { names } = outcome.answer;
  const found = risk.currency_pairs.map((pair) => findSymbol(pair, names));
  return Object.fromEntries(
    found.flatMap((each) => (each.kind === 'found' ? [[each.wanted, each.name]] : [])),
  );
}

/** A port that is another program's is mended in the configuration, not in the terminal. */
function asPort(finding: Finding): Finding {
  return finding.check === 'connection' ? { ...finding, check: 'port' } : finding;
}

/** Capitals make no other configuration. */
export function isAtWork(runs: Pick<Runs, 'atWork'>, name: string): boolean {
  return runs.atWork().some((each) => isSameName(each, name));
}

/**
 * Asks the bot of a configuration for its terminal. It has the port: nobody may listen beside it, also
 * while it only begins.
 *
 * @param until UTC, ms: how long a bot that has no terminal yet is waited for
 * @param signal ends the waiting
 * @returns null where none is at work
 */
async function askBotAtWork(
  { timers, sleep, dataDir, runs }: LookDeps,
  profile: Profile,
  until: number,
  signal: AbortSignal,
): Promise<readonly Finding[] | null> {
  for (;;) {
    const told = await askRunningBot(profile, dataDir, 'app', signal);
    const isBeginning = isAtWork(runs, profile.configuration_name);
    if (told === null && !isBeginning) return null;
    const hasTerminal = told?.some(
      ({ check, status }) => check === 'connection' && status === 'ok',
    );
    // Waiting makes no other bot this one's.
    const isOther = told?.some(({ status }) => status === 'fail') && !isBeginning;
    if (told && (hasTerminal || isOther)) return told;
    if (signal.aborted || timers.now() >= until) {
      const detail =
        told?.find(({ check }) => check === 'connection')?.detail ??
        t`the bot is at work and does not answer yet`;
      return [
        fail('connection', detail, repair('app', 'nobody', profile)),
        ...(told ?? []).filter(({ check }) => check !== 'connection'),
      ];
    }
    await sleep(AGAIN_MS, signal);
  }
}
