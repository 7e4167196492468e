import type { CheckGroup } from '../check.ts';

const CONTRACT = 'apps/api/test/contract';

export const CALLS: CheckGroup = {
  title: 'Calls',
  checks: [
    {
      id: '19',
      promise: 'Every call with another user’s ids leaks and changes nothing',
      tests: [
        `${CONTRACT}/isolation.test.ts › is in no answer to anybody else, whatever ids of it they send`,
        `${CONTRACT}/isolation.test.ts › is changed by nobody else, whatever ids of it they send`,
        `${CONTRACT}/isolation.test.ts › is not told apart from what nobody has, by its id`,
      ],
    },
    {
      id: '20',
      promise: 'Fields that a call does not know change nothing',
      tests: [
        `${CONTRACT}/mass-assignment.test.ts › change nothing: with them and without them the same is stored and answered`,
      ],
    },
    {
      id: '21',
      promise: 'Sorting by known names, at most 500 rows, no statement made of words',
      tests: [
        `${CONTRACT}/every-field.test.ts › with any value that has broken programs before gets a proper answer`,
        'apps/api/src/features/trades/history.test.ts › is sorted and paged without gaps or repeats',
      ],
    },
    {
      id: '22',
      promise: 'A body that is too large is refused before it is whole',
      tests: [
        `${CONTRACT}/raw-connections.test.ts › is refused before it is whole, however it comes`,
      ],
    },
    {
      id: '23',
      promise: 'A thousand connections that say nothing leave the service answering within 200 ms',
      tests: [
        `${CONTRACT}/raw-connections.test.ts › is cut off while it still sends its headers, or its body, and both have a limit`,
        `${CONTRACT}/raw-connections.test.ts › may be one of a thousand that say nothing, and the service answers within 200 ms`,
      ],
    },
    {
      id: '24',
      promise: '10,000 bad requests over every call are refused, none with a fault of the service',
      tests: [
        `${CONTRACT}/bad-requests.test.ts › are refused in the one shape, with a failure their call declares and nothing of the inside`,
      ],
    },
    {
      id: '25',
      promise: 'No answer holds a stack or a statement',
      tests: [
        'apps/api/src/app.test.ts › is refused with one clear sentence, never a stack',
        `${CONTRACT}/replies.test.ts › is the reply of the contract with nothing beside it, or a failure that its call declares`,
      ],
    },
    {
      id: '26',
      promise: 'Of what a user supplies, push services of known browsers alone are called',
      tests: [
        'apps/api/src/models/provider-fetch.test.ts › calls its own origin alone',
        'apps/api/src/push/push-hosts.test.ts › is never on this machine or in a private network, whatever its name leads to',
        'apps/api/src/push/create-push.test.ts › follows no redirect, wherever it leads',
      ],
    },
  ],
};
