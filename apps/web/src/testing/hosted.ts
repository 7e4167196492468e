import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { buildHostedList } from '@quorate/ui/testing/hosted';
import type { Answer } from './handlers.ts';

/** The list of an operator who offers the practice market, on a plan of two accounts, as of now. */
export function hostedAnswer(
  accounts: HostedAccount[],
  part: Parameters<typeof buildHostedList>[1] = {},
): Answer {
  return { body: buildHostedList(accounts, { now: new Date().toISOString(), ...part }) };
}
