import { BotFault } from '@quorate/bot/bot-fault';
import { checkDataFolder, checkVault } from '@quorate/bot/doctor/check-computer';
import { checkBridge, checkToken } from '@quorate/bot/doctor/check-connection';
import { checkInstall } from '@quorate/bot/doctor/check-install';
import { checkService } from '@quorate/bot/doctor/check-service';
import { type Finding, fail, ok, warn } from '@quorate/bot/doctor/finding';
import type { ExpertSource } from '@quorate/bot/mt5/install/deploy-expert';
import type { TerminalInstall } from '@quorate/bot/mt5/install/find-terminals';
import type { Profile, RiskProfile } from '@quorate/bot/profiles/profile';
import type { Account, DesktopDeps, Runs } from '../parts.ts';
import { APP_WORDS } from './app-words.ts';
import { askBotAtWork } from './ask-bot-at-work.ts';
import { appVisits, type Known } from './visit-for-app.ts';

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

/**
 * Looks at everything that the bot of a configuration needs.
 *
 * @param load of the configuration; throws BotFault `profile` where its file cannot be used
 * @returns what the broker calls the pairs, as far as the terminal has told
 */
export async function lookAtSetup(
  deps: LookDeps,
  name: string,
  load: () => Profile,
  looking: Looking,
): Promise<Known> {
  const { tell } = looking;
  tell([
    advised(checkDataFolder(deps.dataDir), APP_WORDS.dataFolder),
    advised(
      checkVault(() => deps.vault),
      APP_WORDS.vault,
    ),
  ]);
  const service = tellService(deps, name, tell);
  const known = await lookAtConfiguration(deps, load, looking);
  await service;
  return known;
}

async function tellService(
  { clock, fetch, account }: LookDeps,
  name: string,
  tell: Looking['tell'],
): Promise<void> {
  const asked = { fetch, clock, name, service: account.service(), words: APP_WORDS };
  tell(await checkService(asked, account.token()));
}

async function lookAtConfiguration(
  deps: LookDeps,
  load: () => Profile,
  looking: Looking,
): Promise<Known> {
  const profile = loaded(load);
  if (profile instanceof BotFault) {
    looking.tell([fail('profile', profile.message, 'Correct or remove the configuration.')]);
    return {};
  }
  const { configuration_name: name, account_type: type } = profile;
  looking.tell([ok('profile', `${name} (${type})`), ...riskFindings(profile)]);
  const { roots, expertSources } = deps;
  const { findings, terminal } = checkInstall(profile, roots, expertSources(), APP_WORDS);
  looking.tell(findings);
  return lookAtTerminal(deps, profile, terminal, looking);
}

async function lookAtTerminal(
  deps: LookDeps,
  profile: Profile,
  terminal: TerminalInstall | null,
  { waitMs, signal, tell }: Looking,
): Promise<Known> {
  const bridged = { profile, vault: deps.vault, terminal };
  const until = deps.timers.now() + waitMs;
  for (;;) {
    const running = await askBotAtWork(deps, profile, until, signal);
    if (signal.aborted) return {};
    if (running !== null) {
      tell([checkToken(bridged, APP_WORDS).shared, ...running]);
      return {};
    }
    const { visit, known, isOver, isPortTaken, end } = appVisits(deps, profile, until, signal);
    const now = () => deps.clock.now();
    const found = await checkBridge({ visit, now, words: APP_WORDS }, bridged).finally(end);
    if (signal.aborted) return {};
    // Its bot was started in between, which has the port now and knows better.
    if (isOver()) continue;
    tell(isPortTaken() ? found.map(asPort) : found);
    return known();
  }
}

/** A port that is another program's is mended in the configuration, not in the terminal. */
function asPort(finding: Finding): Finding {
  return finding.check === 'connection' ? { ...finding, check: 'port' } : finding;
}

/** For people at the app, who have no command line. */
function advised(finding: Finding, advice: string): Finding {
  return finding.status === 'fail' ? { ...finding, advice } : finding;
}

function riskFindings({ risk }: Profile): readonly Finding[] {
  const outside = outsideBounds(risk);
  const unusual = unusualRisk(risk);
  return [
    outside.length === 0
      ? ok('risk-settings', riskText(risk))
      : fail('risk-settings', outside.join(' '), 'Change the risk settings of the configuration.'),
    ...(unusual === null ? [] : [warn('daily-trades', unusual)]),
  ];
}

function loaded(load: () => Profile): Profile | BotFault {
  try {
    return load();
  } catch (error) {
    if (error instanceof BotFault) return error;
    throw error;
  }
}

const RISK_MOST_PERCENT = 2;
const RISK_REWARD_LEAST = 1;
/** A limit of everything is none. */
const LOSS_BELOW_PERCENT = 100;
const DAILY_TRADES_MOST = 5;

/** What of the risk settings is outside of what the guide recommends, with the value and the bound. */
export function outsideBounds(risk: RiskProfile): readonly string[] {
  const {
    risk_per_trade_percent: perTrade,
    daily_loss_limit_percent: daily,
    weekly_loss_limit_percent: weekly,
    minimum_risk_reward: riskReward,
  } = risk;
  const faults: (string | false)[] = [
    perTrade > RISK_MOST_PERCENT &&
      `The risk per trade is ${perTrade} %, and should be at most ${RISK_MOST_PERCENT} %.`,
    daily >= LOSS_BELOW_PERCENT &&
      `The daily loss limit is ${daily} %, which is none: set one below ${LOSS_BELOW_PERCENT} %.`,
    weekly >= LOSS_BELOW_PERCENT &&
      `The weekly loss limit is ${weekly} %, which is none: set one below ${LOSS_BELOW_PERCENT} %.`,
    riskReward < RISK_REWARD_LEAST &&
      `The risk-reward ratio is 1:${riskReward}, and should be at least 1:${RISK_REWARD_LEAST}.`,
  ];
  return faults.filter((fault) => fault !== false);
}

/** What is within the bounds and still more than the guide recommends. */
function unusualRisk({ maximum_daily_trades: trades }: RiskProfile): string | null {
  return trades > DAILY_TRADES_MOST
    ? `The maximum daily trades are ${trades}; the guide recommends 3 to ${DAILY_TRADES_MOST}.`
    : null;
}

/** The settings in one line. */
function riskText(risk: RiskProfile): string {
  return `${risk.risk_per_trade_percent} % risk per trade, daily loss limit ${risk.daily_loss_limit_percent} %, weekly loss limit ${risk.weekly_loss_limit_percent} %, risk-reward 1:${risk.minimum_risk_reward}`;
}
