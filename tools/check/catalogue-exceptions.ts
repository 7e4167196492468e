import type { Exception } from './catalogue.ts';

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: null,
    texts: ['Free', 'Starter', 'Pro', 'Elite'],
    reason: 'Plans are called so on the wire and in every language.',
  },
  {
    file: 'apps/web/src/root.tsx',
    texts: ['light dark'],
    reason: 'The value of `color-scheme`.',
  },
  {
    file: 'apps/web/src/lib/head-script.ts',
    texts: ['try{', 'setTimeout(', 'var l='],
    reason: 'A script in the head of the page.',
  },
  {
    file: 'apps/web/src/lib/api-error.ts',
    texts: ['the call failed: '],
    reason: 'The message of an error without a sentence, which no screen shows.',
  },
  {
    file: 'apps/web/src/features/site/structured-data.ts',
    texts: ['customer support'],
    reason: 'A value that search engines know.',
  },
  {
    file: 'apps/web/src/features/journal/pictures.tsx',
    texts: ['Files'],
    reason: 'What browsers call files that are dragged.',
  },
  {
    file: 'apps/web/src/features/verify/verify-record.tsx',
    texts: ['Files'],
    reason: 'What browsers call files that are dragged.',
  },
  {
    file: 'apps/web/src/features/decisions/recorded-decisions.ts',
    texts: ['EMA20 is ', 'The close is ', 'The spread of '],
    reason:
      'Recorded decisions, written by `npm run record:decision`, which Node runs without macros.',
  },
  {
    file: 'apps/web/src/features/site/preset-firms.ts',
    texts: ['Alpha Capital', 'E8 Markets', 'Topstep'],
    reason: 'Names of firms.',
  },
  {
    file: 'apps/web/src/features/site/read-changelog.ts',
    texts: ['Running the service', 'Back office', 'Operators:'],
    reason: 'What parts of the changelog are called, which is read as it is written.',
  },
  {
    file: 'apps/web/src/features/trades/trade-columns.tsx',
    texts: ['tradeColumns '],
    reason: 'A key of the browser’s storage.',
  },
  {
    file: 'apps/web/src/features/journal/journal.api.ts',
    texts: ['trade ', 'day '],
    reason: 'Keys of entries.',
  },
  {
    file: 'apps/web/src/features/admin/spend/spend-view.tsx',
    texts: ['30 days', '90 days', '12 months', '24 months'],
    reason: 'Values in addresses.',
  },
  {
    file: 'apps/web/src/features/api-page/try-call.tsx',
    texts: ['curl -X ', '-H ', 'await client.', ' text'],
    reason: 'Code to copy, and made-up values of fields.',
  },
];
