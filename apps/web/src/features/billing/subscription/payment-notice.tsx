import type { PlanName } from '@quorate/contract/plans';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { TextLink } from '../../../ui/text-link.tsx';
import type { PaymentNews } from './payment-news.ts';

type PaymentNoticeProps = {
  news: PaymentNews;
  /** The plan that holds now. */
  planNow: PlanName;
  onDismiss: () => void;
};

/** What became of a payment, for whoever comes from the checkout. */
export function PaymentNotice({ news, planNow, onDismiss }: PaymentNoticeProps) {
  const dismiss = (
    <Button variant="quiet" size="small" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  switch (news.kind) {
    case 'none':
      return null;
    case 'awaited':
      return (
        <Notice live title="Your payment is being confirmed.">
          {news.plan === null ? 'The plan' : `The ${news.plan} plan`} begins as soon as it is; this
          page says so.
        </Notice>
      );
    case 'received':
      return (
        <Notice tone="success" live action={dismiss}>
          Payment received. You are on the {news.plan} plan now.
        </Notice>
      );
    case 'unconfirmed':
      return (
        <Notice
          tone="warning"
          live
          title="The payment provider has confirmed no payment."
          action={dismiss}
        >
          You are on the {planNow} plan. Once a payment is confirmed, its plan begins by itself. If
          money was taken and nothing happens, <TextLink to="/contact">write to us</TextLink>.
        </Notice>
      );
  }
}
