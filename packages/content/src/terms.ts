import type { Document } from './document.ts';

/** The agreement between the service and its users. */
export const TERMS: Document = {
  path: '/terms',
  title: 'Terms of Service',
  effective: 'Jan 15, 2025',
  sections: [
    {
      id: 'age',
      title: 'Who may use the service',
      summary: 'You must be at least 16 years old.',
      blocks: [
        {
          kind: 'text',
          text: 'You must also be allowed to trade foreign exchange where you live. Your broker may ask for a higher age. One person, one account; keep your password to yourself, and tell us when another person may know it.',
        },
      ],
    },
    {
      id: 'service',
      title: 'What the service is',
      summary: 'It is a tool, not advice.',
      blocks: [
        {
          kind: 'text',
          text: 'It is software that analyses markets with third-party language models and, on your terminal and by your settings, places trades. You decide whether to run it, on which account and with which risk. We hold no money of yours and manage no account.',
        },
      ],
    },
    {
      id: 'risk',
      title: 'Risk',
      summary: 'Trading on margin can lose your money quickly.',
      blocks: [
        {
          kind: 'text',
          text: 'Past and simulated results say nothing certain about the future. Models err, terminals and connections fail, and prices can jump over a stop. Never trade money that you cannot afford to lose.',
        },
      ],
    },
    {
      id: 'payment',
      title: 'Plans and payment',
      summary: 'Paid plans are billed in advance, until you cancel.',
      blocks: [
        {
          kind: 'text',
          text: 'Paid plans are billed monthly or annually in advance, by third-party payment providers. A change of plan takes effect immediately.',
        },
        {
          kind: 'text',
          text: 'Each plan has limits. When one is exceeded the bot pauses until the next billing cycle or an upgrade.',
        },
      ],
    },
    {
      id: 'cancellation',
      title: 'Cancellation and refunds',
      summary: 'You may cancel at any time, in the dashboard.',
      blocks: [
        {
          kind: 'text',
          text: 'After cancellation, access lasts to the end of the billing cycle. Payments for paid plans are otherwise final; refunds follow the [Refund Policy](/refund).',
        },
      ],
    },
    {
      id: 'fair-use',
      title: 'Fair use',
      summary: 'Use the service as it is meant.',
      blocks: [
        {
          kind: 'list',
          items: [
            'Do not resell the service or share one account among several people.',
            'Do not try to get around its limits or disturb others’ use of it.',
            'Write reviews from your own experience.',
          ],
        },
        { kind: 'text', text: 'We may close accounts that break these rules.' },
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      summary: 'The service comes as it is.',
      blocks: [
        {
          kind: 'text',
          text: 'Our liability is capped at the payment of your last billing cycle. We are not liable for losses in the market. Where the law does not allow such a limit, it does not apply.',
        },
      ],
    },
    {
      id: 'changes',
      title: 'Changes and contact',
      summary: 'The date above says which version you read.',
      blocks: [
        {
          kind: 'text',
          text: 'We announce changes of these terms by email before they take effect. Who goes on using the service then agrees to them. How we handle data stands in the [Privacy Policy](/privacy). Questions? [Contact us](/contact); we reply within 24 hours.',
        },
      ],
    },
  ],
};
