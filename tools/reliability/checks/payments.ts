import type { CheckGroup } from '../check.ts';

const RECORD = 'apps/api/src/features/billing/record';
const PURCHASE = 'apps/api/src/features/billing/purchase';
const SUBSCRIPTION = 'apps/api/src/features/billing/subscription';
const ENTITLEMENTS = 'apps/api/src/features/billing/entitlements/entitlements.test.ts';

export const PAYMENTS: CheckGroup = {
  title: 'Payments',
  checks: [
    {
      id: 'B1',
      promise: 'An event that comes fifty times at once has its effect once, and one mail',
      tests: [
        `${RECORD}/webhook.test.ts › fifty times at once has its effect once, and one mail tells of it`,
      ],
    },
    {
      id: 'B2',
      promise: 'An event is taken in whole or not at all, wherever the database breaks',
      tests: [
        `${RECORD}/atomic.test.ts › an event is taken in whole or not at all, wherever the database breaks; it is whole when it comes again`,
      ],
    },
    {
      id: 'B3',
      promise: 'A thousand orders of the events of a whole life end in the same rows',
      tests: [
        `${RECORD}/convergence.test.ts › any order, doublings and losses of the events of a whole life end in the same rows`,
        `${RECORD}/at-once.test.ts › all news of a whole life at the same moment end in the same rows, and no two wait for each other`,
      ],
    },
    {
      id: 'B4',
      promise: 'With every webhook lost, one look at the provider’s record puts everything right',
      tests: [
        `${RECORD}/reconcile.test.ts › one look at the record of the provider puts everything right`,
        `${RECORD}/reconcile.test.ts › the job looks at the start, and then each hour`,
      ],
    },
    {
      id: 'B5',
      promise: 'A payment that was not made changes no plan, whatever a browser claims',
      tests: [
        `${PURCHASE}/claims.test.ts › is unknown when nobody has heard of it, and no number when it is a checkout`,
        `${PURCHASE}/claims.test.ts › none of 200 forged, replayed, unpaid, mismatched or stolen payments changes a plan`,
      ],
    },
    {
      id: 'B6',
      promise: 'A payment that was given back grants nothing again',
      tests: [
        `${PURCHASE}/claims.test.ts › grants nothing again after it was given back`,
        `${PURCHASE}/claims.test.ts › does not bring an ended subscription back`,
      ],
    },
    {
      id: 'B7',
      promise: 'Somebody else’s payment is refused, in the words of one that nobody knows',
      tests: [
        `${PURCHASE}/wrong-claims.test.ts › is refused in the very words of one that nobody knows, before and after its owner claims it`,
        `${PURCHASE}/wrong-claims.test.ts › is not had by forging the data of the checkout`,
      ],
    },
    {
      id: 'B8',
      promise: 'A payment grants what was paid for, not what is claimed',
      tests: [
        `${PURCHASE}/wrong-claims.test.ts › grants what was paid for, and not what is claimed`,
        `${PURCHASE}/wrong-claims.test.ts › grants nothing for`,
      ],
    },
    {
      id: 'B9',
      promise: 'The call and the webhooks in 1,000 interleavings grant exactly once',
      tests: [
        `${PURCHASE}/race.test.ts › interleavings of the call and the webhooks grant exactly once, with one mail`,
      ],
    },
    {
      id: 'B10',
      promise: 'Any live subscription gives access, whatever became of an older one',
      tests: [`${ENTITLEMENTS} › holds by a live subscription whatever became of an older one`],
    },
    {
      id: 'B11',
      promise: 'A renewal that was not paid leaves the plan for seven days, and says so',
      tests: [
        `${ENTITLEMENTS} › leaves the plan for seven days from when it was due, and says so`,
        `${ENTITLEMENTS} › and no news at all end the plan as late, and not sooner`,
      ],
    },
    {
      id: 'B12',
      promise: 'Money that goes back ends the plan once it is approved, and a reversal restores it',
      tests: [
        `${RECORD}/money-back.test.ts › takes nothing while it waits for approval, and ends plan and subscription once approved`,
        `${RECORD}/money-back.test.ts › takes nothing when the refund is rejected`,
        `${RECORD}/money-back.test.ts › gives the plan back when an approved refund is reversed, for as long as was paid`,
      ],
    },
    {
      id: 'B13',
      promise: 'A provider that hangs costs a buyer 3.5 s, and no payment',
      tests: [
        `${PURCHASE}/outage.test.ts › costs a buyer 3.5 seconds, and the payment settles automatically when it is back`,
        `${SUBSCRIPTION}/cancel.test.ts › costs 3.5 seconds at most`,
      ],
    },
    {
      id: 'B14',
      promise: 'A fault of ours is never answered as taken: the event comes again',
      tests: [
        `${RECORD}/webhook.test.ts › is no answer that all is well: the event comes again, and then has its whole effect`,
        `${RECORD}/webhook.test.ts › while the database is away every event is redelivered by the provider until it is back`,
      ],
    },
    {
      id: 'signature',
      promise:
        'A signature is over the bytes, under a secret of ours, and at most five seconds old',
      tests: [
        'apps/api/src/features/billing/paddle/signature.test.ts › a webhook with',
        'apps/api/src/features/billing/paddle/signature.test.ts › five seconds are let pass in both directions, and not a millisecond more',
        `${RECORD}/webhook.test.ts › is decided over the bytes: anything but our secret, this body and this moment is refused`,
      ],
    },
    {
      id: 'sdk',
      promise: 'The provider’s own SDK, as it is, works with the local provider',
      tests: [
        'packages/paddle-emulator/src/sdk.test.ts › reads prices, customers, sales and their invoices, and opens the portal',
        'packages/paddle-emulator/src/sdk.test.ts › reads, previews, changes, pauses and cancels subscriptions',
        'packages/paddle-emulator/src/webhooks.test.ts › hold whole entities: the SDK reads every one of them',
      ],
    },
    {
      id: 'B15',
      promise: 'Of two checkouts of one person that are both paid, one ends and is paid back',
      tests: [
        `${RECORD}/doubles.test.ts › leave the subscription that began first; the other ends, and its money goes back`,
        `${PURCHASE}/start-checkout.test.ts › is refused a second checkout from the moment of payment on`,
      ],
    },
  ],
};
