import { join } from 'node:path';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { BotFault } from '../bot-fault.ts';
import type { TerminalAccount } from '../mt5/bridge/records.ts';
import type { Profile } from '../profiles/profile.ts';
import { t } from '../words.ts';
import type { LiveOptions } from './live-command.ts';

type Meant = Pick<Profile, 'account_number' | 'broker_server' | 'account_type'>;

/** Where one account's journal, its control channel and its HALT file are. */
export function liveFolder(dataDir: string, { account_number, broker_server }: Meant): string {
  return join(dataDir, 'live', `${account_number}-${broker_server.replace(/[^A-Za-z0-9]+/g, '-')}`);
}

/** Why the terminal's account is not the profile's; null where it is. */
export function wrongAccount(account: TerminalAccount, meant: Meant): string | null {
  const { login, server, trade_mode } = account;
  if (login !== meant.account_number || server !== meant.broker_server) {
    return `The terminal is signed in to account ${login} at ${server}, the profile is for ${meant.account_number} at ${meant.broker_server}.`;
  }
  const type = accountTypeOf(account);
  if (type === meant.account_type) return null;
  return `The terminal says that account ${login} is a ${trade_mode} account, the profile says ${meant.account_type}; nothing is traded until they agree.`;
}

/** A contest is traded with play money, too. */
function accountTypeOf({ trade_mode }: TerminalAccount): 'demo' | 'real' {
  return trade_mode === 'real' ? 'real' : 'demo';
}

/** The account as the service knows it: demo or real as the terminal says, not as somebody typed. */
export function accountInputOf(account: TerminalAccount): AccountInput {
  const { server, login, currency } = account;
  return { kind: 'terminal', server, login, account_type: accountTypeOf(account), currency };
}

/**
 * Real money is traded on what analysts merely state only by whoever types the account's number for that, too.
 *
 * @throws BotFault `usage`
 */
export function acknowledgeLearning(
  { account_number, account_type, verdict: { mode } }: Meant & Pick<Profile, 'verdict'>,
  { verdict, learning }: Pick<LiveOptions, 'verdict' | 'learning'>,
): void {
  const wanted = verdict ?? mode;
  if (account_type !== 'real' || wanted !== 'learning' || learning === account_number) return;
  throw new BotFault(
    'usage',
    verdict
      ? t`With --verdict learning real money is traded before anything is proven, at a quarter of the risk. If you want that, add: --learning ${{ account: account_number }}`
      : t`By verdict.mode of its profile real money is traded before anything is proven, at a quarter of the risk. If you want that, add: --learning ${{ account: account_number }}`,
  );
}

/**
 * Where the rules of an account do not allow automated trading, only the typed number of the account lets it run.
 *
 * @throws BotFault `usage`
 */
export function acknowledgeAutomated(
  { account_number, automated_account }: Pick<Profile, 'account_number' | 'automated_account'>,
  rules: RuleSet | null,
): void {
  if (rules?.automatedTrading !== 'not_allowed' || automated_account === account_number) return;
  throw new BotFault(
    'usage',
    t`The rules "${{ name: rules.name }}" do not allow automated trading: the firm may close the account. If you want it all the same, type ${{ accountNumber: account_number }} under "Account rules" of the configuration in the app, or set automated_account of the profile to it.`,
  );
}

/**
 * Real money is traded only by whoever types the account's number once more.
 *
 * @param typed after --real; null without it
 * @throws BotFault `usage`
 */
export function acknowledgeReal(
  { account_number, account_type }: Meant,
  typed: string | null,
): void {
  if (account_type === 'real' && typed !== account_number) {
    throw new BotFault(
      'usage',
      typed === null
        ? t`This profile trades real money. If you want that, add: --real ${{ accountNumber: account_number }}`
        : t`--real ${{ typed }} is not the account of this profile, which is ${{ accountNumber: account_number }}.`,
    );
  }
  if (account_type === 'demo' && typed !== null) {
    throw new BotFault('usage', t`The profile is for a demo account; leave --real away.`);
  }
}
