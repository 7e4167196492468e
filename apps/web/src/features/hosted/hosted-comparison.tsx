import { t } from '@lingui/core/macro';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { formatCount } from '@quorate/ui/format';
import { balanceChange, changeText } from '@quorate/ui/hosted-words';
import { NOTHING_YET, toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { differingSettings } from './hosted-words.ts';

const TONES = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

/** Accounts side by side: what they made of their balance, and what sets them apart. */
export function HostedComparison({ accounts }: { accounts: readonly HostedAccount[] }) {
  const differing = differingSettings(accounts);
  return (
    <div className="mt-6 border-t border-line pt-4">
      <Table
        caption={t`Side by side`}
        head={
          <>
            <HeadCell className="ps-0">{t`Account`}</HeadCell>
            <HeadCell end>{t`Balance change`}</HeadCell>
            <HeadCell end className="pe-0">{t`Closed trades`}</HeadCell>
          </>
        }
      >
        {accounts.map((account, place) => {
          const change = balanceChange(account);
          const differences = differing[place] ?? [];
          return (
            <tr
              key={account.hosted_id}
              className="border-b border-dashed border-line align-top last:border-0"
            >
              <th scope="row" className="py-2 pe-3 text-start font-normal">
                <span className="wrap-anywhere">{account.settings.name}</span>
                <span className="block text-tiny text-muted wrap-anywhere">
                  {differences.length === 0 ? t`The same settings` : differences.join(' · ')}
                </span>
              </th>
              <Cell end figures className={`py-2 whitespace-nowrap ${TONES[toneOf(change ?? 0)]}`}>
                {change === null ? NOTHING_YET : changeText(change)}
              </Cell>
              <Cell end figures className="py-2 pe-0">
                {formatCount(account.closed_trades)}
              </Cell>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
