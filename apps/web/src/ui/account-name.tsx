import { t } from '@lingui/core/macro';
import { HOSTED_SERVER, type ShownAccount } from '@quorate/contract/trade-sync';
import { usePaperName } from '../lib/query/hosted-accounts.ts';

type AccountNameProps = { userId: string; account: Pick<ShownAccount, 'login' | 'server'> };

/** A trading account: its number and its server, or the name that its owner gave to one that the service trades. */
export function AccountName({ userId, account: { login, server } }: AccountNameProps) {
  const name = usePaperName(userId, login);
  if (server === HOSTED_SERVER)
    return (
      <>
        <span className="wrap-anywhere">{name ?? login}</span>{' '}
        <span className="text-muted">{t`in paper trading`}</span>
      </>
    );
  return (
    <>
      <span className="figures wrap-anywhere">{login}</span>{' '}
      <span className="text-muted">{t`at ${server}`}</span>
    </>
  );
}
