import type { DecisionReply } from '@quorate/contract/decisions';
import { formatFigure, sentenceCase } from '@quorate/ui/decision-words';
import { Icon } from '@quorate/ui/icon';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { signOf } from './check-words.ts';

/** Every rule of the verdict with its figure and its limit. */
export function RuleTable({ rules }: { rules: DecisionReply['rules'] }) {
  return (
    <Table
      caption="Rules"
      head={
        <>
          <HeadCell className="pl-0">Rule</HeadCell>
          <HeadCell end>Value</HeadCell>
          <HeadCell end>Limit</HeadCell>
          <HeadCell end className="pr-0">
            Result
          </HeadCell>
        </>
      }
    >
      {rules.map(({ name, value, limit, pass }) => (
        <tr key={name} className="h-10 border-b border-dashed border-line">
          <th scope="row" className="text-left font-normal">
            {sentenceCase(name)}
          </th>
          <Cell end figures>
            {formatFigure(value)}
          </Cell>
          <Cell end figures>
            {signOf(name)}
            {formatFigure(limit)}
          </Cell>
          <Cell end className={`pr-0 ${pass ? 'text-gain' : 'text-loss'}`}>
            <Icon
              name={pass ? 'check' : 'error'}
              label={pass ? 'passed' : 'refused'}
              className="inline size-4"
            />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
