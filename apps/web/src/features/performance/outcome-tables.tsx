import { t } from '@lingui/core/macro';
import type { Outcomes, Simulation } from '@quorate/contract/performance';
import { formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import type { ReactNode } from 'react';

/** About a dozen rows say as much as all the points of the drawing. */
const ROWS = 10;

type Fan = Simulation['fan'];

export function OutcomeTable({ fan, currency }: { fan: Fan; currency: string }) {
  const step = Math.max(1, Math.ceil((fan.length - 1) / ROWS));
  const rows = fan.filter((_, index) => index % step === 0 || index === fan.length - 1);
  return (
    <Scrolling label={t`Net result by trade`}>
      <Table caption={t`Net result after so many trades`} head={<Heads first={t`Trades`} />}>
        {rows.map(({ trade, ...outcomes }) => (
          <Row
            key={trade}
            head={formatCount(trade)}
            outcomes={outcomes}
            write={(value) => formatMoney(value, currency, 'always')}
          />
        ))}
      </Table>
    </Scrolling>
  );
}

type DrawdownTableProps = { money: Outcomes; percent: Outcomes | null; currency: string };

export function DrawdownTable({ money, percent, currency }: DrawdownTableProps) {
  return (
    <Scrolling label={t`Deepest fall`}>
      <Table caption={t`Deepest fall within a run`} head={<Heads first={t`In`} />}>
        <Row head={currency} outcomes={money} write={(value) => formatMoney(value, currency)} />
        {percent && <Row head={t`% of the peak`} outcomes={percent} write={formatPercent} />}
      </Table>
    </Scrolling>
  );
}

function Heads({ first }: { first: string }) {
  return (
    <>
      <HeadCell>{first}</HeadCell>
      {OUTCOME_KEYS.map((key) => (
        <HeadCell key={key} end>
          {outcomeWords(key)}
        </HeadCell>
      ))}
    </>
  );
}

type RowProps = { head: string; outcomes: Outcomes; write: (value: number) => string };

function Row({ head, outcomes, write }: RowProps) {
  return (
    <tr className="h-9 border-b border-line">
      <th scope="row" className="px-3 text-start font-normal whitespace-nowrap">
        {head}
      </th>
      {OUTCOME_KEYS.map((key) => (
        <Cell key={key} end figures>
          {write(outcomes[key])}
        </Cell>
      ))}
    </tr>
  );
}

/** A region that scrolls sideways can be reached by keyboard. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus.
    <section aria-label={label} tabIndex={0} className="mb-6 overflow-x-auto text-ink">
      {children}
    </section>
  );
}

const OUTCOME_KEYS = [
  'p5',
  'p25',
  'p50',
  'p75',
  'p95',
] as const satisfies readonly (keyof Outcomes)[];

/** @example outcomeWords('p50') // 'Middle' */
function outcomeWords(key: keyof Outcomes): string {
  return key === 'p50' ? t`Middle` : `${key.slice(1)}%`;
}
