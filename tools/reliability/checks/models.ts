import type { CheckGroup } from '../check.ts';

export const MODELS: CheckGroup = {
  title: 'Models',
  checks: [
    {
      id: '27',
      promise: 'The chat of a visitor: ten an hour, 4,000 letters in, a budget of the day',
      tests: [
        'apps/api/src/features/chat/chat.test.ts › is 10 messages an hour for a visitor, whatever X-Forwarded-For says',
        'apps/api/src/features/day-budget.test.ts › are never overspent by 2,000 calls that reserve much and take less',
      ],
    },
    {
      id: '28',
      promise: 'Of a hundred calls at once, the last tokens go to exactly one',
      tests: [
        'apps/api/src/features/decisions/token-reservation.test.ts › let exactly one of a hundred calls that run at once reach the panel, and succeed',
        'apps/api/src/features/usage/overspend.test.ts › never set more tokens aside than there are, and none fewer, while others are settled and given back',
      ],
    },
    {
      id: '29',
      promise: 'Whoever hangs up ends the provider’s call within a second',
      tests: [
        'apps/api/src/features/decisions/called-off.test.ts › ends the vote within a second, is charged once for what was taken, and holds nothing any more',
        'apps/api/src/models/abandoned-votes.test.ts › closes the provider’s connection within a second and counts what it has read (',
      ],
    },
    {
      id: '30',
      promise: 'A hundred hostile messages get no secret and break no limit',
      tests: [
        'apps/api/src/features/chat/model/hostile.test.ts › is harmless in',
        'apps/api/src/features/chat/model/hostile.test.ts › gets nothing into the place of the rules: they are the same to the letter each time',
      ],
    },
    {
      id: '31',
      promise: 'A plan’s requests a minute are exact, and a refusal says how long to wait',
      tests: [
        'apps/api/src/features/usage/request-rate.test.ts › are exact at 1,000 a second: none beyond the limit in any minute, none refused while there is room',
        'apps/api/src/features/decisions/request-limit.test.ts › are named in the refusal, and free the next call a minute after the first',
      ],
      benches: ['metering.rate-limit'],
    },
  ],
};
