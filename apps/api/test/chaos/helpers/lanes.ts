import { z } from 'zod';
import { bar, request } from '../../../src/features/decisions/testing/requests.ts';
import { aBeat } from '../../../src/features/live/testing/heartbeats.ts';
import { accountInput, tradeInput } from '../../helpers/builders.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Answer, Client } from './client.ts';

const BATCH = 10;

const decided = z.object({
  decision: z.object({ decision_id: z.string(), tokens: z.number() }),
});

/** One thing that a client does again and again. What was not answered is sent again, as bots do. */
export type Lane = (client: Client) => Promise<'answered' | 'broken'>;

/**
 * Everything that writes: trades, decisions, heartbeats, reviews, steps of the checklist, webhooks and
 * sign-ups.
 */
export function lanesOf(known: Acknowledged): Lane[] {
  return [
    trades(known),
    trades(known),
    decisions(known),
    heartbeats(known),
    reviews(known),
    checklist(known),
    webhooks(known),
    signUps(known),
  ];
}

/** @returns whether it was a success; anything but a success or a broken connection is noted */
function taken(known: Acknowledged, what: string, answer: Answer | null): answer is Answer {
  if (answer === null) return false;
  if (answer.status === 200 || answer.status === 202) {
    known.writes += 1;
    return true;
  }
  known.faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
  return false;
}

function trades(known: Acknowledged): Lane {
  let waiting: ReturnType<typeof tradeInput>[] | null = null;
  return async (client) => {
    waiting ??= Array.from({ length: BATCH }, () => tradeInput());
    const answer = await client.send('/api/bot/trades', {
      account: accountInput(),
      trades: waiting,
    });
    if (!taken(known, 'trades', answer)) return 'broken';
    for (const trade of waiting) known.tickets.add(trade.position_ticket);
    waiting = null;
    return 'answered';
  };
}

function decisions(known: Acknowledged): Lane {
  let index = 0;
  const account = accountInput({ kind: 'paper', login: 'past candles' });
  return async (client) => {
    // Years back: however many it comes to, none is ahead of the clock.
    const snapshot = bar(index - 40_000);
    const answer = await client.send('/api/bot/analyse', request(snapshot, { account }).body);
    if (!taken(known, 'analyse', answer)) return 'broken';
    const { decision } = decided.parse(answer.body);
    known.decisions.set(decision.decision_id, snapshot.as_of);
    known.tokens += decision.tokens;
    index += 1;
    return 'answered';
  };
}

function heartbeats(known: Acknowledged): Lane {
  return async (client) => {
    known.heartbeat.sent += 1;
    const sequence = known.heartbeat.sent;
    const answer = await client.send('/api/bot/heartbeat', aBeat({ sequence }));
    if (!taken(known, 'heartbeat', answer)) return 'broken';
    known.heartbeat.answered = sequence;
    return 'answered';
  };
}

function reviews(known: Acknowledged): Lane {
  return async (client) => {
    known.review.sent += 1;
    const count = known.review.sent;
    const answer = await client.send('/api/reviews', {
      rating: 5,
      comment: `A review, written ${count} times`,
    });
    if (!taken(known, 'review', answer)) return 'broken';
    known.review.answered = count;
    return 'answered';
  };
}

function checklist(known: Acknowledged): Lane {
  let done = false;
  return async (client) => {
    const answer = await client.send('/api/user/checklist', {
      checklist: { 'bot-config': done, 'risk-settings': !done },
    });
    if (!taken(known, 'checklist', answer)) return 'broken';
    done = !done;
    return 'answered';
  };
}

function webhooks(known: Acknowledged): Lane {
  let waiting: { event_id: string } | null = null;
  let count = 0;
  return async (client) => {
    count += 1;
    const id = (kind: string) => `${kind}_${String(count).padStart(26, '0')}`;
    const moment = new Date().toISOString();
    waiting ??= {
      event_id: id('evt'),
      event_type: 'adjustment.created',
      occurred_at: moment,
      data: {
        id: id('adj'),
        transaction_id: id('txn'),
        action: 'refund',
        status: 'pending_approval',
        currency_code: 'USD',
        totals: { total: '100' },
        created_at: moment,
        updated_at: moment,
      },
    } as { event_id: string };
    const answer = await client.sendEvent(waiting);
    if (!taken(known, 'webhook', answer)) return 'broken';
    known.events.add(waiting.event_id);
    waiting = null;
    return 'answered';
  };
}

function signUps(known: Acknowledged): Lane {
  let count = 0;
  return async (client) => {
    count += 1;
    const username = `visitor${count}`;
    const email = `${username}@example.com`;
    const answer = await client.send('/signup', { username, email, password: 'correct horse 9' });
    if (!taken(known, 'sign-up', answer)) return 'broken';
    known.signUps.add(email);
    return 'answered';
  };
}
