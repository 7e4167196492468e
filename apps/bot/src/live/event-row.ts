import type { LoopEvent } from '@quorate/trading/trading-loop-events';

/** What an event is about: a key, or the number of a position. */
export function refOf(event: LoopEvent): string | null {
  switch (event.kind) {
    case 'order':
      return event.order.key;
    case 'trade-opened':
    case 'trade-changed':
    case 'trade-closed':
      return event.trade.positionTicket;
    default:
      return null;
  }
}

/** An event as it lies in the journal. */
export function bodyOf(event: LoopEvent): string {
  return JSON.stringify(event.kind === 'limits' ? event.limits : event);
}
