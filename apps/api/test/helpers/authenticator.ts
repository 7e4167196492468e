import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const requestOptions = z.looseObject({ challenge: z.string(), rpId: z.string() });

/** What a test may get wrong on purpose. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether its holder was checked. */
  verified?: boolean;
  /** What its counter says instead of one more. */
  signCount?: number;
  userHandle?: string | null;
};

export type Authenticator = {
  credentialId: string;
  /** Answers `navigator.credentials.create`, with a "none" attestation. */
  create(options: unknown, deviation?: Deviation): Record<string, unknown>;
  /** Answers `navigator.credentials.get`; counts one more each time unless it does not count. */
  get(options: unknown, deviation?: Deviation): Record<string, unknown>;
};

/** A passkey in software: a real ES256 key that answers a browser's calls for one site. */
export function newAuthenticator(
  { origin, counts }: { origin: string; counts: boolean } = {
    origin: 'http://localhost:3000',
    counts: true,
  },
): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let signCount = 0;
  let userHandle: string | null = null;

  return {
    credentialId,
    create(options, deviation = {}) {
      const { challenge, rp, user } = creationOptions.parse(options);
      userHandle = user.id;
      // COSE: an EC2 key on P-256 for ES256 (RFC 9053, sections 2.1 and 7.1).
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytesOf(jwk.x)],
          [-3, bytesOf(jwk.y)],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKey]);
      const authData = Buffer.concat([
        authenticatorData(rp.id, { attested: true, signCount: 0 }, deviation),
        attested,
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', Uint8Array.from(authData)],
        ]),
      );
      return credential(credentialId, {
        clientDataJSON: clientData('webauthn.create', challenge, { origin, ...deviation }),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options, deviation = {}) {
      const { challenge, rpId } = requestOptions.parse(options);
      if (counts) signCount = deviation.signCount ?? signCount + 1;
      const authData = authenticatorData(rpId, { attested: false, signCount }, deviation);
      const clientDataJSON = clientData('webauthn.get', challenge, { origin, ...deviation });
      const clientDataHash = createHash('sha256')
        .update(Buffer.from(clientDataJSON, 'base64url'))
        .digest();
      const signature = sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey);
      const handle = deviation.userHandle === undefined ? userHandle : deviation.userHandle;
      return credential(credentialId, {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(handle !== null && { userHandle: handle }),
      });
    },
  };
}

function credential(id: string, response: Record<string, unknown>): Record<string, unknown> {
  return {
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  };
}

function clientData(
  type: string,
  challenge: string,
  { origin, ...deviation }: Deviation & { origin: string },
): string {
  const data = {
    type: deviation.type ?? type,
    challenge: deviation.challenge ?? challenge,
    origin,
    crossOrigin: false,
  };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

/** Hash of the site, flags and counter (WebAuthn, section 6.1). */
function authenticatorData(
  rpId: string,
  { attested, signCount }: { attested: boolean; signCount: number },
  deviation: Deviation,
): Buffer {
  const PRESENT = 0x01;
  const VERIFIED = 0x04;
  const ATTESTED = 0x40;
  const flags = PRESENT | (deviation.verified === false ? 0 : VERIFIED) | (attested ? ATTESTED : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(signCount);
  const site = createHash('sha256')
    .update(deviation.rpId ?? rpId)
    .digest();
  return Buffer.concat([site, Buffer.from([flags]), counter]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}

function bytesOf(base64url: string | undefined): Uint8Array {
  if (base64url === undefined) throw new Error('the key has no such coordinate');
  return Uint8Array.from(Buffer.from(base64url, 'base64url'));
}
