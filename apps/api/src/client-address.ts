import { isIPv6 } from 'node:net';

/**
 * What limits count against instead of one address: an IPv6 line has more addresses than a limit can
 * count, so its network (/64) stands for all of them. IPv4 addresses, also those written as IPv6, stand
 * for themselves.
 *
 * @example addressGroup('2001:db8:1:2:aaaa::1') // '2001:db8:1:2::/64'
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.split('%', 1)[0] ?? address;
  if (!isIPv6(plain)) return address;
  // Written out in full by the platform's own parser, so that no spelling makes another group.
  const full = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = full.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
