import type { HelpAnswer } from './help-answer.ts';

/** On plans, payments and refunds. */
export const HELP_PLANS: readonly HelpAnswer[] = [
  {
    title: 'Trading losses and refunds',
    answer:
      'Losses in the market are not a reason for a refund, and no result is promised. Paid plans have a 30-day money-back guarantee for the price of the plan. Write to us about what happened: /contact',
    address: '/refund#results',
    asked: [
      'your bot lost all my money I want it back',
      'you lost my money',
      'bot blew my account refund',
      'I lost everything give it back',
      'refund my losses',
    ],
  },
  {
    title: 'What the plans cost',
    answer: '{{plans}}',
    address: '/pricing',
    asked: [
      'how much are the plans',
      'cheapest paid plan',
      'prices',
      'what does it cost',
      'price list',
      'how expensive',
    ],
  },
  {
    title: 'Stop paying',
    answer:
      'Cancel in the dashboard, under Overview. Access lasts to the end of the billing cycle unless you choose to end it at once.',
    address: '/pricing#cancel',
    asked: [
      'how do I cancel',
      'unsubscribe',
      'stop charging me',
      'stop my subscription',
      'end my plan',
      'go back to the free plan',
      'is there a contract',
      'leave at any time',
    ],
  },
  {
    title: 'Charged twice',
    answer:
      'If you were charged twice, or a wrong amount, we refund it. Write to us with the date and the amount.',
    address: '/refund#when',
    asked: [
      'I was charged twice',
      'double charge on my card',
      'you took the money two times',
      'wrong amount charged',
      'charged too much',
      'charged after I cancelled',
      'billed by mistake',
    ],
  },
  {
    title: 'Changing your plan',
    answer: 'You can change plans at any time, and the change takes effect immediately.',
    address: '/pricing#change-plan',
    asked: ['upgrade later', 'switch from starter to pro', 'change my plan', 'downgrade'],
  },
  {
    title: 'Keys of your own',
    answer:
      'You need no key of OpenAI or anybody else: the service asks the models, and your plan counts the tokens. A key of your own cannot be entered.',
    address: '/pricing#which-models',
    asked: [
      'use my own openai key',
      'bring my own key',
      'do I need an openai account',
      'do I need chatgpt plus',
      'own claude key',
    ],
  },
  {
    title: 'Unused tokens',
    answer:
      'Tokens are counted per billing cycle, and what is left at its end is not carried over to the next one.',
    address: '/pricing#exceed-limits',
    asked: [
      'do unused tokens roll over',
      'tokens next month',
      'are tokens carried over',
      'when do tokens reset',
      'when are my tokens renewed',
      'lose leftover tokens',
      'buy more tokens',
    ],
  },
  {
    title: 'Invoices',
    answer:
      'On the dashboard, under Overview, press Payments beside your subscription: every bill stands there with its invoice.',
    address: '/dashboard',
    asked: [
      'where is my invoice',
      'download invoice',
      'receipt for my payment',
      'bill for my company',
      'payment history',
      'past payments',
    ],
  },
  {
    title: 'Another card',
    answer:
      'On the dashboard, under Overview, press Payment method beside your subscription and enter the new card. We never see its number.',
    address: '/dashboard',
    asked: [
      'card expired',
      'change my card',
      'new credit card',
      'update payment method',
      'pay with another card',
      'replace card',
    ],
  },
  {
    title: 'A payment that failed',
    answer:
      'Your plan holds for 7 days from the day a renewal was due and not paid; then it becomes Free until it is paid. Update the payment method on the dashboard, under Overview.',
    address: '/dashboard',
    asked: [
      'payment failed',
      'payment did not go through',
      'card was declined',
      'do I lose my plan when payment fails',
      'renewal was not paid',
      'overdue payment',
      'not enough money on my card',
    ],
  },
  {
    title: 'How to pay',
    answer:
      'Payments are handled by a third-party payment provider; the checkout shows which methods it takes. We never see your card number.',
    address: '/terms#payment',
    asked: [
      'which cards do you accept',
      'pay with paypal',
      'pay with crypto usdt bitcoin',
      'payment methods',
      'bank transfer',
      'apple pay or google pay',
      'pay by card',
    ],
  },
  {
    title: 'Taxes on the price',
    answer:
      'The checkout shows the tax (VAT) of your country and what you pay in all, before you pay.',
    address: '/pricing',
    asked: [
      'price with vat or without',
      'is vat included',
      'tax on the subscription',
      'do prices include tax',
      'sales tax on the plan',
    ],
  },
  {
    title: 'Pausing a subscription',
    answer:
      'A subscription cannot be paused. Cancel it on the dashboard, under Overview: you keep the plan to the end of the billing cycle, and can subscribe again at any time.',
    address: '/pricing#cancel',
    asked: [
      'pause my subscription',
      'pause for a month',
      'freeze my plan',
      'stop for some time and come back',
      'take a break from paying',
    ],
  },
  {
    title: 'How plans are billed',
    answer:
      'Plans are billed monthly or by the year. There is no lifetime plan, and no licence to buy once. A year costs ten times the monthly price.',
    address: '/terms#payment',
    asked: [
      'is there a lifetime licence',
      'pay once',
      'how often am I charged',
      'is it billed monthly',
      'one-time payment',
      'buy the bot forever',
      'weekly plan',
    ],
  },
  {
    title: 'Money back',
    answer:
      'Paid plans come with a 30-day money-back guarantee. Write to us and name the address of your account and the date of the payment: /contact',
    address: '/pricing#money-back',
    asked: [
      'I want my money back',
      'paid yesterday and do not like it',
      'get a refund',
      'changed my mind refund',
      'not satisfied with the plan',
      'bought by mistake',
    ],
  },
  {
    title: 'Taxes on your profits',
    answer:
      'I don’t know the tax rules of your country and cannot advise on them: ask a tax adviser there. Export, above the Trade History on the dashboard, gives a list of your trades for that. People answer at /contact',
    address: '/contact',
    asked: [
      'do I pay tax on my profit',
      'taxes on trading profits',
      'declare my gains to the tax office',
      'is trading income taxable',
      'capital gains tax',
    ],
  },
];
