import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import { checkSignature } from './signature.ts';

const SECRET = 'pdl_ntfset_01hv8x2a_first';
const NEW_SECRET = 'pdl_ntfset_01hv8x2a_second';
const BODY = '{"event_id":"evt_1","note":"Zoë"}';
const NOW_S = 1_772_366_400;
const RUBBISH = 'ab'.repeat(32);

function hash(secret: string, seconds: number | string = NOW_S, body = BODY): string {
  return createHmac('sha256', secret).update(`${seconds}:${body}`).digest('hex');
}

function check(
  header: string | undefined,
  options: { secrets?: readonly string[]; nowMs?: number; raw?: Buffer } = {},
) {
  const { secrets = [SECRET], nowMs = NOW_S * 1_000, raw = Buffer.from(BODY) } = options;
  return checkSignature({ raw, header, secrets, nowMs });
}

const signed = (secret = SECRET, seconds: number | string = NOW_S) =>
  `ts=${seconds};h1=${hash(secret, seconds)}`;

const CASES: [string, string | undefined, ReturnType<typeof check>][] = [
  ['the signature of our secret', signed(), 'valid'],
  ['the right one after another', `ts=${NOW_S};h1=${RUBBISH};h1=${hash(SECRET)}`, 'valid'],
  ['the right one before another', `ts=${NOW_S};h1=${hash(SECRET)};h1=${RUBBISH}`, 'valid'],
  ['the parts in the other order', `h1=${hash(SECRET)};ts=${NOW_S}`, 'valid'],
  ['blanks between the parts', ` ts=${NOW_S}; h1=${hash(SECRET)} `, 'valid'],
  ['a part of a scheme to come', `ts=${NOW_S};h2=whatever;h1=${hash(SECRET)}`, 'valid'],
  ['a hash that is cut short beside the right one', `${signed()};h1=abcd`, 'valid'],
  ['no header', undefined, 'missing'],
  ['an empty header', ' ', 'missing'],
  ['another secret', signed('pdl_ntfset_of_somebody_else'), 'wrong'],
  ['another time than was signed', `ts=${NOW_S + 1};h1=${hash(SECRET)}`, 'wrong'],
  ['a zero before the time that was signed', `ts=0${NOW_S};h1=${hash(SECRET)}`, 'wrong'],
  ['a hash of zeros', `ts=${NOW_S};h1=${'0'.repeat(64)}`, 'wrong'],
  ['no time', `h1=${hash(SECRET)}`, 'malformed'],
  ['no hash', `ts=${NOW_S}`, 'malformed'],
  ['a time in words', `ts=today;h1=${hash(SECRET, 'today')}`, 'malformed'],
  ['a time with an exponent', `ts=1e9;h1=${hash(SECRET, '1e9')}`, 'malformed'],
  ['a negative time', `ts=-1;h1=${hash(SECRET, '-1')}`, 'malformed'],
  ['two times', `ts=${NOW_S};ts=${NOW_S};h1=${hash(SECRET)}`, 'malformed'],
  ['a hash that is cut short', `ts=${NOW_S};h1=${hash(SECRET).slice(0, 32)}`, 'malformed'],
  ['a hash that is no hex', `ts=${NOW_S};h1=${'z'.repeat(64)}`, 'malformed'],
  ['a name in capitals', `TS=${NOW_S};H1=${hash(SECRET)}`, 'malformed'],
  ['something else altogether', 'Bearer abc', 'malformed'],
  [
    'more hashes than there are secrets in the world',
    `${signed()};h1=${RUBBISH};`.repeat(999),
    'malformed',
  ],
];

for (const [what, header, verdict] of CASES) {
  // @promise 1.15
  it(`a webhook with ${what} is ${verdict}`, () => {
    assert.equal(check(header), verdict);
  });
}

it('while the secret is being changed either one will do, in whichever order', () => {
  const header = `ts=${NOW_S};h1=${hash(NEW_SECRET)};h1=${hash(SECRET)}`;
  for (const secrets of [[SECRET], [NEW_SECRET], [SECRET, NEW_SECRET], [NEW_SECRET, SECRET]])
    assert.equal(check(header, { secrets }), 'valid');
  assert.equal(check(signed(NEW_SECRET), { secrets: [SECRET, NEW_SECRET] }), 'valid');
  assert.equal(check(signed(NEW_SECRET), { secrets: [SECRET] }), 'wrong');
});

it('without a secret, or with an empty one, nobody can sign', () => {
  assert.equal(check(signed(), { secrets: [] }), 'wrong');
  assert.equal(check(signed(''), { secrets: [''] }), 'wrong');
  assert.equal(check(signed(), { secrets: ['', SECRET] }), 'valid');
});

// @promise 1.15
it('five seconds are let pass in both directions, and not a millisecond more', () => {
  const at = (offsetMs: number) => check(signed(), { nowMs: NOW_S * 1_000 + offsetMs });
  assert.deepEqual([at(5_000), at(-5_000)], ['valid', 'valid']);
  assert.deepEqual([at(5_001), at(-5_001)], ['stale', 'ahead']);
  assert.deepEqual([at(3_600_000), at(-3_600_000)], ['stale', 'ahead']);
});

it('a wrong signature is wrong at any time: only a right one tells of a clock', () => {
  const nowMs = NOW_S * 1_000 + 60_000;
  assert.equal(check(signed('another'), { nowMs }), 'wrong');
});

it('it is the bytes that are signed: the same JSON written otherwise is wrong', () => {
  assert.equal(check(signed(), { raw: Buffer.from(`${BODY}\n`) }), 'wrong');
  assert.equal(check(signed(), { raw: Buffer.from(BODY.replace('ë', '\\u00eb')) }), 'wrong');
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  const h1 = createHmac('sha256', SECRET).update(`${NOW_S}:`).update(bytes).digest('hex');
  assert.equal(check(`ts=${NOW_S};h1=${h1}`, { raw: bytes }), 'valid');
});

it('no header that was not signed is valid, and none is a fault', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(`ts=${NOW_S}`, `h1=${RUBBISH}`, 'ts=', 'h1=', ';', '=', '\u0000'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      assert.notEqual(check(parts.join(';')), 'valid');
    }),
  );
});
