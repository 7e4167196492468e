import type { Brand } from '@quorate/contract/brand';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import { LIFETIME_MS } from '../challenges.ts';

/** What every browser's passkeys can do, named so that no runtime adds to it. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

type Site = Readonly<{ brand: Brand; publicUrl: string }>;

export type NewPasskey = WebAuthnCredential & { transports: string[]; synced: boolean };

/** Browsers tie passkeys to the host; the origin adds scheme and port. */
function partyOf(publicUrl: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
}

type Kept = Readonly<{ credential_id: string; transports: string[] }>;

function named({ credential_id: id, transports }: Kept) {
  return { id, transports };
}

/** What a browser needs to make a passkey that names its account by itself, and checks who holds it. */
export function registrationOptions(
  { brand, publicUrl }: Site,
  challenge: string,
  owner: { id: string; username: string },
  existing: readonly Kept[],
) {
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: partyOf(publicUrl).rpID,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.username,
    userDisplayName: owner.username,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: LIFETIME_MS.passkey_new,
    attestationType: 'none',
    excludeCredentials: existing.map(named),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** @param allowed the passkeys to choose from; none: whichever the browser has for this site */
export function authenticationOptions(
  { publicUrl }: Site,
  challenge: string,
  allowed: readonly Kept[] = [],
) {
  return generateAuthenticationOptions({
    rpID: partyOf(publicUrl).rpID,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: LIFETIME_MS.passkey_login,
    userVerification: 'required',
    allowCredentials: allowed.map(named),
  });
}

/**
 * Checks a passkey that a browser has made.
 *
 * @throws whatever is wrong with it, in the library's words
 */
export async function readNewPasskey(
  { publicUrl }: Site,
  challenge: string,
  response: RegistrationJson,
): Promise<NewPasskey> {
  expectNoCertificates(response.response.attestationObject);
  const { rpID, origin } = partyOf(publicUrl);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the attestation does not hold');
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    ...credential,
    transports: response.response.transports,
    synced: credentialBackedUp,
  };
}

/**
 * Checks that a passkey signed a challenge.
 *
 * @returns its new count and whether it is kept by a provider
 * @throws whatever is wrong with it, in the library's words; also for a count that did not go up
 */
export async function readAssertion(
  { publicUrl }: Site,
  challenge: string,
  response: AuthenticationJson,
  credential: WebAuthnCredential,
): Promise<{ signCount: number; synced: boolean }> {
  const { rpID, origin } = partyOf(publicUrl);
  const { userHandle, ...rest } = response.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: rest, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential,
  });
  if (!verified) throw new Error('the signature does not hold');
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { signCount: newCounter, synced: credentialBackedUp };
}

/**
 * We ask for no attestation, and believe none. One with certificates is turned away unread: to judge them,
 * the library would fetch revocation lists from addresses that the sender chose.
 */
function expectNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const selfSigned = format === 'packed' && !decoded.get('attStmt').get('x5c');
  if (format !== 'none' && !selfSigned) throw new Error(`an attestation of format ${format} came`);
}

/**
 * What a browser sends, in WebAuthn's own JSON. Only what is checked is read; lengths are those of the
 * standard, so that nothing endless is decoded.
 */
const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);

/** At most 1,023 bytes. */
const credentialId = base64url(1_364);
const clientDataJSON = base64url(8_192);

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

const registrationJson = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(32_768),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
export type RegistrationJson = z.output<typeof registrationJson>;

const authenticationJson = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(8_192),
    signature: base64url(8_192),
    /** Whose passkey it says to be: there whenever no account was named before. */
    userHandle: base64url(86).nullish(),
  }),
});
export type AuthenticationJson = z.output<typeof authenticationJson>;

/** @throws unless it is an answer to `navigator.credentials.create`; with the challenge it says to answer */
export function registrationFrom(sent: unknown): { response: RegistrationJson; challenge: string } {
  const response = registrationJson.parse(sent);
  const { challenge } = decodeClientDataJSON(response.response.clientDataJSON);
  return { response, challenge: z.string().parse(challenge) };
}

/** @throws unless it is an answer to `navigator.credentials.get`; with the challenge it says to answer */
export function authenticationFrom(sent: unknown): {
  response: AuthenticationJson;
  challenge: string;
} {
  const response = authenticationJson.parse(sent);
  const { challenge } = decodeClientDataJSON(response.response.clientDataJSON);
  return { response, challenge: z.string().parse(challenge) };
}

/**
 * Whatever a browser's answer fails at, its sender is told the same.
 *
 * @throws AppError passkey_refused
 */
export async function refusing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('passkey_refused', { cause });
  }
}
