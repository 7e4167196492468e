import assert from 'node:assert/strict';
import { ERRORS, type ErrorCode, failureReply } from '@quorate/contract/errors';
import type { Answer, Call } from './calls.ts';

/** Failures of the request as such, which every call may answer with. */
const OF_ANY_CALL: readonly ErrorCode[] = [
  'malformed_json',
  'body_too_complex',
  'unsupported_media_type',
  'body_too_large',
  'device_not_allowed',
];

const strictFailure = failureReply.strict();

/** What an answer must never hold: stacks, files, drivers' words, statements, and hashes. */
const INSIDES =
  /node_modules|\.[cm]?[jt]s:\d+|\bat (async )?[\w$.<>]+ \(|\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|relation "|syntax error|duplicate key|violates|pglite|kysely|postgres(?!ql")|FST_ERR|ECONN|ENOENT|ZodError|TypeError|\[object |\$argon2|password_hash|token_hash/i;

/** A success that holds exactly what the contract says: what parsing would drop has leaked. */
export function expectReply({ name, endpoint }: Call, answer: Answer): void {
  if (endpoint.file) {
    assert.match(
      answer.headers['content-type'] ?? '',
      /^(application\/(octet-stream|json|x-ndjson|vnd\.)|text\/csv|image\/webp)/,
      name,
    );
    return;
  }
  const json: unknown = JSON.parse(answer.body);
  const parsed = endpoint.reply.safeParse(json);
  assert.ok(parsed.success, `${name} answered what it may not: ${parsed.error} ${answer.body}`);
  assert.deepEqual(json, parsed.data, `${name} answered more than its reply says`);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/, name);
}

/** A failure in the one shape, with the status of its code. @returns the code */
export function expectFailure(what: string, answer: Answer): ErrorCode {
  assert.match(
    answer.headers['content-type'] ?? '',
    /^application\/json/,
    `${what}: ${answer.body}`,
  );
  const failure = strictFailure.parse(JSON.parse(answer.body));
  assert.ok(Object.hasOwn(ERRORS, failure.code), `${what}: there is no failure ${failure.code}`);
  const code = failure.code as ErrorCode;
  assert.equal(answer.status, ERRORS[code].status, `${what}: the status of ${code}`);
  assert.equal(failure.message, failure.error, what);
  assert.ok(
    failure.message.length > 0 && failure.message.length < 1_000,
    `${what}: ${failure.message}`,
  );
  assert.doesNotMatch(
    failure.message,
    /\{\w+\}/,
    `${what}: a place in the sentence was left empty`,
  );
  assert.ok(answer.body.length < 10_000, `${what}: ${answer.body.length} bytes of failure`);
  expectNoInsides(what, answer);
  return code;
}

/** A failure of a call: one that it declares, or that any call may have. */
export function expectFailureOf(call: Call, answer: Answer): ErrorCode {
  const code = expectFailure(`${call.name} ${answer.sent.slice(0, 500)}`, answer);
  const declared = call.endpoint.errors.includes(code) || OF_ANY_CALL.includes(code);
  assert.ok(declared, `${call.name} does not declare ${code}: ${answer.sent.slice(0, 500)}`);
  return code;
}

/** Nothing of how the service is made; what the caller sent may come back. */
function expectNoInsides(what: string, { body, sent }: Answer): void {
  const found = INSIDES.exec(body)?.[0];
  if (found === undefined || sent.toLowerCase().includes(found.toLowerCase())) return;
  assert.fail(`${what}: the answer holds "${found}": ${body}`);
}
