import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addressGroup, addressRange } from './client-address.ts';

it('lets an IPv4 address stand for itself, however it is written', () => {
  assert.equal(addressGroup('203.0.113.7'), '203.0.113.7');
  assert.equal(addressGroup('::ffff:203.0.113.7'), '203.0.113.7');
});

it('lets the network of an IPv6 address stand for it', () => {
  assert.equal(addressGroup('2001:db8:1:2:aaaa::1'), '2001:db8:1:2::/64');
  assert.equal(addressGroup('2001:DB8:1:2:0:0:0:ffff'), '2001:db8:1:2::/64');
  assert.equal(addressGroup('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(addressGroup('::1'), '0:0:0:0::/64');
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.notEqual(addressGroup('2001:db8:1:2::1'), addressGroup('2001:db8:1:3::1'));
});

it('knows the range of an address', () => {
  assert.equal(addressRange('203.0.113.7'), '203.0.113.0/24');
  assert.equal(addressRange('::ffff:203.0.113.200'), '203.0.113.0/24');
  assert.equal(addressRange('2001:db8:1:2:aaaa::1'), '2001:db8:1::/48');
  assert.equal(addressRange('2001:DB8:1:ffff::1'), '2001:db8:1::/48');
});

it('takes anything else as it is', () => {
  assert.equal(addressGroup('unknown'), 'unknown');
});
