import { login } from '@quorate/contract/account';
import { enableTotp, startTotp } from '@quorate/contract/second-factors';
import { Secret, TOTP } from 'otpauth';
import { signedInUser, type TestUser } from './builders.ts';
import type { TestService } from './test-service.ts';

export type UserWithApp = TestUser & { secret: string; recoveryCodes: string[] };

/** What an authenticator app shows now, or so many steps of 30 s later. */
export function codeOf(service: TestService, secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now() + steps * 30_000,
  });
}

/** Six digits that no app of this secret shows around now. */
export function wrongCodeOf(service: TestService, secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(service, secret, steps)));
  for (let number = 0; ; number++) {
    const code = String(number).padStart(6, '0');
    if (!right.has(code)) return code;
  }
}

/** A signed-in user whose authenticator app is on; the code that turned it on is a minute old. */
export async function userWithApp(
  service: TestService,
  options: { username?: string } = {},
): Promise<UserWithApp> {
  const user = await signedInUser(service, options);
  const { secret } = await service.call(startTotp, {}, user.token);
  const reply = await service.call(
    enableTotp,
    { body: { code: codeOf(service, secret) } },
    user.token,
  );
  service.clock.advance(60_000);
  return { ...user, secret, recoveryCodes: reply.recovery_codes };
}

/** Signs in with the password of a user whose app is on, up to the code. */
export async function challengeFor(
  service: TestService,
  { user, password }: TestUser,
  device?: { kind: 'bot' | 'desktop'; name: string },
): Promise<string> {
  const failure = await service.fail(login, {
    body: { username_or_email: user.username, password, device },
  });
  const challenge = failure.details?.challenge;
  if (failure.code !== 'second_factor_needed' || typeof challenge !== 'string')
    throw new Error(`the sign-in did not ask for a code: ${failure.code}`);
  return challenge;
}
