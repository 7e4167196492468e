import { t } from '@lingui/core/macro';
import type { ShownTrade } from '@quorate/bot/live/shown-journal';
import { classNames } from '@quorate/ui/class-names';
import { EmptyState } from '@quorate/ui/empty-state';
import { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';
import { formatPrice } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { TradeCells, TradeLine } from '@quorate/ui/trade-cells';
import { listTrades } from '../../contract/journal.ts';
import { PagedSection, usePages } from '../run/paged-section.tsx';

type TradesTabProps = { name: string; timeZone: string };

/** The trades of one configuration, open ones first, as this computer's journal has them. */
export function TradesTab({ name, timeZone }: TradesTabProps) {
  const pages = usePages(listTrades, name);
  const trades = (pages.data ?? []).flatMap((page) => page.trades);
  const view = {
    trades: [
      ...trades.filter(({ status }) => status === 'OPEN'),
      ...trades.filter(({ status }) => status === 'CLOSED'),
    ],
    timeZone,
  };
  return (
    <PagedSection
      label={t`Trades`}
      pages={pages}
      unreadable={t`The trades could not be read`}
      loading={t`Reading the trades`}
      more={t`Show more trades`}
    >
      {pages.isSuccess && trades.length === 0 && (
        <EmptyState
          title={t`No trades yet`}
        >{t`Trades appear here as soon as the bot opens them, with their profit as it changes.`}</EmptyState>
      )}
      {trades.length > 0 && (
        <>
          <div className="hidden overflow-x-auto lg:block">
            <TradeTable {...view} />
          </div>
          <div className="lg:hidden">
            <TradeCards {...view} />
          </div>
          <p className="mt-3 text-tiny text-muted">{t`Times in ${timeZone}. P&L is net of commission, swap and fees.`}</p>
        </>
      )}
    </PagedSection>
  );
}

/** The table's figures for narrow windows, one trade below the other. */
function TradeCards({ trades, timeZone }: TradesView) {
  return (
    <ul aria-label={t`Trades, times in ${timeZone}`} className="border-t border-line">
      {trades.map((trade) => (
        <li key={tradeKey(trade)} className="border-b border-line py-2.5 text-small">
          <TradeLine {...trade} />
          <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 text-tiny text-muted">
            <time dateTime={trade.opened_at}>{formatTime(trade.opened_at, timeZone)}</time>
            <span>
              <span className="figures">{formatPrice(trade.price, trade.digits)}</span> ·{' '}
              {ACCOUNT_WORDS[trade.account_type]} ·{' '}
              <span className={trade.status === 'OPEN' ? 'font-medium text-brand' : undefined}>
                {statusWords(trade)}
              </span>
            </span>
          </div>
          <SyncedMark synced={trade.synced} />
        </li>
      ))}
    </ul>
  );
}

function TradeTable({ trades, timeZone }: TradesView) {
  return (
    <Table
      caption={t`Trades, times in ${timeZone}`}
      captionHidden
      head={
        <>
          <HeadCell className="ps-0">{t`Time`}</HeadCell>
          <HeadCell>{t`Symbol`}</HeadCell>
          <HeadCell>{t`Type`}</HeadCell>
          <HeadCell end>{t`Volume`}</HeadCell>
          <HeadCell end>{t`Price`}</HeadCell>
          <HeadCell end>P&L</HeadCell>
          <HeadCell className="whitespace-nowrap ps-6">{t`Account type`}</HeadCell>
          <HeadCell>{t`Status`}</HeadCell>
          <HeadCell className="pe-0">{t`Service`}</HeadCell>
        </>
      }
    >
      {trades.map((trade) => (
        <TradeRow key={tradeKey(trade)} trade={trade} timeZone={timeZone} />
      ))}
    </Table>
  );
}

function TradeRow({ trade, timeZone }: { trade: ShownTrade; timeZone: string }) {
  return (
    <tr className="h-11 border-b border-line">
      <Cell figures className="whitespace-nowrap ps-0">
        <time dateTime={trade.opened_at}>{formatTime(trade.opened_at, timeZone)}</time>
      </Cell>
      <TradeCells {...trade} />
      <Cell className="ps-6">{ACCOUNT_WORDS[trade.account_type]}</Cell>
      <Cell
        className={classNames(
          'whitespace-nowrap text-tiny',
          trade.status === 'OPEN' ? 'font-medium text-brand' : 'text-muted',
        )}
      >
        {statusWords(trade)}
      </Cell>
      <Cell className="pe-0">
        <SyncedMark synced={trade.synced} />
      </Cell>
    </tr>
  );
}

type TradesView = Readonly<{ trades: readonly ShownTrade[]; timeZone: string }>;

const ACCOUNT_WORDS: Readonly<Record<ShownTrade['account_type'], string>> = {
  demo: t`Demo`,
  real: t`Real`,
};

/** With why it was closed, where that is known. */
function statusWords({ status, exit_reason: reason }: ShownTrade): string {
  return reason === null ? status : `${status} · ${EXIT_REASON_WORDS[reason]}`;
}

/** A ticket that a position on a real account has may be a demo one's too. */
function tradeKey(trade: ShownTrade): string {
  return `${trade.account_type} ${trade.position_ticket}`;
}

/** Whether the service has a trade, and with it the dashboard. */
function SyncedMark({ synced }: { synced: boolean }) {
  return (
    <span className="inline-flex items-center align-middle gap-1 whitespace-nowrap text-tiny text-muted">
      <Icon
        name={synced ? 'check' : 'up'}
        className={`size-3.5 ${synced ? 'text-gain' : 'text-warn'}`}
      />
      {synced ? t`Synced` : t`To be synced`}
    </span>
  );
}
