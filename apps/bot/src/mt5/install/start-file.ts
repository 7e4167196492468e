import { BotFault } from '../../bot-fault.ts';
import type { Profile } from '../../profiles/profile.ts';
import { EXPERT_NAME } from './expert-sources.ts';

/**
 * The file that the terminal is started with: signs in to the account, lets experts trade, forbids DLLs,
 * and puts the expert onto a chart.
 *
 * @param password null to use the one that the terminal has kept itself
 * @param symbol of the chart, as the broker names it; it must exist there
 * @throws BotFault `usage` for a value that would end its line
 */
export function startFileText(
  profile: Profile,
  password: string | null,
  symbol: string = profile.risk.currency_pairs[0] ?? 'EURUSD',
): string {
  const sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      'Common',
      [
        ['Login', profile.account_number],
        ...(password === null ? [] : [['Password', password] as const]),
        ['Server', profile.broker_server],
      ],
    ],
    [
      'Experts',
      [
        ['Enabled', '1'],
        ['AllowLiveTrading', '1'],
        ['AllowDllImport', '0'],
      ],
    ],
    [
      'StartUp',
      [
        ['Expert', `${EXPERT_NAME}\\${EXPERT_NAME}`],
        ['Symbol', symbol],
        ['Period', profile.timeframe],
      ],
    ],
  ];
  return sections.map(([name, lines]) => `[${name}]\r\n${lines.map(lineOf).join('')}`).join('\r\n');
}

function lineOf([name, value]: readonly [string, string]): string {
  // A line end in a value would write lines of its own into the file; the value itself is not told.
  if (/\p{Cc}/u.test(value)) {
    throw new BotFault('usage', `${name} holds a line end or another control character.`);
  }
  return `${name}=${value}\r\n`;
}
