import { lookup as lookupHost } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Networks that no push service is in: this machine, private networks, and what is no single host. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** IPv4 addresses that are written as IPv6 (`::ffff:10.0.0.1`) count as what they are. */
export function isPublicAddress(address: string): boolean {
  return !PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Looks a host up and refuses it where any of its addresses is private: a name that leads inside is taken
 * for no service at all. The connection is made to what was looked at, so that no second answer counts.
 */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookupHost(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const inside = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (inside || !first)
      return done(new Error(`${host} leads to ${inside?.address ?? 'nothing'}`), '');
    if (options.all) return done(null, found);
    return done(null, first.address, first.family);
  });
};
