import type { AnyAccountType } from '@quorate/contract/fields';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';

/** What letters and notices need of an account to name it. */
export type NamedAccount = Readonly<{
  accountType: AnyAccountType;
  isPaper: boolean;
  login: string;
  server: string;
}>;

/** @example accountWords({ accountType: 'demo', isPaper: false, login: '5001' }) // 'demo account 5001' */
export function accountWords(account: Omit<NamedAccount, 'server'>): string {
  const kind = kindOf(account);
  return `${kind === null ? '' : `${kind} `}account ${account.login}`;
}

/** The same with the broker's server, where there is one. @example 'demo account 5001 at Broker-Demo' */
export function accountAndServer(account: NamedAccount): string {
  const words = accountWords(account);
  return account.server === HOSTED_SERVER ? words : `${words} at ${account.server}`;
}

/** What its money is; null where it may be real. */
function kindOf({
  accountType,
  isPaper,
}: Pick<NamedAccount, 'accountType' | 'isPaper'>): 'practice' | 'paper' | 'demo' | null {
  if (accountType === 'practice') return 'practice';
  if (isPaper) return 'paper';
  return accountType === 'demo' ? 'demo' : null;
}

/** A paragraph for letters about such accounts; null where money may be real, or a broker's. */
export function paperSentence({
  accountType,
  isPaper,
}: Pick<NamedAccount, 'accountType' | 'isPaper'>): string | null {
  if (accountType === 'practice')
    return 'It is practice money on a made-up market: no real money is involved.';
  return isPaper ? 'It is paper money: no real money is involved.' : null;
}
