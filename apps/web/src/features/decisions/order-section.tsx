import type { Explanation } from '@quorate/contract/decision-outcomes';
import { type Fact, FactList } from '@quorate/ui/fact-list';
import { countOf, formatPrice, formatVolume } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';

/** What was asked of the broker and what it gave. */
export function OrderSection({
  explanation,
  timeZone,
}: {
  explanation: Explanation;
  timeZone: string;
}) {
  const { outcome, trade, digits, decision } = explanation;
  const price = (value: number | null) => (value === null ? 'none' : formatPrice(value, digits));
  const facts: Fact[] = [];
  const { order, fill, refusal } = outcome ?? {};
  if (order) {
    facts.push(
      {
        label: refusal ? 'Asked for' : 'Order',
        value: order.lots === null ? order.side : `${order.side} ${formatVolume(order.lots)} lots`,
      },
      { label: 'Quote, bid / ask', value: `${price(order.bid)} / ${price(order.ask)}` },
      { label: 'Stop loss', value: price(order.stop_loss) },
      { label: 'Take profit', value: price(order.take_profit) },
      { label: 'Asked', value: formatTime(order.asked_at, timeZone) },
    );
  }
  if (fill) {
    facts.push(
      { label: 'Ticket', value: fill.ticket },
      { label: 'Filled at', value: price(fill.price) },
      { label: 'Filled', value: formatTime(fill.at, timeZone) },
      { label: 'Slippage', value: slippageWords(fill.slippage_points) },
    );
  } else if (trade) {
    facts.push(
      { label: 'Ticket', value: trade.position_ticket },
      { label: 'Filled at', value: formatPrice(trade.price, trade.digits) },
      { label: 'Filled', value: formatTime(trade.opened_at, timeZone) },
    );
  }
  return (
    <>
      {refusal && <p className="text-small">No order was filled: it was refused.</p>}
      {decision.action === 'HOLD' && (
        <p className="text-small text-muted">No order was asked for.</p>
      )}
      {decision.action !== 'HOLD' && facts.length === 0 && (
        <p className="text-small text-muted">The bot has not reported an order.</p>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
    </>
  );
}

/** Against the quote that the desk decided on. @example slippageWords(2) // '+2 points against you' */
function slippageWords(points: number): string {
  if (points === 0) return 'none';
  const size = countOf(Math.abs(points), 'point');
  return points > 0 ? `+${size} against you` : `-${size} in your favour`;
}
