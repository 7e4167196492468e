import type { Profile } from '@quorate/bot/profiles/profile';
import { LocalFault } from '../local-fault.ts';
import type { GivenFields } from './check-fields.ts';

export type Change = { [K in keyof GivenFields]?: GivenFields[K] | undefined };

/** On a real account these are part of what was acknowledged. */
const ACKNOWLEDGED = ['configuration_name', 'account_number', 'broker_server'] as const;

/**
 * A profile with the fields that are given; those that are absent stay.
 *
 * @throws LocalFault `real_money_locked` for what a switch to real money was acknowledged for
 */
export function changedProfile(before: Profile, change: Change): Profile {
  const { terminal_password: _, transport, port, configuration_name: name, ...rest } = change;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<Profile>;
  const after: Profile = {
    ...before,
    ...given,
    configuration_name: name?.trim() ?? before.configuration_name,
    bridge: {
      ...before.bridge,
      transport: transport ?? before.bridge.transport,
      port: port ?? before.bridge.port,
    },
  };
  const touched = ACKNOWLEDGED.find((field) => after[field] !== before[field]);
  if (before.account_type === 'real' && touched !== undefined) {
    const message = `${before.configuration_name} trades real money on account ${before.account_number} at ${before.broker_server}. Its name, account number and broker server change only by switching to Demo, or to Real anew.`;
    throw new LocalFault('conflict', message, {
      code: 'real_money_locked',
      fields: { [touched]: message },
    });
  }
  return after;
}
