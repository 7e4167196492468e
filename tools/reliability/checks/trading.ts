import type { CheckGroup } from '../check.ts';

const LIVE = 'apps/bot/src/live';
const EXPERT = 'apps/bot/src/mt5/simulator/expert/orders.process.test.ts';
const RISK = 'packages/trading/src/risk';

export const TRADING: CheckGroup = {
  title: 'Trading',
  checks: [
    {
      id: '35',
      promise:
        'An order is written down first; one whose answer is lost is asked about, never resent',
      tests: [
        `${LIVE}/live-journal.test.ts › an order that was written down and has no outcome is known after a restart`,
        `${LIVE}/live-run.test.ts › an order whose answer is lost is asked about and never sent again`,
        `${LIVE}/chaos.test.ts › whatever breaks, no order is doubled, no deal lost, no stop missing for long and no limit reset`,
      ],
      benches: ['live.chaos', 'live.simulated-chaos'],
    },
    {
      id: '36',
      promise: 'Three tries after a requote, none after a final refusal',
      tests: [`${EXPERT} › a requote is asked for again three times; a permanent code is final`],
    },
    {
      id: '37',
      promise: 'What is filled in part has its stop for that part, and the rest is cancelled',
      tests: [
        `${EXPERT} › of a partial fill the rest is cancelled, and the key says how much there is`,
        `${EXPERT} › the rest of a partial fill is cancelled also when its answer was lost`,
      ],
    },
    {
      id: '38',
      promise: 'A position without a stop has one within 5 s, or is closed',
      tests: [
        `${LIVE}/guards.test.ts › a fill that lost its stop is given the stop of its order`,
        `${LIVE}/guards.test.ts › a position whose stop the broker does not take is closed within five seconds`,
      ],
    },
    {
      id: '39',
      promise: 'The limits of a day outlast restarts and a lost journal',
      tests: [
        `${LIVE}/live-run.test.ts › a lost journal does not reset the limits of the day`,
        `${RISK}/cool-down.test.ts › is the same after a thousand restarts at random moments`,
      ],
    },
    {
      id: '40',
      promise:
        'The kill switch closes everything within 2 s, holds over a restart, needs no service',
      tests: [
        `${LIVE}/guards.test.ts › the kill switch closes everything within two seconds while a model is thinking`,
        `${LIVE}/guards.test.ts › the kill switch holds over a restart, and until somebody lets the bot go on`,
        `${LIVE}/live-trouble.test.ts › with positions open and the service out of reach,`,
      ],
    },
    {
      id: '41',
      promise: 'Times are the server’s; clocks that are off and summer time do no harm',
      tests: [
        `${LIVE}/server-clock.test.ts › a clock of New York and seven hours is recognised and read with its summer time`,
        `${LIVE}/server-clock.test.ts › a computer whose clock is an hour off is told so`,
        `${RISK}/limits-state.test.ts › weeks in which a clock changes begin on Monday 00:00 of the server as well`,
      ],
    },
    {
      id: '42',
      promise: 'Nothing is opened before the weekend, and gaps count at their real loss',
      tests: [
        `${RISK}/market-hours.test.ts › nothing is opened in Friday’s last hour nor over the weekend, in winter and in summer`,
        'apps/bot/src/mt5/simulator/server/trade-server.test.ts › a stop that the weekend jumps over is filled at the first price of Monday',
      ],
    },
    {
      id: '43',
      promise: 'No order before the terminal and the journal agree',
      tests: [
        `${LIVE}/live-run.test.ts › a bot that is killed between sending and the answer takes the deal in after its restart, once`,
        `${LIVE}/late-answer.test.ts › a deal whose comment was rewritten and whose order has no answer yet is told once it is known whose it is`,
      ],
    },
    {
      id: '44',
      promise: 'What was decided on a bar that closed over a minute ago is discarded',
      tests: [
        `${RISK}/stale-decision.test.ts › what was decided on a bar that closed over a minute ago is discarded`,
      ],
    },
    {
      id: '45',
      promise: 'Without tokens or service, what is open is still managed',
      tests: [
        `${LIVE}/live-trouble.test.ts › without a service that ever answered a position without a stop is closed all the same`,
        'apps/bot/src/paper-limits.process.test.ts › ends when the tokens are used up, says so, and goes on from there after an upgrade',
      ],
    },
  ],
};
