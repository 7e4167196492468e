import { t } from '@lingui/core/macro';
import { hasResult, type Trade } from '@quorate/contract/trades';
import { formatCount, formatMoney, formatPrice, formatVolume } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';

const RESULT = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;
const TYPE_WORDS = {
  demo: t`Demo`,
  real: t`Real`,
  unknown: t`Unknown`,
  practice: t`Practice`,
} as const;

type StatementTradesProps = { trades: readonly Trade[]; timeZone: string };

/** Every trade in a row; heads repeat on every sheet of paper. */
export function StatementTrades({ trades, timeZone }: StatementTradesProps) {
  if (trades.length === 0)
    return <p className="mt-6 text-small text-muted">{t`No trades in this period.`}</p>;
  return (
    <section
      aria-label={t`Trades`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
      tabIndex={0}
      className="mt-6 overflow-x-auto print:overflow-visible print:text-[0.5938rem] print:[&_td]:px-0.5 print:[&_th]:px-0.5 print:[&_td]:text-[0.5938rem]"
    >
      <Table
        caption={t`Trades (${formatCount(trades.length)})`}
        head={
          <>
            <HeadCell>{t`Opened`}</HeadCell>
            <HeadCell>{t`Closed`}</HeadCell>
            <HeadCell>{t`Ticket`}</HeadCell>
            <HeadCell>{t`Symbol`}</HeadCell>
            <HeadCell>{t`Type`}</HeadCell>
            <HeadCell end>{t`Volume`}</HeadCell>
            <HeadCell end>
              {t({ message: 'Open', context: 'the price at which a trade was opened' })}
            </HeadCell>
            <HeadCell end>
              {t({ message: 'Close', context: 'the price at which a trade was closed' })}
            </HeadCell>
            <HeadCell end>{t`Costs`}</HeadCell>
            <HeadCell end>{t`Net`}</HeadCell>
            <HeadCell className="print:ps-2">{t`Account`}</HeadCell>
          </>
        }
      >
        {trades.map((trade) => (
          <StatementRow
            key={`${trade.account_id} ${trade.position_ticket}`}
            trade={trade}
            timeZone={timeZone}
          />
        ))}
      </Table>
    </section>
  );
}

function StatementRow({ trade, timeZone }: { trade: Trade; timeZone: string }) {
  const { currency, digits } = trade;
  return (
    <tr className="h-9 border-b border-line whitespace-nowrap print:h-6 print:break-inside-avoid">
      <Cell figures>{formatTime(trade.opened_at, timeZone)}</Cell>
      <Cell figures>
        {trade.closed_at === null ? whereNotClosed(trade) : formatTime(trade.closed_at, timeZone)}
      </Cell>
      <Cell figures>{trade.position_ticket}</Cell>
      <Cell figures>{trade.symbol}</Cell>
      <Cell figures>{trade.trade_type}</Cell>
      <Cell figures end>
        {formatVolume(trade.volume)}
      </Cell>
      <Cell figures end>
        {formatPrice(trade.price, digits)}
      </Cell>
      <Cell figures end>
        {trade.close_price === null ? '' : formatPrice(trade.close_price, digits)}
      </Cell>
      <Cell figures end>
        {formatMoney(trade.commission + trade.swap + trade.fee, currency, 'always')}
      </Cell>
      {hasResult(trade) ? (
        <Cell figures end className={RESULT[toneOf(trade.profit)]}>
          {formatMoney(trade.profit, currency, 'always')}
        </Cell>
      ) : (
        <Cell figures end>
          –
        </Cell>
      )}
      <Cell className="print:ps-2">{TYPE_WORDS[trade.account_type]}</Cell>
    </tr>
  );
}

function whereNotClosed({ status }: Trade): string {
  return status === 'OPEN' ? t({ message: 'Open', context: 'a trade' }) : status;
}
