import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { hashOf } from '../http/signed-in.ts';
import { fleetBot } from './fleet.ts';
import type { Recorded, Statement } from './record-calls.ts';

/** Whose rows are meant: what stands in the recorded statements, and what is to stand there. */
export type BareUser = { userId: string; accountId: string; login: string };
export type BareOrders = {
  databaseUrl: string;
  path: string;
  recorded: Recorded;
  users: BareUser[];
};

process.once('message', async (orders: BareOrders) => {
  process.send?.({ port: await serve(orders) });
});

/** The least that could answer: the same statements, with each caller's own values, and a fixed reply. */
async function serve({ databaseUrl, path, recorded, users }: BareOrders): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const byToken = new Map(users.map((user, index) => [fleetBot(index).token, { user, index }]));
  const [first] = users;
  if (!first) throw new Error('there are no users');
  const prepare = recorded.statements.map((statement, at) => toPrepared(statement, at, first));
  let turn = 1_000;
  const app = fastify();
  app.route({
    method: ['GET', 'POST'],
    url: path,
    handler: async (request) => {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length);
      const caller = byToken.get(token);
      if (!caller) throw new Error('nobody');
      turn += 1;
      const own = { ...caller.user, hash: hashOf(token), turn };
      const client = await pool.connect();
      try {
        for (const statement of prepare) await client.query(statement(own));
      } finally {
        client.release();
      }
      return recorded.reply;
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

type Own = BareUser & { hash: string; turn: number };

/** Finds once which values are the recorded caller's; the statement is prepared, as the service's are. */
function toPrepared({ text, values }: Statement, at: number, first: BareUser) {
  const hash = hashOf(fleetBot(0).token);
  const makers = values.map((value): ((own: Own) => unknown) => {
    if (Array.isArray(value) && value[0] === hash) return (own) => [own.hash];
    if (Array.isArray(value))
      return (own) => value.map((each) => (each === first.accountId ? own.accountId : each));
    if (value === first.userId) return (own) => own.userId;
    if (value === first.accountId) return (own) => own.accountId;
    if (value === first.login) return (own) => own.login;
    if (typeof value === 'number' && value > 1e12) return (own) => value + own.turn;
    if (typeof value === 'string' && value.includes('"position_ticket":"')) {
      const pieces = value.split(/(?<="position_ticket":")\d+/);
      return (own) =>
        pieces.reduce((text, piece, part) => `${text}${2e7 + own.turn * 4 + part}${piece}`);
    }
    if (typeof value === 'string' && value.includes(first.userId))
      return (own) => value.replace(first.userId, own.userId);
    return () => value;
  });
  const name = values.length > 0 ? `s${at}` : undefined;
  return (own: Own) => ({ ...(name && { name }), text, values: makers.map((make) => make(own)) });
}
