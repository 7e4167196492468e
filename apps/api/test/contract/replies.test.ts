import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Call, type Input, send } from './helpers/calls.ts';
import { type LiftedService, startLiftedService } from './helpers/lifted-service.ts';
import { addOwner } from './helpers/owner.ts';
import { addPerson, addSession, PASSWORD, type Person, roleFor } from './helpers/people.ts';
import { idPlaces, textPlaces, withValueAt } from './helpers/places.ts';
import { expectFailureOf, expectReply } from './helpers/proper-answer.ts';
import { allRows, type Row } from './helpers/rows.ts';
import { validInputs } from './helpers/valid-input.ts';

/** Somebody new for every request, as a call may end the session or the account it comes with. */
async function caller(service: LiftedService, call: Call) {
  const person = await addPerson(service, { role: roleFor(call) });
  const session = await addSession(service, person.id);
  return { person, token: call.endpoint.auth === 'none' ? undefined : session.token };
}

/** The same input as its caller would send it: with their own name, address, password and ids. */
function asSentBy({ id, username, email }: Person, input: Input): Input {
  const own: Record<string, string> = {
    user_id: id,
    username,
    username_or_email: username,
    email,
    password: PASSWORD,
    current_password: PASSWORD,
  };
  return textPlaces(input).reduce((each, place) => {
    const value = own[String(place.at(-1))];
    return value === undefined ? each : withValueAt(each, place, value);
  }, input);
}

describe('every answer', () => {
  // @promise 4.7
  it('is the reply of the contract with nothing beside it, or a failure that its call declares', async (t) => {
    const service = await startLiftedService(t);
    const succeeded = new Set<string>();
    for (const call of service.calls) {
      for (const input of validInputs(call, 6)) {
        const { person, token } = await caller(service, call);
        for (const each of [input, asSentBy(person, input)]) {
          const answer = await send(service.app, call, each, { token });
          if (answer.status === 200) {
            expectReply(call, answer);
            succeeded.add(call.name);
          } else expectFailureOf(call, answer);
        }
      }
    }
    const ways = service.calls.filter(
      ({ endpoint }) => endpoint.method === 'GET' && !endpoint.params,
    );
    for (const { name } of ways) assert.ok(succeeded.has(name), `${name} never succeeded`);
    assert.ok(succeeded.size > service.calls.length / 2, [...succeeded].join());
  });

  it('to whoever has one of everything holds nothing beside the reply of the contract', async (t) => {
    const service = await startLiftedService(t);
    const owner = await addOwner(service);
    for (const call of service.calls.filter(({ endpoint }) => endpoint.method === 'GET')) {
      for (const input of validInputs(call, 6)) {
        const own = idPlaces(input).reduce(
          (each, place) =>
            withValueAt(each, place, owner.ids[String(place.at(-1)).replace(/_id$/, '')]),
          input,
        );
        for (const each of [own, ...(call.endpoint.query ? [{ ...own, query: {} }] : [])]) {
          const answer = await send(service.app, call, each, { token: owner.token });
          if (answer.status === 200) expectReply(call, answer);
          else expectFailureOf(call, answer);
        }
      }
    }
  });

  // @promise 3.2
  it('comes with the headers that keep it where it belongs', async (t) => {
    const service = await startLiftedService(t);
    for (const call of service.calls) {
      const [input = {}] = validInputs(call, 1);
      const { token } = await caller(service, call);
      const headers = { origin: 'https://evil.example', host: 'evil.example' };
      const answer = await send(service.app, call, input, { token, headers });
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', call.name);
      assert.match(
        answer.headers['content-security-policy'] ?? '',
        /default-src 'none'/,
        call.name,
      );
      assert.equal(answer.headers['set-cookie'], undefined, call.name);
      for (const name of Object.keys(answer.headers))
        assert.doesNotMatch(name, /^(access-control|server$|x-powered-by)/, call.name);
    }
  });
});

describe('a call that reads', () => {
  // @promise 3.6
  it('changes nothing that is stored, and HEAD answers as it does', async (t) => {
    const service = await startLiftedService(t);
    const owner = await addOwner(service);
    for (const call of service.calls.filter(({ endpoint }) => endpoint.method === 'GET')) {
      for (const input of validInputs(call, 3)) {
        const { token } = owner;
        // Where a session was last used, and that it was, is noted at any call.
        await send(service.app, call, input, { token, address: '192.0.2.1' });
        const before = keptRows(await allRows(service.db));
        const answer = await send(service.app, call, input, { token, address: '192.0.2.1' });
        const head = await send(service.app, call, input, {
          token,
          address: '192.0.2.1',
          method: 'HEAD',
        });
        assert.deepEqual(keptRows(await allRows(service.db)), before, `${call.name} wrote`);
        assert.deepEqual([head.status, head.body], [answer.status, ''], call.name);
      }
    }
  });
});

describe('another site', () => {
  // @promise 3.3
  it('is let read nothing, and is asked for nothing by a redirect', async (t) => {
    const service = await startLiftedService(t);
    const places = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ];
    for (const call of service.calls) {
      const [input = {}] = validInputs(call, 1);
      for (const place of places) {
        const { token } = await caller(service, call);
        const goals = {
          redirect: place,
          next: place,
          returnTo: place,
          url: place,
          redirect_uri: place,
        };
        const query = { ...goals, ...input.query };
        const headers = { origin: 'null', referer: 'https://evil.example/', host: 'evil.example' };
        const answer = await send(service.app, call, { ...input, query }, { token, headers });
        assert.ok(answer.status < 300 || answer.status >= 400, `${call.name} redirects`);
        assert.equal(answer.headers.location, undefined, call.name);
        assert.equal(answer.headers['access-control-allow-origin'], undefined, call.name);
        assert.ok(!answer.body.includes('evil.example'), `${call.name}: ${answer.body}`);
      }
    }
    await service.runJobs();
    const mails = await service.db.selectFrom('outbox').selectAll().execute();
    assert.ok(mails.length > 0);
    assert.doesNotMatch(JSON.stringify(mails), /evil/, 'links in mails lead to the service');
  });

  // @promise 3.3
  it('gets no permission from the question whether it may call', async (t) => {
    const service = await startLiftedService(t);
    for (const call of service.calls) {
      const [input = {}] = validInputs(call, 1);
      const answer = await send(service.app, call, input, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': call.endpoint.method,
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      assert.ok(answer.status >= 400, call.name);
      for (const name of Object.keys(answer.headers))
        assert.doesNotMatch(name, /^access-control/, call.name);
    }
  });

  // @promise 3.5
  it('is led nowhere by an address of the site with another host in it', async (t) => {
    const { app } = await startLiftedService(t);
    for (const url of [
      '//evil.example',
      '//evil.example/..',
      '/\\evil.example',
      '/%2F%2Fevil.example/',
      '/%5Cevil.example/',
      '/login//evil.example',
      'https://evil.example/login',
    ]) {
      const { statusCode, headers } = await app.inject({ url, headers: { host: 'evil.example' } });
      assert.ok(statusCode < 300 || statusCode >= 400, `${url} answered ${statusCode}`);
      assert.equal(headers.location, undefined, url);
    }
  });
});

/** What no reading may touch: all but counters of limits, and the record of who took a copy of their data. */
function keptRows(rows: readonly Row[]): Row[] {
  return rows.filter(({ table, row }) => table !== 'rate_hits' && row.kind !== 'data_exported');
}
