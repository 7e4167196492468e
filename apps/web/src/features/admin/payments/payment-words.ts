import type { AdminPayment, RefundState } from '@quorate/contract/admin-payments';

export const STATUS_WORDS: Readonly<Record<AdminPayment['status'], string>> = {
  draft: 'Begun',
  ready: 'Ready to pay',
  billed: 'Billed',
  paid: 'Paid',
  completed: 'Completed',
  canceled: 'Cancelled',
  past_due: 'Past due',
};

export const REFUND_WORDS: Readonly<Record<RefundState, string>> = {
  none: 'Nothing went back.',
  asked:
    'Asked for. The provider has not been told yet, or did not answer; it is retried automatically.',
  pending: 'The provider decides. The plan holds until it has approved.',
  approved: 'Approved: the money goes back.',
  rejected: 'The provider rejected it. It can be asked for again.',
  refused: 'The provider would not take it; the service’s log says why. It can be asked for again.',
};
