import { msg } from '@lingui/core/runtime-macro';
import type { AnyAccountType } from '@quorate/contract/fields';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import type { I18n } from '../words/i18n.ts';

/** What letters and notices need of an account to name it. */
export type NamedAccount = Readonly<{
  accountType: AnyAccountType;
  isPaper: boolean;
  login: string;
  server: string;
}>;

/** @example accountWords(i18n, { accountType: 'demo', isPaper: false, login: '5001' }) // 'demo account 5001' */
export function accountWords({ t }: I18n, account: Omit<NamedAccount, 'server'>): string {
  const { login } = account;
  switch (kindOf(account)) {
    case 'practice':
      return t(msg`practice account ${{ login }}`);
    case 'paper':
      return t(msg`paper account ${{ login }}`);
    case 'demo':
      return t(msg`demo account ${{ login }}`);
    case null:
      return t(msg`account ${{ login }}`);
  }
}

/** The same with the broker's server, where there is one. @example 'demo account 5001 at Broker-Demo' */
export function accountAndServer(i18n: I18n, account: NamedAccount): string {
  const words = accountWords(i18n, account);
  const { server } = account;
  return server === HOSTED_SERVER ? words : i18n.t(msg`${{ account: words }} at ${{ server }}`);
}

type Kind = Pick<NamedAccount, 'accountType' | 'isPaper'>;

/** What its money is; null where it may be real. */
function kindOf({ accountType, isPaper }: Kind): 'practice' | 'paper' | 'demo' | null {
  if (accountType === 'practice') return 'practice';
  if (isPaper) return 'paper';
  return accountType === 'demo' ? 'demo' : null;
}

/** A paragraph for letters about such accounts; null where money may be real, or a broker's. */
export function paperSentence({ t }: I18n, { accountType, isPaper }: Kind): string | null {
  if (accountType === 'practice')
    return t(msg`It is practice money on a made-up market: no real money is involved.`);
  return isPaper ? t(msg`It is paper money: no real money is involved.`) : null;
}
