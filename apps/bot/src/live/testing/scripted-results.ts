import type { OrderResult, TerminalDeal } from '../../mt5/bridge/records.ts';

export const NOTHING = {
  order: '0',
  deal: '0',
  position: '0',
  lots: '0.00',
  price: '0',
  duplicate: false,
};

/** What became of a key. @param deal null where it was refused */
export function resultOf(
  key: string,
  deal: TerminalDeal | null,
  retcode: number,
  message: string,
): OrderResult {
  if (!deal) return { key, state: 'rejected', retcode, message, ...NOTHING };
  const { order, ticket: id, position, lots, price } = deal;
  return {
    key,
    state: 'filled',
    retcode: 10_009,
    message: 'done',
    order,
    deal: id,
    position,
    lots,
    price,
    duplicate: false,
  };
}
