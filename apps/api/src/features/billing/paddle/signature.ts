import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_MS = 5_000;

/** Two secrets make 150 characters; what is far longer is not the provider's, and costs no hashing. */
const HEADER_MAX = 1_024;

/** `stale` and `ahead` are said of right signatures only: then it is a replay, or a clock that is wrong. */
type SignatureVerdict = 'valid' | 'missing' | 'malformed' | 'wrong' | 'stale' | 'ahead';

/**
 * Whether a webhook comes from the provider: `Paddle-Signature: ts=…;h1=…`, with an HMAC-SHA256 of
 * `ts:body` in hex. While a secret is being changed there are several h1, and several secrets here; any
 * of the one by any of the other will do.
 *
 * The provider's SDK is not used for this: it takes times an hour ahead and reads the last h1 only.
 *
 * @param raw the body as it came: parsed and written again it has other bytes
 */
export function checkSignature(
  input: Readonly<{
    raw: Buffer;
    header: string | undefined;
    secrets: readonly string[];
    nowMs: number;
  }>,
): SignatureVerdict {
  const { raw, header, secrets, nowMs } = input;
  if (header === undefined || header.trim() === '') return 'missing';
  const parts = partsOf(header);
  if (parts === null) return 'malformed';
  if (!isSigned(raw, parts, secrets)) return 'wrong';
  const ageMs = nowMs - Number(parts.seconds) * 1_000;
  if (ageMs > TOLERANCE_MS) return 'stale';
  if (ageMs < -TOLERANCE_MS) return 'ahead';
  return 'valid';
}

type Parts = { seconds: string; hashes: Buffer[] };

function partsOf(header: string): Parts | null {
  if (header.length > HEADER_MAX) return null;
  const pairs = header.split(';').map((part) => part.trim());
  const valuesOf = (name: string) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  const [seconds, ...others] = valuesOf('ts');
  // Of two times one would be checked and the other signed.
  if (seconds === undefined || others.length > 0 || !/^\d{1,12}$/.test(seconds)) return null;
  const hashes = valuesOf('h1')
    .filter((hash) => /^[\da-f]{64}$/i.test(hash))
    .map((hash) => Buffer.from(hash, 'hex'));
  return hashes.length === 0 ? null : { seconds, hashes };
}

function isSigned(raw: Buffer, { seconds, hashes }: Parts, secrets: readonly string[]): boolean {
  let found = false;
  for (const secret of secrets) {
    // Anybody can sign with a secret that is empty.
    if (secret === '') continue;
    const expected = createHmac('sha256', secret).update(`${seconds}:`).update(raw).digest();
    // Every pair is compared, so that the time taken does not tell which one fits.
    for (const hash of hashes) found = timingSafeEqual(hash, expected) || found;
  }
  return found;
}
