import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { userTables } from '../helpers/user-tables.ts';
import { type Answer, type Call, type Input, send } from './helpers/calls.ts';
import { startLiftedService } from './helpers/lifted-service.ts';
import { addOwner, type Owner } from './helpers/owner.ts';
import { addPerson, addSession } from './helpers/people.ts';
import { idPlaces, textPlaces, withValueAt } from './helpers/places.ts';
import { allRows, asText, rowsOf } from './helpers/rows.ts';
import { validInputs } from './helpers/valid-input.ts';

/** Marks that are stored as minor units and shown as amounts. */
const FIGURES = ['profit', 'bill'];

async function start(t: TestContext) {
  const service = await startLiftedService(t);
  return { ...service, owner: await addOwner(service) };
}

type Service = Awaited<ReturnType<typeof start>>;

/** Somebody else: new for every call, as some calls end the session or the account they come with. */
async function strangers(service: Service, call: Call): Promise<(string | undefined)[]> {
  const person = await addPerson(service);
  const browser = await addSession(service, person.id);
  if (call.endpoint.auth === 'none') return [undefined, browser.token];
  const device = await addSession(service, person.id, { kind: 'bot' });
  return [undefined, browser.token, device.token];
}

/** The owner's ids at every place where an id can stand, and beside the fields that a call knows. */
function withIdsOf(owner: Owner, input: Input): Input[] {
  const ids = Object.values(owner.ids);
  const named = {
    user_id: owner.id,
    userId: owner.id,
    id: owner.id,
    account_id: owner.ids.account,
    session_id: owner.ids.session,
  };
  return [
    ...idPlaces(input).flatMap((place) => ids.map((id) => withValueAt(input, place, id))),
    { ...input, query: { ...named, ...input.query } },
    ...(input.body === undefined ? [] : [{ ...input, body: { ...named, ...input.body } }]),
  ];
}

function expectNothingOf(owner: Owner, call: Call, answer: Answer, known: readonly string[]): void {
  const shown = `${JSON.stringify(answer.headers)} ${answer.body}`;
  for (const [what, mark] of Object.entries({ ...owner.marks, ...owner.ids })) {
    // What the caller sent is no news to them.
    if (known.includes(mark) || answer.sent.includes(mark)) continue;
    assert.ok(!shown.includes(mark), `${call.name} shows the owner's ${what}: ${answer.sent}`);
  }
  expectNoSecret(owner, call, answer);
}

function expectNoSecret(owner: Owner, call: Call, answer: Answer): void {
  const { headers, body } = answer;
  const shown = `${JSON.stringify(headers)} ${body}`;
  for (const secret of [...owner.secrets, '$argon2id$'])
    assert.ok(!shown.includes(secret), `${call.name} shows a secret`);
}

function publishedIn(call: Call, owner: Owner): string[] {
  return call.name === 'listReviews' ? [...owner.published, owner.ids.review ?? ''] : [];
}

describe('what belongs to one user', () => {
  it('is marked in every table, so that no table is left out below', async (t) => {
    const { db, owner } = await start(t);
    const rows = await allRows(db);
    const mine = new Set(rowsOf(rows, owner.id).map(({ table }) => table));
    for (const { table } of await userTables(db))
      assert.ok(mine.has(table), `the owner has no row in ${table}: addOwner must make one`);
    const stored = rows.map(asText).join('\n');
    for (const [what, mark] of Object.entries(owner.marks)) {
      if (!FIGURES.includes(what)) assert.ok(stored.includes(mark), what);
    }
  });

  it('is shown to that user: the marks below are looked for where they would be found', async (t) => {
    const { app, owner, calls } = await start(t);
    const seen: string[] = [];
    const reads = calls.filter(
      ({ endpoint: { method, auth, path } }) =>
        // A published record is found by its name, by anyone.
        method === 'GET' && auth !== 'admin' && !path.startsWith('/api/records/'),
    );
    for (const call of reads) {
      const [input = {}] = validInputs(call, 1);
      const plain = call.endpoint.query?.safeParse({}).success ? { ...input, query: {} } : input;
      const own = idPlaces(plain).reduce(
        (each, place) => withValueAt(each, place, ownId(owner, String(place.at(-1)))),
        plain,
      );
      const answer = await send(app, call, own, { token: owner.token });
      assert.equal(answer.status, 200, `${call.name}: ${answer.body}`);
      expectNoSecret(owner, call, answer);
      seen.push(answer.body);
    }
    const shown = seen.join('\n');
    for (const what of ['symbol', 'ticket', 'decisionReason', 'voteReason', 'analyst', ...FIGURES])
      assert.ok(shown.includes(owner.marks[what] ?? '?'), `the owner's own ${what}`);
  });

  // @promise 4.1
  it('is in no answer to anybody else, whatever ids of it they send', async (t) => {
    const service = await start(t);
    const { app, owner, calls } = service;
    let answers = 0;
    for (const call of calls) {
      for (const input of validInputs(call, 1).flatMap((each) => [
        each,
        ...withIdsOf(owner, each),
      ])) {
        for (const token of await strangers(service, call)) {
          const headers = { 'x-user-id': owner.id, 'x-forwarded-user': owner.username };
          const answer = await send(app, call, input, { token, headers });
          expectNothingOf(owner, call, answer, publishedIn(call, owner));
          answers += 1;
        }
      }
    }
    assert.ok(answers > 300, `only ${answers} answers were looked at`);
  });

  it('is in no answer to somebody who knows its username and address', async (t) => {
    const service = await start(t);
    const { app, owner, calls } = service;
    for (const call of calls) {
      for (const input of validInputs(call, 1)) {
        const places = textPlaces(input).filter((path) => /name|email/.test(String(path.at(-1))));
        for (const place of places) {
          for (const name of [owner.username, owner.email]) {
            for (const token of await strangers(service, call)) {
              const answer = await send(app, call, withValueAt(input, place, name), { token });
              expectNothingOf(owner, call, answer, publishedIn(call, owner));
            }
          }
        }
      }
    }
  });

  // @promise 4.1
  it('is changed by nobody else, whatever ids of it they send', async (t) => {
    const service = await start(t);
    const { app, db, owner, calls } = service;
    const before = rowsOf(await allRows(db), owner.id).map(asText);
    for (const call of calls) {
      for (const input of validInputs(call, 2).flatMap((each) => withIdsOf(owner, each))) {
        for (const token of await strangers(service, call)) await send(app, call, input, { token });
      }
      await service.runJobs();
      const after = rowsOf(await allRows(db), owner.id).map(asText);
      assert.deepEqual(after, before, `${call.name} changed what is the owner's`);
    }
  });

  // @promise 4.1
  it('is not told apart from what nobody has, by its id', async (t) => {
    const service = await start(t);
    const { app, owner, calls } = service;
    for (const call of calls.filter(({ endpoint }) => endpoint.params)) {
      const [input = {}] = validInputs(call, 1);
      for (const place of idPlaces(input)) {
        for (const id of Object.values(owner.ids).filter((each) => each !== owner.ids.ticket)) {
          const answers = await Promise.all(
            [id, nobodysIdLike(id)].map(async (each) => {
              const person = await addPerson(service);
              const { token } = await addSession(service, person.id);
              const answer = await send(app, call, withValueAt(input, place, each), { token });
              return { ...answer, body: answer.body.replaceAll(each, '<id>') };
            }),
          );
          const told = answers.map(({ status, body }) => [status, withoutRequest(body)]);
          assert.deepEqual(told[0], told[1], `${call.name} ${place.join('.')}`);
        }
      }
    }
  });
});

function ownId(owner: Owner, field: string): string {
  const id = owner.ids[field.replace(/_id$/, '')];
  if (id === undefined) throw new Error(`the owner has no ${field}`);
  return id;
}

/** An id of the same form that belongs to nobody. */
function nobodysIdLike(id: string): string {
  const [, prefix] = /^(sub|txn)_/.exec(id) ?? [];
  return prefix === undefined
    ? '01890000-0000-7000-8000-000000000000'
    : `${prefix}_${'0'.repeat(26)}`;
}

function withoutRequest(body: string): unknown {
  return JSON.parse(body, (key, value) => (key === 'request_id' ? undefined : value));
}
