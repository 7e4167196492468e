import { Panel } from '@quorate/ui/panel';
import { TextLink } from '../../../ui/text-link.tsx';
import type { Prices } from './provider-events.ts';
import { Totals } from './totals.tsx';

type BillSummaryProps = {
  transactionId: string;
  prices: Prices | null;
  /** There is nothing to pay: what is not known stays away. */
  failed: boolean;
};

/** Which bill it is, and what it comes to; the provider's frame within a page does not say. */
export function BillSummary({ transactionId, prices, failed }: BillSummaryProps) {
  return (
    <Panel title="Your bill">
      <p className="text-small text-muted">
        Whoever has the link of this bill can pay it here, without signing in.
      </p>
      <p className="mt-2 text-small text-muted">
        Its number is{' '}
        <span className="figures [overflow-wrap:anywhere] text-ink">{transactionId}</span>.
      </p>
      {!failed && <Totals prices={prices} />}
      <p className="mt-4 border-t border-line pt-3 text-small text-muted">
        By paying you agree to the <TextLink to="/terms">Terms of Service</TextLink> and the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>; see also the{' '}
        <TextLink to="/refund">Refund Policy</TextLink>.
      </p>
    </Panel>
  );
}
