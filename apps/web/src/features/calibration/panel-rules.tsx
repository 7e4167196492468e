import { t } from '@lingui/core/macro';
import { formatCount } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatR } from '../../lib/format-r.ts';
import { RULE_NAMES } from '../../lib/plain-rules.ts';
import type { Known } from './panel-words.ts';

/** The verdict beside five plain rules on the same decisions, so that the figures judge it. */
export function PanelRules({ rules }: Pick<Known, 'rules'>) {
  return (
    <div className="max-w-xl space-y-3">
      <Table
        caption={t`The verdict beside five plain rules`}
        head={
          <>
            <HeadCell className="ps-0">{t`Rule`}</HeadCell>
            <HeadCell end>{t`Trades`}</HeadCell>
            <HeadCell end>{t`Right`}</HeadCell>
            <HeadCell end className="pe-0">{t`Mean result`}</HeadCell>
          </>
        }
      >
        {rules.map(({ rule, taken, right, mean_r: mean }) => (
          <tr key={rule} className="h-10 border-b border-dashed border-line">
            <th scope="row" className="py-1.5 text-start font-normal">
              {RULE_NAMES[rule]}
            </th>
            <Cell end figures>
              {formatCount(taken)}
            </Cell>
            <Cell end figures>
              {taken === 0 ? '–' : formatCount(right)}
            </Cell>
            <Cell end figures className="pe-0 whitespace-nowrap">
              {mean === null ? '–' : formatR(mean)}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="text-tiny text-muted">{t`On the same decisions, each with a stop and a target of one ATR, after costs. Hypothetical: no order was sent for them.`}</p>
    </div>
  );
}
