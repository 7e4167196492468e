import { t } from '@lingui/core/macro';
import type {
  PublicEvidence,
  PublicTrade,
  PublishedMeasures,
} from '@quorate/contract/public-records';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney, formatPrice } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { RESULT_TEXT } from '@quorate/ui/trade-cells';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { useCallback, useState } from 'react';
import { formatR } from '../../lib/format-r.ts';
import { useLoad } from '../../lib/use-load.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { loadTrades } from './public-record.api.ts';

type RecordTradesProps = {
  record: PublishedMeasures;
  evidence: PublicEvidence;
  timeZone: string;
};

/** Closed trades with one kind of evidence, newest first. */
export function RecordTrades({ record, evidence, timeZone }: RecordTradesProps) {
  const { name, start } = record;
  const [page, setPage] = useState(1);
  const load = useCallback(
    (signal: AbortSignal) => loadTrades({ name, evidence, page }, signal),
    [name, evidence, page],
  );
  const { data, error, busy, again } = useLoad(load);
  const query = {
    data: data ?? undefined,
    error,
    isError: error !== null,
    isFetching: busy,
    isPlaceholderData: busy,
    refetch: again,
  };
  return (
    <section aria-label={t`Trades`}>
      <h2 className="mb-3 text-body font-semibold">{t`Trades`}</h2>
      <PagedList
        query={query}
        noun={t({ message: 'trades', context: 'list' })}
        empty={t`No closed trades of this kind.`}
        onPage={setPage}
      >
        {({ trades }) => <Rows trades={trades} start={start} timeZone={timeZone} />}
      </PagedList>
    </section>
  );
}

type RowsProps = {
  trades: readonly PublicTrade[];
  start: PublishedMeasures['start'];
  timeZone: string;
};

function Rows({ trades, start, timeZone }: RowsProps) {
  const hasMoney = start !== null && trades.some(({ net_minor: net }) => net !== null);
  return (
    <Table
      caption={t`Closed trades`}
      captionHidden
      head={
        <>
          <HeadCell className="ps-0">{t`Closed`}</HeadCell>
          <HeadCell>{t`Symbol`}</HeadCell>
          <HeadCell end className="max-sm:hidden">{t`Opened at`}</HeadCell>
          <HeadCell end className="max-sm:hidden">{t`Closed at`}</HeadCell>
          {hasMoney && <HeadCell end className="max-md:hidden">{t`Net`}</HeadCell>}
          <HeadCell end className="pe-0">
            R
          </HeadCell>
        </>
      }
    >
      {trades.map((trade) => (
        <tr
          key={`${trade.closed_at} ${trade.opened_at} ${trade.symbol} ${trade.open_price} ${trade.r}`}
          className="border-b border-line/60"
        >
          <Cell className="py-2 ps-0">
            {formatTime(trade.closed_at, timeZone)}
            {trade.corrected && (
              <span className="block">
                <Badge tone="warn">{t`corrected`}</Badge>
              </span>
            )}
          </Cell>
          <Cell figures className="py-2 whitespace-nowrap">
            <span className="font-medium">{trade.symbol}</span>{' '}
            <span className="font-semibold">{trade.trade_type}</span>
          </Cell>
          <Cell end figures className="py-2 max-sm:hidden">
            {priceOf(trade, trade.open_price)}
          </Cell>
          <Cell end figures className="py-2 max-sm:hidden">
            {priceOf(trade, trade.close_price)}
          </Cell>
          {hasMoney && (
            <Cell end figures className="py-2 max-md:hidden">
              {trade.net_minor === null ? '–' : moneyOf(trade.net_minor, start.currency)}
            </Cell>
          )}
          <Cell
            end
            figures
            className={classNames(
              'py-2 pe-0 font-medium whitespace-nowrap',
              trade.r !== null && RESULT_TEXT[toneOf(trade.r)],
            )}
          >
            {trade.r === null ? '–' : formatR(trade.r)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function priceOf({ digits }: PublicTrade, price: number | null): string {
  if (price === null) return '–';
  return digits === null ? String(price) : formatPrice(price, digits);
}

function moneyOf(minor: number, currency: string): string {
  return formatMoney(minor / 10 ** currencyDigits(currencyOf(currency)), currency, 'always');
}
