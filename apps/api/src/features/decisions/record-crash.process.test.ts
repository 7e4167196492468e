import assert from 'node:assert/strict';
import { it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { downloadRecord } from '@quorate/contract/record';
import { syncTrades } from '@quorate/contract/trade-sync';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey } from '@quorate/tlog/note';
import { atScale } from '../../../test/helpers/at-scale.ts';
import { accountInput, tradeInput } from '../../../test/helpers/builders.ts';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import {
  freePort,
  mailboxOf,
  type ServerProcess,
  startServer,
} from '../../../test/helpers/server-process.ts';
import { bar, request } from './testing/requests.ts';

const KILLS = atScale({ full: 12, part: 3 });
/** Fewer than a Free plan may ask in a minute. */
const DECISIONS = 16;
const TRADES = 200;

/** A call that the kill cuts off is made again in the next round. */
type Client = { name: string; token: string; decisions: Set<string>; tickets: Set<string> };

// @attack 2.9
it(`the service killed ${KILLS} times between decisions, trades and the log loses no entry that was answered and doubles none`, async (t) => {
  const storage = await freshStorage();
  const env = {
    ...storage.env,
    PORT: await freePort(),
    LIMIT_LINK_REQUESTS: '1000',
  };
  let server = await startServer(env);
  t.after(async () => {
    await server.kill();
    await storage.remove();
  });
  const clients: Client[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const client = await newClient(server, `client${round}`);
    clients.push(client);
    const asking = Promise.all([keepDeciding(server, client), keepTrading(server, client)]);
    // Sooner or later in the turn of the job that takes entries into the log, which is every 5 s.
    await new Promise((resolve) => setTimeout(resolve, 150 + ((round * 977) % 5_300)));
    await server.kill();
    await asking;
    server = await startServer(env);
  }
  const key = readVerifierKey(await (await fetch(`${server.url}/.well-known/log-key`)).text());
  assert.ok(key);
  let decided = 0;
  for (const { name, token, decisions, tickets } of clients) {
    const reply = await fetch(server.url + downloadRecord.path, { headers: bearer(token) });
    const file = Buffer.from(await reply.arrayBuffer());
    const verifier = createRecordVerifier({ trusted: [key] });
    verifier.push(file);
    const verdict = await verifier.end();
    assert.equal(verdict.kind, 'verified', `${name}: ${JSON.stringify(verdict)}`);
    const entries = file.toString().split('\n').flatMap(bodyOf);
    const told = (kind: string, member: string) =>
      entries.filter((entry) => entry.kind === kind).map((entry) => String(entry.body[member]));
    for (const [kind, member, answered] of [
      ['decision', 'decision_id', decisions],
      ['closed', 'position_ticket', tickets],
    ] as const) {
      const all = told(kind, member);
      assert.equal(new Set(all).size, all.length, `${name} has a ${kind} twice`);
      assert.deepEqual(
        [...answered].filter((id) => !all.includes(id)),
        [],
        `${name} lost a ${kind}`,
      );
    }
    decided += decisions.size;
  }
  assert.ok(decided > KILLS, `${decided} decisions were answered`);
});

/** Lines of a file that are bodies, behind the lines of their entries. */
function bodyOf(line: string, at: number, lines: readonly string[]) {
  const kind = /"kind":"(\w+)"/.exec(lines[at - 1] ?? '')?.[1];
  if (!kind || !/^\{"salt":"\w+","body":/.test(line)) return [];
  return [{ kind, body: (JSON.parse(line) as { body: Record<string, unknown> }).body }];
}

async function keepDeciding(server: ServerProcess, { token, decisions }: Client): Promise<void> {
  for (let at = 0; at < DECISIONS; at += 1) {
    const reply = await post(server, analyse.path, request(bar(at)).body, token).catch(() => null);
    if (reply === null) return;
    const { decision } = (await reply.json().catch(() => ({}))) as {
      decision?: { decision_id: string };
    };
    if (decision) decisions.add(decision.decision_id);
  }
}

async function keepTrading(server: ServerProcess, { token, tickets }: Client): Promise<void> {
  for (let at = 0; at < TRADES; at += 1) {
    const trades = [tradeInput({ position_ticket: String(at) })];
    const body = { account: accountInput({ login: '900' }), trades };
    const reply = await post(server, syncTrades.path, body, token).catch(() => null);
    if (reply === null) return;
    const isRead = await reply.arrayBuffer().catch(() => null);
    if (reply.ok && isRead) tickets.add(String(at));
  }
}

async function newClient(server: ServerProcess, username: string): Promise<Client> {
  const person = { username, email: `${username}@example.com`, password: 'correct horse battery' };
  await post(server, '/signup', person);
  const [mail] = await mailboxOf(server.url, person.email);
  await post(server, '/verify-email', { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] });
  const reply = await post(server, '/login', {
    username_or_email: username,
    password: person.password,
  });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return { name: username, token, decisions: new Set(), tickets: new Set() };
}

function bearer(token?: string): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function post(
  { url }: ServerProcess,
  path: string,
  body: unknown,
  token?: string,
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  });
}
