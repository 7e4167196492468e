import { type TradeInput, tradeInput } from '@quorate/contract/trade-sync';
import type { ReportTrade } from '@quorate/trade-import/report';
import { unitsFromDecimal } from '@quorate/values/decimal';
import { type Currency, money, moneyFromDecimal, moneyToNumber } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { type ClockChoice, utcFromServer } from './server-clock.ts';

/** Lots travel with three decimals. */
const VOLUME_DIGITS = 3;

/** Less than whatever the bot has sent of a trade: an import never replaces the fuller record. */
const IMPORT_REVISION = 1;

/**
 * A trade of a report as the bot would send it; a report knows neither risk nor decision.
 *
 * @returns a sentence when it is no trade that can be stored
 */
export function toTradeInput(
  trade: ReportTrade,
  currency: Currency,
  clock: ClockChoice,
): TradeInput | string {
  try {
    const [gross, commission, swap, fee] = (
      ['grossProfit', 'commission', 'swap', 'fee'] as const
    ).map((field) => moneyFromDecimal(trade[field], currency));
    if (!gross || !commission || !swap || !fee) return 'has no profit';
    unitsFromDecimal(trade.volume, VOLUME_DIGITS);
    const net = money(gross.minor + commission.minor + swap.minor + fee.minor, currency);
    const parsed = tradeInput.safeParse({
      position_ticket: trade.ticket,
      symbol: trade.symbol,
      trade_type: trade.side,
      volume: Number(trade.volume),
      digits: trade.digits,
      open_price: Number(trade.openPrice),
      close_price: Number(trade.closePrice),
      stop_loss: trade.stopLoss === null ? null : Number(trade.stopLoss),
      take_profit: trade.takeProfit === null ? null : Number(trade.takeProfit),
      opened_at: new Date(utcFromServer(trade.openedServerMs, clock)).toISOString(),
      closed_at: new Date(utcFromServer(trade.closedServerMs, clock)).toISOString(),
      status: 'CLOSED',
      gross_profit: moneyToNumber(gross),
      commission: moneyToNumber(commission),
      swap: moneyToNumber(swap),
      fee: moneyToNumber(fee),
      profit: moneyToNumber(net),
      initial_risk: null,
      decision_id: null,
      revision: IMPORT_REVISION,
    });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.')} ${issue?.message}`;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}
