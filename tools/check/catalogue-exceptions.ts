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
    texts: ['try{', 'setTimeout('],
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
    file: 'apps/web/src/features/decisions/recorded-decision.ts',
    texts: ['EMA20 is ', 'The close is '],
    reason:
      'A recorded decision, written by `npm run record:decision`, which Node runs without macros.',
  },
  {
    file: 'apps/web/src/features/decisions/recorded-replay.ts',
    texts: ['2 of 3 analysts agree'],
    reason: 'A recorded decision, with the reason as it was stored.',
  },
  {
    file: 'apps/web/src/features/api-page/try-call.tsx',
    texts: ['curl -X ', '-H ', 'await client.', ' text'],
    reason: 'Code to copy, and made-up values of fields.',
  },
];
