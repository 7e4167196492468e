import { Notice } from '@quorate/ui/notice';
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { Prices } from './provider-events.ts';

/** Takes the place of the frame, and the focus: what had it is gone. */
export function BillPaid({ prices }: { prices: Prices | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  // The provider asks for another card by a bill of nothing.
  const isFree = prices !== null && prices.subtotal + prices.tax === 0;
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <Notice
        tone="success"
        live
        title={isFree ? 'Your card is saved. Thank you.' : 'Payment received. Thank you.'}
        action={
          <LinkButton to="/dashboard" variant="secondary" size="small">
            Go to the dashboard
          </LinkButton>
        }
      />
    </div>
  );
}
