import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Call, type Input, type SendOptions, send } from './helpers/calls.ts';
import { type LiftedService, startLiftedService } from './helpers/lifted-service.ts';
import { addPerson, addSession, PASSWORD, roleFor } from './helpers/people.ts';
import { textPlaces, withExtras, withValueAt } from './helpers/places.ts';
import { allRows, asText } from './helpers/rows.ts';
import { validInputs } from './helpers/valid-input.ts';

const VICTIM = { username: 'victim', email: 'victim@example.com' };

/** Columns and settings that nobody may set by naming them. */
function extras(victimId: string): Record<string, unknown> {
  return {
    id: victimId,
    user_id: victimId,
    userId: victimId,
    role: 'admin',
    is_admin: true,
    plan_name: 'Elite',
    given_plan: 'Elite',
    plan: 'Elite',
    email_verified_at: '2020-01-01T00:00:00Z',
    password_hash: 'x',
    confirmed_at: '2020-01-01T00:00:00Z',
    expires_at: '2099-01-01T00:00:00Z',
    created_at: '2020-01-01T00:00:00Z',
    enabled_at: '2020-01-01T00:00:00Z',
    tokens: -1_000_000,
    tokens_used: -1_000_000,
    token_limit: -1,
    purpose: 'reset',
  };
}

/** Two services in the same state: whatever the extra fields do, they do to one of them alone. */
async function twins(t: TestContext) {
  const make = async () => {
    const service = await startLiftedService(t);
    const victim = await addPerson(service, VICTIM);
    await addSession(service, victim.id);
    return { ...service, victim };
  };
  return { plain: await make(), stuffed: await make() };
}

/** Somebody of the same name in both, who is not the one the call is about where it needs nobody. */
async function signedIn(
  service: LiftedService,
  call: Call,
  username: string,
): Promise<SendOptions> {
  const person = await addPerson(service, { username, role: roleFor(call) });
  const { token } = await addSession(service, person.id);
  const address = '192.0.2.7';
  return call.endpoint.auth === 'none' ? { address } : { address, token };
}

/** All that is stored, but what differs between any two services: ids, hashes and secrets. */
async function storedIn(service: LiftedService): Promise<string[]> {
  await service.runJobs();
  const kept = (await allRows(service.db)).filter(({ table }) => table !== 'rate_hits');
  return kept.map((row) => withoutChance(asText(row))).toSorted();
}

function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>')
    .replace(/[A-Za-z0-9+/_=-]{22,}/g, '<secret>')
    .replace(/"(request_id|code|secret)":"[^"]*"/g, '"$1"')
    .replace(/"[a-z0-9]{4}(-[a-z0-9]{4})+"/g, '"<code>"');
}

/** Sizes of two databases, and the planner's estimates of their rows, differ by what was done when in them. */
function answerOf(call: string, body: string): string {
  const answer = withoutChance(body);
  // Each file of a ZIP has the time at which it was packed, in its own head and in the list of files.
  if (call === 'exportTrades') return answer.replace(/(PK\p{Cc}{2}.{6}).{4}/gsu, '$1');
  if (call !== 'getServiceHealth') return answer;
  return answer.replace(/"tables":\[[^\]]*\]/, '"tables":[]').replace(/\d+/g, '<n>');
}

function missingFrom(expected: readonly string[], actual: readonly string[]): string[] {
  const left = [...actual];
  return expected.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

describe('fields that a call does not know', () => {
  // @promise 4.2
  it('change nothing: with them and without them the same is stored and answered', async (t) => {
    const { plain, stuffed } = await twins(t);
    assert.deepEqual(await storedIn(stuffed), await storedIn(plain), 'twins to begin with');
    const added = extras(stuffed.victim.id);
    let succeeded = 0;
    let operators = 0;
    for (const call of plain.calls) {
      for (const [index, valid] of validInputs(call, 3).entries()) {
        const name = `${call.name}${index}`.toLowerCase().slice(-30);
        const input = withOwnWords(valid, call.name === 'signup' ? `${name}x` : name);
        const more: Input = {
          ...input,
          query: { ...added, ...input.query },
          ...(input.body !== undefined && { body: withExtras(input.body, added) }),
        };
        const callers = [await signedIn(plain, call, name), await signedIn(stuffed, call, name)];
        if (roleFor(call) === 'admin') operators += 1;
        const without = await send(plain.app, call, input, callers[0]);
        let given = await send(stuffed.app, call, more, callers[1]);
        // To refuse them is as good; then the call has to work without them.
        if (given.body.includes('"validation_failed"'))
          given = await send(stuffed.app, call, input, callers[1]);
        assert.equal(given.status, without.status, `${call.name}: ${without.body} ${given.body}`);
        assert.equal(answerOf(call.name, given.body), answerOf(call.name, without.body), call.name);
        if (given.status === 200) succeeded += 1;
      }
      const [expected, actual] = [await storedIn(plain), await storedIn(stuffed)];
      assert.deepEqual(missingFrom(expected, actual), [], `${call.name} stores something else`);
      assert.equal(actual.length, expected.length, call.name);
    }
    assert.ok(succeeded > 20, `only ${succeeded} calls succeeded with the fields`);
    const users = await stuffed.db.selectFrom('users').select(['role', 'given_plan']).execute();
    // As many operators as the test made for the calls of operators, and nobody has a plan as a gift.
    assert.equal(users.filter(({ role }) => role === 'admin').length, operators);
    assert.ok(users.every(({ given_plan }) => given_plan === 'Free'));
  });
});

function withOwnWords(input: Input, caller: string): Input {
  const own: Record<string, string> = {
    username: caller,
    username_or_email: caller,
    password: PASSWORD,
    current_password: PASSWORD,
  };
  return textPlaces(input).reduce((each, place) => {
    const value = own[String(place.at(-1))];
    return value === undefined ? each : withValueAt(each, place, value);
  }, input);
}
