import { BotFault } from '@quorate/bot/bot-fault';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { t } from '@quorate/bot/words';

/** Set to `on`, the sign-in of a release asks for the service, as that of a checkout does. */
const SWITCH = 'QUORATE_ASK_SERVICE';

/**
 * A release belongs to one service and shows no address. Operators who try theirs on another one set the switch.
 *
 * @throws BotFault `usage` for a switch that is neither on nor off
 */
export function withSwitches(
  facts: ReleaseFacts,
  env: Readonly<Record<string, string | undefined>>,
): ReleaseFacts {
  const chosen = env[SWITCH]?.trim() || 'off';
  if (chosen === 'off') return facts;
  if (chosen !== 'on')
    throw new BotFault('usage', t`${{ switch: SWITCH }} is ${{ chosen }}; it must be on or off.`);
  return { ...facts, service: { ...facts.service, fixed: false } };
}
