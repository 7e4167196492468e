import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Call, type Input, send } from './helpers/calls.ts';
import { type LiftedService, startLiftedService } from './helpers/lifted-service.ts';
import { addPerson, addSession, PASSWORD, roleFor } from './helpers/people.ts';
import { textPlaces, withValueAt } from './helpers/places.ts';
import { validInputs } from './helpers/valid-input.ts';

/** Stands in the place of every text that a caller may send, one after the other. */
const MARK = 'Zq7marked4Xw';

/** Each from somebody new, as a call may end the session or the account it comes with. */
async function sendAll(service: LiftedService, call: Call, inputs: readonly Input[]) {
  const tokens: string[] = [];
  const answers: string[] = [];
  for (const input of inputs) {
    const person = await addPerson(service, { role: roleFor(call) });
    const { token } = await addSession(service, person.id);
    tokens.push(token);
    const { body } = await send(service.app, call, input, { token });
    answers.push(body);
  }
  return { tokens, answers };
}

/** The same with their password, and with a mark in each place of a text. */
function marked(input: Input): Input[] {
  const places = textPlaces(input);
  const withPassword = places.reduce((each, place) => {
    const isPassword = /password/.test(String(place.at(-1)));
    return isPassword ? withValueAt(each, place, PASSWORD) : each;
  }, input);
  return [withPassword, ...places.map((place) => withValueAt(withPassword, place, MARK))];
}

/** What stands in a line of any log: only what a person may read who watches the service. */
function expectNone(lines: readonly string[], secrets: readonly string[]) {
  const log = lines.join('');
  for (const secret of secrets) {
    const at = log.indexOf(secret);
    assert.ok(at < 0, `${secret} is logged: ${log.slice(Math.max(0, at - 300), at + 100)}`);
  }
}

describe('the log at its finest', () => {
  // @promise 2.7
  it('holds no token, password or text of a caller, whichever call it is', async (t) => {
    const lines: string[] = [];
    const service = await startLiftedService(t, { log: (line) => lines.push(line) });
    let told = 0;
    for (const call of service.calls) {
      lines.length = 0;
      const inputs = validInputs(call, 1).flatMap(marked);
      const { tokens, answers } = await sendAll(service, call, inputs);
      const given = answers.flatMap((body) => secretsIn(body));
      expectNone(lines, [MARK, PASSWORD, ...tokens, ...given]);
      told += lines.length;
    }
    assert.ok(told > service.calls.length, 'the log is not the one that is written to');
    lines.length = 0;
    await service.runJobs();
    const mails = await service.db.selectFrom('outbox').select('text').execute();
    assert.ok(mails.length > 0);
    expectNone(
      lines,
      mails.flatMap(({ text }) => text.split('\n').filter((line) => line.length > 30)),
    );
  });

  it('holds none either where every call breaks', async (t) => {
    const lines: string[] = [];
    const service = await startLiftedService(t, { log: (line) => lines.push(line) });
    const inputs = new Map<Call, Input[]>();
    for (const call of service.calls) inputs.set(call, validInputs(call, 1).flatMap(marked));
    const person = await addPerson(service, { role: 'admin' });
    const { token } = await addSession(service, person.id);
    await service.db.schema.alterTable('users').renameTo('gone').execute();
    await service.db.schema.alterTable('rate_hits').renameTo('gone_too').execute();
    for (const [call, each] of inputs)
      for (const input of each) await send(service.app, call, input, { token });
    assert.match(lines.join(''), /"level":50/, 'nothing broke');
    expectNone(lines, [MARK, PASSWORD, token]);
  });
});

/** What a caller was given for themselves alone: tokens, secrets, codes. */
function secretsIn(body: string): string[] {
  const found: string[] = [];
  try {
    JSON.parse(body, (key, value: unknown) => {
      if (/token$|secret|recovery_codes|uri|challenge/.test(key) && typeof value === 'string')
        found.push(value);
      if (key === 'codes' && Array.isArray(value)) found.push(...value.map(String));
      return value;
    });
  } catch {
    // A file, or the table of trades: nothing of it is a secret of this kind.
  }
  return found.filter((value) => value.length >= 8);
}
