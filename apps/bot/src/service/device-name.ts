import { device } from '@quorate/contract/session';

/**
 * What the user will know this bot by on the dashboard: the machine's name, as far as the service takes
 * it.
 *
 * @example deviceName('trading-desk') // 'trading-desk'
 */
export function deviceName(hostName: string): string {
  const name = hostName.trim().slice(0, 60);
  return device.shape.name.safeParse(name).success ? name : 'bot';
}
