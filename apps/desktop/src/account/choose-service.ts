import { profile } from '@quorate/bot/profiles/profile';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { LocalFault } from '../local-fault.ts';

/**
 * The address to sign in at: the one that was typed, else the one that was used last, else the release's.
 *
 * @throws LocalFault for what is no address, and for another one than an installed app belongs to
 */
export function chooseService(
  { address, fixed }: ReleaseFacts['service'],
  typed: string | undefined,
  usedLast: string | null,
): string {
  const own = fixed ? address : (usedLast ?? address);
  if (typed === undefined) return own;
  const asked = typed.trim().replace(/\/+$/, '');
  if (fixed && asked !== address) {
    throw fault(`This app belongs to the service at ${address}, and cannot sign in at ${asked}.`);
  }
  if (!profile.shape.service.safeParse(asked).success) {
    throw fault(
      `"${asked.slice(0, 80)}" is no address of a service; it is one such as https://quorate.example, without name, password, ? or #.`,
    );
  }
  return asked;
}

function fault(message: string): LocalFault {
  return new LocalFault('validation_failed', message, { fields: { service: message } });
}
