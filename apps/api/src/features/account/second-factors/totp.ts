import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands; many ignore anything else an address asks for. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Steps of 30 s that a phone's clock may be off, either way. */
const WINDOW = 1;

/** A new secret in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The otpauth:// address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, names: { issuer: string; label: string }): string {
  return new TOTP({ ...SETTINGS, ...names, secret }).toString();
}

/**
 * The 30-second step that a code belongs to, counted from 1970; null for a wrong code.
 *
 * @param code six digits; spaces between them do not count
 * @param nowMs the service's time; a code of the step before or after passes as well
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const delta = TOTP.validate({
    ...SETTINGS,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: WINDOW,
  });
  return delta === null
    ? null
    : TOTP.counter({ period: SETTINGS.period, timestamp: nowMs }) + delta;
}

/** Where a user's secret is sealed for: copied to another user's row, it does not open. */
export function totpPlace(userId: string): string {
  return `totp:${userId}`;
}
