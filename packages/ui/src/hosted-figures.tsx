import { t } from '@lingui/core/macro';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { classNames } from './class-names.ts';
import { formatCount, formatMoney } from './format.ts';
import { balanceChange, changeText } from './hosted-words.ts';
import { NOTHING_YET, toneOf } from './stat.tsx';

const TONES = { plain: 'text-muted', gain: 'text-gain', loss: 'text-loss' } as const;

/** What a paper account has: two figures a row, four where there is room. */
export function HostedFigures({
  account,
  className,
}: {
  account: HostedAccount;
  className?: string;
}) {
  const { currency } = account.account;
  const amount = (value: number | null) =>
    value === null ? NOTHING_YET : formatMoney(value, currency);
  const change = balanceChange(account);
  const facts = [
    { label: t`Balance`, value: amount(account.balance), change },
    { label: t`Equity`, value: amount(account.equity), change: null },
    { label: t`Open positions`, value: formatCount(account.open_positions), change: null },
    { label: t`Closed trades`, value: formatCount(account.closed_trades), change: null },
  ];
  return (
    <dl className={classNames('mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4', className)}>
      {facts.map(({ label, value, change }) => (
        <div key={label} className="min-w-0">
          <dt className="text-tiny text-muted">{label}</dt>
          <dd className="figures flex flex-wrap items-baseline gap-x-1.5 text-small">
            {value}
            {change !== null && change !== 0 && (
              <span className={`text-tiny ${TONES[toneOf(change)]}`}>{changeText(change)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
