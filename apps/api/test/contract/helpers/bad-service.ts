import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Site, SiteFile } from '../../../src/http/site.ts';
import type { TestService } from '../../helpers/test-service.ts';
import type { BadRequest } from './bad-request.ts';
import { type Answer, type Call, newAddress } from './calls.ts';
import { startLiftedService } from './lifted-service.ts';
import { addPerson, addSession } from './people.ts';
import { expectFailure, expectFailureOf, expectReply } from './proper-answer.ts';

const FILE: SiteFile = {
  body: Buffer.from('<!doctype html><title>Page</title>'),
  brotli: async () => Buffer.from(''),
  type: 'text/html; charset=utf-8',
  etag: '"page"',
  immutable: false,
  policy: undefined,
};
/** A page for every address that is no call. */
const PAGE: Site = { find: (path) => (path.startsWith('/assets/') ? undefined : FILE) };

type Tokens = Record<BadRequest['caller'], string | undefined>;

export type BadService = {
  calls: readonly Call[];
  /** How often each code was answered; 'success', 'unchanged', 'page' and 'refused' (a HEAD) among them. */
  answered: ReadonlyMap<string, number>;
  /**
   * Sends a request and judges the answer.
   *
   * @throws AssertionError for a fault of the service, a failure in another shape than the contract's or
   *   one that the call does not declare, a word of the inside, or a live session taken for none
   */
  expectProperAnswer: (bad: BadRequest) => Promise<void>;
};

/** The service with callers whose sessions live whatever they send. */
export async function startBadService(t: TestContext): Promise<BadService> {
  const service = await startLiftedService(t, { site: PAGE });
  const { calls } = service;
  const byName = new Map(calls.map((call) => [call.name, call]));
  const answered = new Map<string, number>();
  let tokens = await newTokens(service);
  return {
    calls,
    answered,
    async expectProperAnswer(bad) {
      const call = byName.get(bad.call);
      if (!call) throw new Error(`there is no call ${bad.call}`);
      const answer = await sendBad(service.app, bad, tokens[bad.caller]);
      const code = judge(call, bad, answer);
      answered.set(code, (answered.get(code) ?? 0) + 1);
      const isLive = bad.routed && bad.caller !== 'nobody';
      assert.ok(!(isLive && code === 'unauthorized'), `${bad.call} took a live session for none`);
      // What succeeded may have ended the session, or the account.
      if (code === 'success' && call.endpoint.method !== 'GET') tokens = await newTokens(service);
    },
  };
}

/** @returns the code of the failure, 'success', 'unchanged', 'page', or 'refused' where no body tells */
function judge(call: Call, bad: BadRequest, answer: Answer): string {
  assert.ok(answer.status < 500, `${answer.status} ${answer.body} to ${answer.sent.slice(0, 500)}`);
  if (call.endpoint.file && bad.routed && answer.status === 304)
    return expectUnchanged(bad, answer);
  assert.ok(answer.status < 300 || answer.status >= 400, `a redirect to ${answer.sent}`);
  const refused = answer.status >= 400;
  if (bad.method === 'HEAD') {
    assert.equal(answer.body, '');
    return refused ? 'refused' : 'success';
  }
  if (refused && bad.routed) return expectFailureOf(call, answer);
  if (refused) return expectFailure(answer.sent.slice(0, 300), answer);
  if (answer.headers['content-type']?.startsWith('text/html')) return 'page';
  if (bad.routed) expectReply(call, answer);
  return 'success';
}

/** A caller that names what it has of a file may be told that it has not changed. */
function expectUnchanged({ headers }: BadRequest, answer: Answer): 'unchanged' {
  assert.ok(headers['if-none-match'], `304 to who had nothing: ${answer.sent}`);
  assert.equal(answer.body, '');
  return 'unchanged';
}

async function sendBad(
  app: FastifyInstance,
  { method, url, headers, payload }: BadRequest,
  token: string | undefined,
): Promise<Answer> {
  const response = await app.inject({
    method,
    url,
    remoteAddress: newAddress(),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: response.body,
    sent: `${method} ${url} ${JSON.stringify(headers)} ${payload ?? ''}`,
  };
}

async function newTokens(service: TestService): Promise<Tokens> {
  // An operator: nobody else gets past the door of every call.
  const person = await addPerson(service, { role: 'admin' });
  const browser = await addSession(service, person.id);
  const device = await addSession(service, person.id, { kind: 'bot' });
  return { nobody: undefined, person: browser.token, device: device.token };
}
