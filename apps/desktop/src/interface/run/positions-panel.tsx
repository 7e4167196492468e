import { classNames } from '@quorate/ui/class-names';
import { formatMoney, formatPrice, formatVolume } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { RESULT_TEXT } from '@quorate/ui/trade-cells';
import type { OpenPosition } from '../../contract/runs.ts';
import { localTime } from './run-words.ts';

type PositionsPanelProps = {
  /** Whether the terminal has named them. */
  isKnown: boolean;
  /** Whether there is a bot that could be told. */
  isAtWork: boolean;
  positions: readonly OpenPosition[];
  currency: string | null;
  now: number;
  timeZone: string;
};

/** What is held now, each with its stop loss and take profit at the broker. */
export function PositionsPanel(props: PositionsPanelProps) {
  const { positions, currency, now, timeZone } = props;
  return (
    <Panel title="Open positions">
      {positions.length === 0 ? (
        <p className="text-small text-muted">{emptyWords(props)}</p>
      ) : (
        <>
          <div className="hidden overflow-x-auto lg:block">
            <Table caption={`Open positions, times in ${timeZone}`} captionHidden head={HEAD}>
              {positions.map((position) => (
                <PositionRow
                  key={position.ticket}
                  position={position}
                  currency={currency}
                  opened={localTime(position.opened_at, now, timeZone)}
                />
              ))}
            </Table>
          </div>
          <ul aria-label="Open positions" className="lg:hidden">
            {positions.map((position) => (
              <PositionLines
                key={position.ticket}
                position={position}
                currency={currency}
                opened={localTime(position.opened_at, now, timeZone)}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function emptyWords({ isKnown, isAtWork }: PositionsPanelProps): string {
  if (isKnown) return 'Nothing is open.';
  return isAtWork
    ? 'Not known until the terminal reports. Open positions keep their stops at the broker.'
    : 'Not known while the bot is not running. What is open keeps its stops at the broker.';
}

const HEAD = (
  <>
    <HeadCell className="pl-0">Symbol</HeadCell>
    <HeadCell>Type</HeadCell>
    <HeadCell end>Volume</HeadCell>
    <HeadCell end>Price</HeadCell>
    <HeadCell end>Stop loss</HeadCell>
    <HeadCell end>Take profit</HeadCell>
    <HeadCell end>Opened</HeadCell>
    <HeadCell end className="pr-0">
      Profit now
    </HeadCell>
  </>
);

type PositionProps = { position: OpenPosition; currency: string | null; opened: string };

function PositionRow({ position, currency, opened }: PositionProps) {
  const { symbol, side, lots, open_price: price, digits, profit } = position;
  return (
    <tr className="h-11 border-b border-line last:border-b-0">
      <th scope="row" className="figures pr-3 text-left text-[0.8438rem] font-medium">
        {symbol}
      </th>
      <Cell figures className="font-semibold">
        {side}
      </Cell>
      <Cell end figures>
        {formatVolume(lots)}
      </Cell>
      <Cell end figures>
        {formatPrice(price, digits)}
      </Cell>
      <Cell end figures>
        <Level price={position.stop_loss} digits={digits} missing="none" />
      </Cell>
      <Cell end figures>
        <Level price={position.take_profit} digits={digits} missing="none" />
      </Cell>
      <Cell end figures className="whitespace-nowrap">
        <time dateTime={position.opened_at}>{opened}</time>
      </Cell>
      <Cell end figures className={classNames('pr-0 font-medium', RESULT_TEXT[toneOf(profit)])}>
        {profitWords(profit, currency)}
      </Cell>
    </tr>
  );
}

function PositionLines({ position, currency, opened }: PositionProps) {
  const { symbol, side, lots, open_price: price, digits, profit } = position;
  return (
    <li className="border-b border-line py-2.5 text-small first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <span className="figures flex items-baseline gap-[1ch] text-[0.875rem]">
          <span className="font-medium">{symbol}</span>
          <span className="text-tiny font-semibold">{side}</span>
          <span>{formatVolume(lots)}</span>
        </span>
        <span
          className={classNames(
            'figures text-[0.9063rem] font-medium',
            RESULT_TEXT[toneOf(profit)],
          )}
        >
          {profitWords(profit, currency)}
        </span>
      </div>
      <p className="mt-0.5 text-tiny text-muted">
        at <span className="figures">{formatPrice(price, digits)}</span>,{' '}
        <time dateTime={position.opened_at}>{opened}</time>
      </p>
      <p className="text-tiny text-muted">
        Stop loss{' '}
        <span className="figures text-ink">
          <Level price={position.stop_loss} digits={digits} missing="none" />
        </span>{' '}
        · Take profit{' '}
        <span className="figures text-ink">
          <Level price={position.take_profit} digits={digits} missing="none" />
        </span>
      </p>
    </li>
  );
}

function Level(props: { price: number | null; digits: number; missing: string }) {
  const { price, digits, missing } = props;
  return price === null ? missing : formatPrice(price, digits);
}

function profitWords(profit: number, currency: string | null): string {
  return currency === null ? formatPrice(profit, 2) : formatMoney(profit, currency, 'always');
}
