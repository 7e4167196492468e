import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Reply } from '@quorate/contract/endpoint';
import { getReadiness } from '@quorate/contract/health';
import { getEntitlements } from '@quorate/contract/usage';
import type { Clock } from '@quorate/trading/loop/ports';
import { BotFault } from '../bot-fault.ts';
import { storageFault } from '../journal/storage-fault.ts';
import type { Profile, RiskProfile } from '../profiles/profile.ts';
import { callEndpoint, endpointUrl } from '../service/call-endpoint.ts';
import type { SavedToken } from '../service/saved-sign-in.ts';
import type { Vault } from '../vault/vault.ts';
import { t } from '../words.ts';
import { checkInstall, checkTerminal, type TerminalSetup } from './check-terminal.ts';
import { type Finding, fail, ok, repair, skip, warn } from './finding.ts';

/** What is looked at, and who reads what is found. */
export type CheckedSetup = TerminalSetup &
  Readonly<{
    /** As in process.versions.node; null for a program that brings its own. */
    nodeVersion: string | null;
    dataDir: string;
    /** @throws BotFault `vault` */
    openVault(): Vault;
    /** The configuration, or why its file cannot be used. */
    profile: Profile | BotFault;
    /** Whether the risk settings have to be within what the guide recommends. */
    isGuided: boolean;
    clock: Clock;
    fetch: typeof fetch;
    /** Address and sign-in; null where only a profile says which, and it cannot be used. */
    service(): Readonly<{ address: string; saved: SavedToken | null }> | null;
  }>;

type Check = (setup: CheckedSetup) => readonly Finding[] | Promise<readonly Finding[]>;

/** Everything that a live run needs, in the order in which it is mended. Each finds what it finds by itself. */
export const SETUP_CHECKS: readonly Check[] = [
  ({ nodeVersion }) => (nodeVersion === null ? [] : [checkNode(nodeVersion)]),
  ({ dataDir, end }) => [checkDataFolder(dataDir, end)],
  (setup) => [checkVault(setup)],
  checkProfile,
  (setup) => withProfile(setup, (profile) => checkInstall(setup, profile)),
  (setup) => withProfile(setup, (profile) => checkTerminal(setup, vaultOf(setup), profile)),
  checkService,
];

/** What cannot be used was found already. */
function withProfile<T>({ profile }: CheckedSetup, check: (profile: Profile) => T): T | [] {
  return profile instanceof BotFault ? [] : check(profile);
}

const NODE_NEEDED = 26;

/** @param version as in process.versions.node */
export function checkNode(version: string): Finding {
  const major = Number(version.split('.')[0]);
  if (major >= NODE_NEEDED) return ok('node', t`Node ${{ version }}`);
  return fail(
    'node',
    t`Node ${{ version }}, and the bot needs ${{ nodeNeeded: NODE_NEEDED }} or newer`,
    t`Run "npm ci" in the folder of the program and start the bot with npm.`,
  );
}

/** Whether runs and journals can be written. */
export function checkDataFolder(dataDir: string, end: CheckedSetup['end']): Finding {
  const probe = join(dataDir, '.doctor');
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(probe, 'x');
    } finally {
      rmSync(probe, { force: true });
    }
    return ok('data-folder', resolve(dataDir));
  } catch (error) {
    const { message } = storageFault(resolve(dataDir), error);
    return fail('data-folder', message, repair(end, 'data-folder'));
  }
}

/** Whether a secret comes back from the vault as it was put in. */
function checkVault({ openVault, end }: CheckedSetup): Finding {
  try {
    const vault = openVault();
    const { kind, place, why } = vault.describe();
    vault.set('doctor', 'probe');
    const back = vault.get('doctor');
    vault.remove('doctor');
    if (back !== 'probe') {
      const advice = repair(end, 'forgetful-vault');
      return fail('vault', t`${{ place }} does not give back what is put in`, advice);
    }
    if (kind === 'system') return ok('vault', place);
    return warn(
      'vault',
      t`secrets are kept in ${{ place }}: ${{ why: why ?? t`nothing else is there` }}`,
    );
  } catch (error) {
    if (!(error instanceof BotFault)) throw error;
    return fail('vault', error.message, repair(end, 'vault'));
  }
}

/** null where it does not open, which its check says. */
export function vaultOf({ openVault }: Pick<CheckedSetup, 'openVault'>): Vault | null {
  try {
    return openVault();
  } catch (error) {
    if (error instanceof BotFault) return null;
    throw error;
  }
}

function checkProfile({ profile, end, isGuided }: CheckedSetup): readonly Finding[] {
  if (profile instanceof BotFault)
    return [fail('profile', profile.message, repair(end, 'profile'))];
  const found = ok('profile', `${profile.configuration_name} (${profile.account_type})`);
  return isGuided ? [found, ...checkRisk(profile.risk)] : [found];
}

const RISK_MOST_PERCENT = 2;
const RISK_REWARD_LEAST = 1;
/** A limit of everything is none. */
const LOSS_BELOW_PERCENT = 100;
const DAILY_TRADES_MOST = 5;

function checkRisk(risk: RiskProfile): readonly Finding[] {
  const outside = outsideBounds(risk);
  const { maximum_daily_trades: trades } = risk;
  return [
    outside.length === 0
      ? ok(
          'risk-settings',
          t`${{ riskPerTradePercent: risk.risk_per_trade_percent }} % risk per trade, daily loss limit ${{ dailyLossLimitPercent: risk.daily_loss_limit_percent }} %, weekly loss limit ${{ weeklyLossLimitPercent: risk.weekly_loss_limit_percent }} %, risk-reward 1:${{ minimumRiskReward: risk.minimum_risk_reward }}`,
        )
      : fail('risk-settings', outside.join(' '), t`Change the risk settings of the configuration.`),
    ...(trades > DAILY_TRADES_MOST
      ? [
          warn(
            'daily-trades',
            t`The maximum daily trades are ${{ trades }}; the guide recommends 3 to ${{ dailyTradesMost: DAILY_TRADES_MOST }}.`,
          ),
        ]
      : []),
  ];
}

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
      t`The risk per trade is ${{ perTrade }} %, and should be at most ${{ riskMostPercent: RISK_MOST_PERCENT }} %.`,
    daily >= LOSS_BELOW_PERCENT &&
      t`The daily loss limit is ${{ daily }} %, which is none: set one below ${{ lossBelowPercent: LOSS_BELOW_PERCENT }} %.`,
    weekly >= LOSS_BELOW_PERCENT &&
      t`The weekly loss limit is ${{ weekly }} %, which is none: set one below ${{ lossBelowPercent: LOSS_BELOW_PERCENT }} %.`,
    riskReward < RISK_REWARD_LEAST &&
      t`The risk-reward ratio is 1:${{ riskReward }}, and should be at least 1:${{ riskRewardLeast: RISK_REWARD_LEAST }}.`,
  ];
  return faults.filter((fault) => fault !== false);
}

const TIMEOUT_MS = 5_000;
/** More than this and bars, limits and order life times are judged wrongly. */
const CLOCK_TOLERANCE_S = 5;

/** Whether the service answers, knows this bot, and what the plan allows. */
async function checkService(setup: CheckedSetup): Promise<readonly Finding[]> {
  const asked = setup.service();
  if (asked === null) return [];
  const { address, saved } = asked;
  const http = { fetch: setup.fetch, service: address, timeoutMs: TIMEOUT_MS };
  const ready = await callEndpoint(http, getReadiness, {});
  if (ready.kind !== 'ok') {
    const why = ready.kind === 'unreachable' ? ready.reason : ready.message;
    const profile = setup.profile instanceof BotFault ? null : setup.profile;
    const advice = repair(setup.end, 'service', profile);
    return [
      fail('service', t`${{ address }} does not answer as it should: ${{ why }}`, advice),
      ...(['clock', 'sign-in', 'plan'] as const).map((check) =>
        skip(check, t`the service is not there`),
      ),
    ];
  }
  return [
    ok('service', address),
    await checkClock(setup, address),
    ...(await checkSignIn(http, saved, setup.end)),
  ];
}

/** This computer's clock against the one of the service, which tells whole seconds. */
async function checkClock({ fetch, clock }: CheckedSetup, service: string): Promise<Finding> {
  const sent = clock.now();
  const date = await dateHeader(fetch, service);
  const received = clock.now();
  if (date === null) return skip('clock', t`the service does not tell its time`);
  const earliest = Math.max(0, date - received);
  const latest = Math.max(0, sent - (date + 1_000));
  const offS = Math.round(Math.max(earliest, latest) / 1_000);
  if (offS <= CLOCK_TOLERANCE_S)
    return ok('clock', t`within ${{ clockToleranceS: CLOCK_TOLERANCE_S }} s of the service`);
  return fail(
    'clock',
    earliest > 0
      ? t`this computer is ${{ offS }} s behind the service`
      : t`this computer is ${{ offS }} s ahead of the service`,
    t`Let the system set the time by the internet.`,
  );
}

async function dateHeader(fetch: CheckedSetup['fetch'], service: string): Promise<number | null> {
  try {
    const url = endpointUrl(service, '/healthz', {}, {});
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const at = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(at) ? null : at;
  } catch {
    // Whether it answers at all was another check.
    return null;
  }
}

async function checkSignIn(
  http: Parameters<typeof callEndpoint>[0],
  saved: SavedToken | null,
  end: CheckedSetup['end'],
): Promise<readonly Finding[]> {
  const noPlan = skip('plan', t`nobody is signed in`);
  if (saved === null) {
    return [warn('sign-in', t`this bot has not signed in yet`, repair(end, 'sign-in')), noPlan];
  }
  const outcome = await callEndpoint(http, getEntitlements, {}, saved.token);
  switch (outcome.kind) {
    case 'ok':
      return [ok('sign-in', t`as ${{ username: saved.user.username }}`), checkPlan(outcome.reply)];
    case 'unreachable':
      return [warn('sign-in', t`the service did not say: ${{ reason: outcome.reason }}`), noPlan];
    case 'refused': {
      const advice = outcome.status === 401 ? repair(end, 'signed-out') : null;
      return [fail('sign-in', outcome.message, advice), noPlan];
    }
  }
}

function checkPlan(plan: Reply<typeof getEntitlements>): Finding {
  const { plan_name, symbols, daily_trades, usage } = plan;
  const upTo = (limit: number) => (limit === -1 ? t`any number of` : `${limit}`);
  const detail = t`${{ planName: plan_name }}: ${{ symbols: upTo(symbols) }} symbols, ${{ trades: upTo(daily_trades) }} trades a day`;
  if (usage.tokens_remaining === 0) {
    // Set up it is all the same, and what is open is looked after.
    return warn(
      'plan',
      t`${{ detail }}; no tokens are left until ${{ periodEnd: usage.period_end.slice(0, 10) }}`,
      t`Nothing is decided until then; open positions are looked after. A larger plan has more.`,
    );
  }
  const left =
    usage.tokens_remaining === -1
      ? t`no token limit`
      : t`${{ tokensRemaining: usage.tokens_remaining }} tokens left`;
  return ok('plan', `${detail}, ${left}`);
}
