import { unitsFromDecimal } from '@quorate/values/decimal';
import { fillingsOf } from '../market/symbol-terms.ts';
import type { DealRequest } from '../server/orders.ts';
import { RETCODE } from '../server/retcodes.ts';
import type { SimulatedTerminal } from '../simulated-terminal.ts';

/** What a person does in the terminal, without the expert: magic number 0, no key. */
type ByHand = Readonly<{
  /**
   * @returns the ticket of the position
   * @throws Error when the server refuses
   */
  open(order: {
    symbol: string;
    side: 'BUY' | 'SELL';
    lots: string;
    stopLoss?: string;
    takeProfit?: string;
    comment?: string;
  }): string;
  /** @param lots all of it unless told */
  close(ticket: string, lots?: string): void;
  setStops(ticket: string, stopLoss: string | null, takeProfit: string | null): void;
  /** @param minor negative for a withdrawal */
  deposit(minor: number): void;
}>;

export function byHand({ market, server }: Pick<SimulatedTerminal, 'market' | 'server'>): ByHand {
  function termsOf(symbol: string) {
    const terms = market.terms.get(symbol);
    if (!terms) throw new Error(`${symbol} is not traded here`);
    return terms;
  }

  function send(
    request: Omit<DealRequest, 'action' | 'price' | 'deviation' | 'filling' | 'magic'>,
  ) {
    const terms = termsOf(request.symbol);
    const quote = market.quote(request.symbol);
    const answer = server().send({
      action: 'deal',
      price: (request.side === 'BUY' ? quote?.ask : quote?.bid) ?? 0,
      deviation: 0,
      filling: fillingsOf(terms)[0],
      magic: 0,
      ...request,
      byHand: true,
    });
    if (answer === null || 'then' in answer || answer.retcode !== RETCODE.done) {
      throw new Error(`the server answered ${JSON.stringify(answer)}`);
    }
    return answer;
  }

  function find(ticket: string) {
    const position = server()
      .positions()
      .find((each) => each.ticket === ticket);
    if (!position) throw new Error(`no position ${ticket} is open`);
    return position;
  }

  return {
    open({ symbol, side, lots, stopLoss, takeProfit, comment = '' }) {
      const { digits, volumeDigits } = termsOf(symbol);
      const points = (text: string | undefined) =>
        text === undefined ? null : unitsFromDecimal(text, digits);
      const answer = send({
        symbol,
        side,
        volume: unitsFromDecimal(lots, volumeDigits),
        position: null,
        stopLoss: points(stopLoss),
        takeProfit: points(takeProfit),
        comment,
      });
      const deal = server()
        .deals()
        .find(({ ticket }) => ticket === answer.deal);
      return deal?.position ?? answer.order;
    },
    close(ticket, lots) {
      const position = find(ticket);
      const { volumeDigits } = termsOf(position.symbol);
      send({
        symbol: position.symbol,
        side: position.side === 'BUY' ? 'SELL' : 'BUY',
        volume: lots === undefined ? position.volume : unitsFromDecimal(lots, volumeDigits),
        position: ticket,
        stopLoss: null,
        takeProfit: null,
        comment: '',
      });
    },
    setStops(ticket, stopLoss, takeProfit) {
      const { digits } = termsOf(find(ticket).symbol);
      const points = (text: string | null) =>
        text === null ? null : unitsFromDecimal(text, digits);
      const retcode = server().modify({
        action: 'stops',
        position: ticket,
        stopLoss: points(stopLoss),
        takeProfit: points(takeProfit),
        byHand: true,
      });
      if (retcode !== RETCODE.done) throw new Error(`the server answered ${retcode}`);
    },
    deposit: (minor) =>
      void server().ledger.cash('balance', minor, minor < 0 ? 'Withdrawal' : 'Deposit'),
  };
}
