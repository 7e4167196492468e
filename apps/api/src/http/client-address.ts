import { isIPv6 } from 'node:net';

/**
 * What limits count against instead of one address: an IPv6 line has more addresses than a limit can
 * count, so its network (/64) stands for all of them. IPv4 addresses, also those written as IPv6, stand
 * for themselves.
 *
 * @example addressGroup('2001:db8:1:2:aaaa::1') // '2001:db8:1:2::/64'
 */
export function addressGroup(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 });
}

/**
 * A range that one party is often given whole: an IPv4 network of 256 addresses, an IPv6 network of /48.
 *
 * @example addressRange('203.0.113.7') // '203.0.113.0/24'
 */
export function addressRange(address: string): string {
  return networkOf(address, { ipv4: 24, ipv6: 48 });
}

/** The network of so many bits, a multiple of 8 and of 16; a whole address stands for itself. */
function networkOf(address: string, bits: { ipv4: 24 | 32; ipv6: 48 | 64 }): string {
  const plain = address.split('%', 1)[0] ?? address;
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.(\d+)$/i.exec(plain);
  if (ipv4) return bits.ipv4 === 32 ? `${ipv4[1]}.${ipv4[2]}` : `${ipv4[1]}.0/24`;
  if (!isIPv6(plain)) return address;
  // Written out in full by the platform's own parser, so that no spelling makes another group.
  const full = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = full.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, bits.ipv6 / 16).join(':')}::/${bits.ipv6}`;
}
