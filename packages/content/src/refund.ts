import type { Document } from './document.ts';

/** When a payment is returned. */
export const REFUND: Document = {
  path: '/refund',
  title: 'Refund Policy',
  effective: 'Jan 10, 2025',
  sections: [
    {
      id: 'when',
      title: 'When we refund',
      summary: 'Payments for paid plans are final, except in two cases.',
      blocks: [
        {
          kind: 'list',
          items: [
            '**A billing mistake:** you were charged twice, a wrong amount, or after you had cancelled.',
            '**An outage:** the service was unavailable for more than 72 consecutive hours.',
          ],
        },
        { kind: 'text', text: 'An approved refund is processed in 5-7 business days.' },
      ],
    },
    {
      id: 'results',
      title: 'Trading results',
      summary: 'A loss in the market is not a reason for a refund.',
      blocks: [
        {
          kind: 'text',
          text: 'No result is promised. Losses, trades that were missed, and time in which no quorum was found are part of trading. So are faults of a broker, a terminal or a connection that are not ours.',
        },
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling',
      summary: 'You may cancel at any time.',
      blocks: [
        {
          kind: 'text',
          text: 'After cancellation, access lasts to the end of the billing cycle, and nothing more is charged. The rest of a cycle is not paid back.',
        },
      ],
    },
    {
      id: 'ask',
      title: 'How to ask',
      summary: 'One message is enough.',
      blocks: [
        {
          kind: 'steps',
          steps: [
            {
              id: 'write',
              title: 'Write to us',
              text: 'Use the [contact page](/contact) and name the address of your account, the date of the payment and what went wrong.',
            },
            {
              id: 'answer',
              title: 'Wait for our answer',
              text: 'We reply within 24 hours, and ask if something is missing.',
            },
            {
              id: 'money',
              title: 'Get your money',
              text: 'An approved refund goes back the way it came: to the same card or account, by the payment provider.',
            },
          ],
        },
      ],
    },
  ],
};
