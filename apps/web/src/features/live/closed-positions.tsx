import type { ClosedPosition } from '@quorate/contract/live';
import { formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';

type ClosedPositionsProps = { closed: readonly ClosedPosition[]; timeZone: string };

/** The proof: each position that was closed, with the terminal's ticket, price and time. */
export function ClosedPositions({ closed, timeZone }: ClosedPositionsProps) {
  if (closed.length === 0) return null;
  return (
    <ul aria-label="Closed positions" className="mt-1.5 divide-y divide-line border-y border-line">
      {closed.map(({ ticket, symbol, price, digits, at }) => (
        <li key={ticket} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <span>
            <span className="figures font-medium">{symbol}</span>{' '}
            <span className="figures wrap-anywhere text-muted">#{ticket}</span>
          </span>
          <span>
            at <span className="figures font-medium">{formatPrice(price, digits)}</span>
            <span className="text-muted">, {formatTime(at, timeZone)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
