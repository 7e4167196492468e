import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TradeInput } from '@quorate/contract/trade-sync';
import { atScale } from '../../../test/helpers/at-scale.ts';
import { accountInput, tradeInput } from '../../../test/helpers/builders.ts';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import {
  freePort,
  mailboxOf,
  type ServerProcess,
  startServer,
} from '../../../test/helpers/server-process.ts';

const KILLS = atScale({ full: 25, part: 6 });
const BATCH = 20;
const PERSON = { username: 'amina', email: 'amina@example.com', password: 'correct horse battery' };

/** On PostgreSQL the database lives on when the service dies; the embedded one dies with it. */
// @promise 8.1
// @attack 2.9
it(`the service killed ${KILLS} times during a sync loses no acknowledged trade and doubles none`, async (t) => {
  const storage = await freshStorage();
  const env = { ...storage.env, PORT: await freePort() };
  let server = await startServer(env);
  t.after(async () => {
    await server.kill();
    await storage.remove();
  });
  const token = await signIn(server);
  const acknowledged = new Set<string>();
  let next = 0;

  for (let round = 0; round < KILLS; round += 1) {
    const sending = keepSending(
      server,
      token,
      () => {
        next += BATCH;
        return Array.from({ length: BATCH }, (_, index) =>
          tradeInput({ position_ticket: String(next - BATCH + index) }),
        );
      },
      acknowledged,
    );
    await new Promise((resolve) => setTimeout(resolve, 40 + ((round * 37) % 90)));
    await server.kill();
    const unanswered = await sending;
    server = await startServer(env);
    // The bot does not know whether the last batch arrived: it sends it again.
    for (const batch of unanswered) {
      const reply = await send(server, token, batch);
      assert.equal(reply.status, 200);
      for (const trade of batch) acknowledged.add(trade.position_ticket);
    }
  }

  const stored = await storedTickets(server, token);
  assert.ok(acknowledged.size > KILLS * BATCH, `${acknowledged.size} trades were acknowledged`);
  assert.equal(new Set(stored).size, stored.length, 'no ticket stands twice');
  assert.deepEqual(stored.toSorted(), [...acknowledged].toSorted());
});

async function keepSending(
  server: ServerProcess,
  token: string,
  nextBatch: () => TradeInput[],
  acknowledged: Set<string>,
): Promise<TradeInput[][]> {
  const unanswered: TradeInput[][] = [];
  const lane = async () => {
    for (;;) {
      const batch = nextBatch();
      try {
        const reply = await send(server, token, batch);
        if (reply.status !== 200) throw new Error(`answered ${reply.status}`);
        for (const trade of batch) acknowledged.add(trade.position_ticket);
      } catch {
        // Expected: the service was killed while this batch was on its way.
        unanswered.push(batch);
        return;
      }
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return unanswered;
}

async function send(server: ServerProcess, token: string, trades: TradeInput[]): Promise<Response> {
  const response = await post(
    server,
    '/api/bot/trades',
    { account: accountInput(), trades },
    token,
  );
  await response.arrayBuffer();
  return response;
}

async function signIn(server: ServerProcess): Promise<string> {
  await post(server, '/signup', PERSON);
  const [mail] = await mailboxOf(server.url, PERSON.email);
  await post(server, '/verify-email', { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] });
  const reply = await post(server, '/login', {
    username_or_email: PERSON.username,
    password: PERSON.password,
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

async function storedTickets(server: ServerProcess, token: string): Promise<string[]> {
  const login = await post(server, '/login', {
    username_or_email: PERSON.username,
    password: PERSON.password,
  });
  const { user } = (await login.json()) as { user: { id: string } };
  const tickets: string[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(
      `${server.url}/api/bot/trade-statistics/${user.id}?per_page=500&page=${page}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    const { recent_trades } = (await response.json()) as {
      recent_trades: { position_ticket: string }[];
    };
    if (recent_trades.length === 0) return tickets;
    tickets.push(...recent_trades.map((trade) => trade.position_ticket));
  }
}

function post(
  server: ServerProcess,
  path: string,
  body: unknown,
  token?: string,
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}
