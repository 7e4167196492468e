import type { DeskCheckReply } from '@quorate/contract/decision-outcomes';
import { Icon } from '@quorate/ui/icon';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { checkLimit, checkValue, ruleName } from './check-words.ts';

type CheckTableProps = { checks: readonly DeskCheckReply[]; currency: string };

/** The risk desk's checks in the order in which they were done. */
export function CheckTable({ checks, currency }: CheckTableProps) {
  return (
    <Table
      caption={`Checks of the risk desk, ${checks.length} in order`}
      captionHidden
      head={
        <>
          <HeadCell className="pl-0">Check</HeadCell>
          <HeadCell end>Value</HeadCell>
          <HeadCell end className="pr-0">
            Limit
          </HeadCell>
        </>
      }
    >
      {checks.map((check) => (
        <tr
          key={`${check.rule} ${check.pass}`}
          className={`h-9 border-b border-dashed border-line ${check.pass ? '' : 'bg-loss/8'}`}
        >
          <th scope="row" className="py-1.5 text-left text-small font-normal">
            <span className="flex items-center gap-2">
              <Icon
                name={check.pass ? 'check' : 'error'}
                label={check.pass ? 'passed' : 'refused'}
                className={`size-4 shrink-0 ${check.pass ? 'text-gain' : 'text-loss'}`}
              />
              <span>{ruleName(check.rule)}</span>
            </span>
          </th>
          <Cell end figures className="whitespace-nowrap">
            {checkValue(check, currency)}
          </Cell>
          <Cell end figures className="whitespace-nowrap pr-0">
            {checkLimit(check, currency)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
