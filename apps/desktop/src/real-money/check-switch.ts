import type { Profile } from '@quorate/bot/profiles/profile';
import type { z } from 'zod';
import { DEMO_TRADES_NEEDED, type switchToReal } from '../contract/real-money.ts';
import { LocalFault } from '../local-fault.ts';

export type RealRequest = z.output<(typeof switchToReal)['body']>;

type Facts = Readonly<{
  profile: Profile;
  atWork: boolean;
  setupPassed: boolean;
  demoTrades: number | null;
}>;

/**
 * Refuses a switch to real money as long as anything stands between.
 *
 * @throws LocalFault `bot_at_work`, `account_number_mismatch`, `setup_check_needed` or `acknowledgement_needed`
 */
export function checkSwitch(facts: Facts, request: RealRequest): void {
  const { configuration_name: name } = facts.profile;
  refuseAtWork(facts, 'Real');
  const typed = request.confirm_account_number.trim();
  if (typed !== request.account_number) {
    const message = `You typed ${typed === '' ? 'nothing' : typed} to confirm, and the account is ${request.account_number}.`;
    throw new LocalFault('validation_failed', message, {
      code: 'account_number_mismatch',
      fields: { confirm_account_number: message },
    });
  }
  if (!facts.setupPassed) {
    throw new LocalFault(
      'conflict',
      `The setup check of ${name} has not passed within the last 24 hours, with configuration and terminal as they are now. Run it on the demo account until all six items are green, then switch to Real.`,
      { code: 'setup_check_needed' },
    );
  }
  if (isFew(facts.demoTrades) && !request.few_trades_accepted) {
    const closed =
      facts.demoTrades === null
        ? 'The service cannot be asked how many trades were closed on demo accounts'
        : `${facts.demoTrades} ${facts.demoTrades === 1 ? 'trade was' : 'trades were'} closed on demo accounts`;
    throw new LocalFault(
      'conflict',
      `${closed}, and ${DEMO_TRADES_NEEDED} are wanted before real money. Trade on, or accept that there are fewer.`,
      { code: 'acknowledgement_needed' },
    );
  }
}

/** Whether somebody has to accept that there are so few. */
export function isFew(demoTrades: number | null): boolean {
  return demoTrades === null || demoTrades < DEMO_TRADES_NEEDED;
}

/** @throws LocalFault `bot_at_work` */
export function refuseAtWork(
  { profile, atWork }: Pick<Facts, 'profile' | 'atWork'>,
  to: 'Demo' | 'Real',
): void {
  if (!atWork) return;
  throw new LocalFault(
    'conflict',
    `The bot of ${profile.configuration_name} is at work; stop it before the account is switched to ${to}.`,
    { code: 'bot_at_work' },
  );
}
