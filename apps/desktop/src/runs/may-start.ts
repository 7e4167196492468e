import { BotFault } from '@quorate/bot/bot-fault';
import { liveFolder } from '@quorate/bot/live/live-account';
import { isSameName, type Profile } from '@quorate/bot/profiles/profile';
import { savedSignInIn } from '@quorate/bot/service/saved-sign-in';
import { profileSecret } from '@quorate/bot/vault/vault';
import { plural, t } from '@quorate/bot/words';
import type { RunState } from '../contract/runs.ts';
import { LocalFault, loadOrNull } from '../local-fault.ts';
import type { Account, Configurations, DesktopDeps, RealMoney } from '../parts.ts';

type Parts = Readonly<{ configurations: Configurations; account: Account; realMoney: RealMoney }>;

/**
 * What has to be so before a bot is started.
 *
 * @param atWork names of the bots that run
 * @returns the configuration
 * @throws LocalFault `signed_out`, `setup_problem`, `real_money_locked`, `account_in_use` or `account_limit_reached`
 */
export function refuseStart(
  {
    vault,
    dataDir,
    isAgain,
  }: Pick<DesktopDeps, 'vault' | 'dataDir'> & Readonly<{ isAgain: boolean }>,
  { configurations, account, realMoney }: Parts,
  name: string,
  atWork: readonly string[],
): Profile {
  const refuse = (code: string, message: string) => new LocalFault('conflict', message, { code });
  if (account.token() === null)
    throw refuse('signed_out', account.signedOutBecause() ?? t`Sign in first, then start the bot.`);
  let profile: Profile;
  try {
    profile = configurations.load(name);
  } catch (error) {
    if (!(error instanceof BotFault)) throw error;
    throw refuse('setup_problem', error.message);
  }
  const { service, user, configuration_name: known } = profile;
  if (savedSignInIn(vault, dataDir, { service, user }).read() === null) {
    throw refuse(
      'signed_out',
      t`The configuration ${{ known }} belongs to ${{ user }} at ${{ service }}, who is not signed in on this computer. Sign in as ${{ user }}, or add a configuration of your own.`,
    );
  }
  if (vault.get(profileSecret(known, 'bridge-token')) === null) {
    throw refuse(
      'setup_problem',
      t`The terminal of ${{ known }} is not set up yet: it and the bot share no token. Press "Set up terminal" in the setup check.`,
    );
  }
  refuseLocked(realMoney, profile);
  refuseShared(configurations, dataDir, profile, atWork);
  // What was opened under a larger plan is guarded on; the service decides nothing beyond the smaller one.
  if (isAgain) return profile;
  const limit = account.current()?.plan?.terminal_accounts ?? -1;
  const others = accountsOf(configurations, atWork).filter((each) => each !== accountOf(profile));
  if (limit >= 0 && others.length >= limit) {
    throw refuse(
      'account_limit_reached',
      t`Your plan lets ${plural({ limit }, { one: '# terminal account', other: '# terminal accounts' })} trade, and ${plural({ count: others.length }, { one: '# already does', other: '# already do' })}. Stop one of the other bots, or upgrade on the website.`,
    );
  }
  return profile;
}

/**
 * What has to be so still before a bot that ended by itself is started again: people edit files meanwhile. A
 * smaller plan and an ended sign-in keep nobody from guarding what is open.
 *
 * @throws LocalFault `real_money_locked` or `account_in_use`, BotFault `profile`
 */
export function mayGoOn(
  { configurations, realMoney }: Pick<Parts, 'configurations' | 'realMoney'>,
  dataDir: string,
  name: string,
  atWork: readonly string[],
): Profile {
  const profile = configurations.load(name);
  refuseLocked(realMoney, profile);
  refuseShared(configurations, dataDir, profile, atWork);
  return profile;
}

/** Whose bot has the account already. @throws LocalFault `account_in_use` */
export function refuseShared(
  configurations: Pick<Configurations, 'load'>,
  dataDir: string,
  profile: Profile,
  atWork: readonly string[],
): void {
  const { configuration_name: own, account_number: number, broker_server: server } = profile;
  // Two accounts of one folder would be one to everything that is kept of them.
  const folderOf = (each: Profile | null) => each && liveFolder(dataDir, each).toLowerCase();
  const folder = folderOf(profile);
  const other = atWork.find(
    (name) => !isSameName(name, own) && folderOf(loadOrNull(configurations, name)) === folder,
  );
  if (other === undefined) return;
  throw new LocalFault(
    'conflict',
    t`The account ${{ number }} at ${{ server }} is at work already with the bot of ${{ other }}. One account has one bot: stop that one first.`,
    { code: 'account_in_use' },
  );
}

/**
 * Nobody wants a bot to begin a minute after they have turned away.
 *
 * @param isClosing whether everything is being closed without a bot
 * @throws LocalFault `stopping` or `closing`
 */
export function refuseBusy(name: string, phase: RunState['phase'], isClosing: boolean): void {
  if (phase === 'stopping') {
    const message = t`The bot of ${{ name }} is still ending; start it once it has stopped.`;
    throw new LocalFault('conflict', message, { code: 'stopping' });
  }
  if (!isClosing) return;
  const message = t`Everything of ${{ name }} is being closed; start its bot after that.`;
  throw new LocalFault('conflict', message, { code: 'closing' });
}

/** Why a bot that does not answer cannot be told anything. */
export function notRunning(name: string, phase: RunState['phase']): LocalFault {
  const why: Partial<Record<RunState['phase'], string>> = {
    starting: t`The bot of ${{ name }} is just starting; try again in a moment.`,
    restarting: t`The bot of ${{ name }} has ended and is started again automatically; try again in a moment.`,
    stopping: t`The bot of ${{ name }} is just ending; it opens nothing any more.`,
  };
  const message = why[phase] ?? t`No bot of ${{ name }} runs; start it first.`;
  return new LocalFault('conflict', message, { code: 'not_running' });
}

function refuseLocked(realMoney: RealMoney, profile: Profile): void {
  if (realMoney.isUnlocked(profile)) return;
  const { configuration_name: name, account_number: number, broker_server: server } = profile;
  throw new LocalFault(
    'conflict',
    t`${{ name }} is for the real account ${{ number }} at ${{ server }}, and nobody who is signed in now has switched it to Real in this app. Under Real money of ${{ name }}, go back to Demo and then switch to Real.`,
    { code: 'real_money_locked' },
  );
}

function accountsOf(configurations: Configurations, names: readonly string[]): readonly string[] {
  const accounts = names.flatMap((name) => {
    const profile = loadOrNull(configurations, name);
    return profile ? [accountOf(profile)] : [];
  });
  return [...new Set(accounts)];
}

function accountOf({ account_number: number, broker_server: server }: Profile): string {
  return `${number}@${server}`;
}
