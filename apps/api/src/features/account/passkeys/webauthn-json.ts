import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';

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
