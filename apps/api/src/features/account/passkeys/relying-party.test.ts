import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { newAuthenticator } from '../../../../test/helpers/authenticator.ts';
import {
  authenticationOptions,
  readNewPasskey,
  registrationFrom,
  registrationOptions,
} from './webauthn.ts';

const SITE = { brand: DEFAULT_BRAND, publicUrl: 'https://app.quorate.example:8443' };
const OWNER = { id: '0199f000-0000-7000-8000-000000000001', username: 'amina' };
const CHALLENGE = Buffer.alloc(32, 7).toString('base64url');

describe('the site as a relying party', () => {
  it('is the host of its address, without scheme and port', async () => {
    const creation = await registrationOptions(SITE, CHALLENGE, OWNER, []);
    assert.deepEqual(creation.rp, { name: 'Quorate', id: 'app.quorate.example' });
    assert.equal(creation.challenge, CHALLENGE);
    assert.equal((await authenticationOptions(SITE, CHALLENGE)).rpId, 'app.quorate.example');
  });

  it('asks for the algorithms that every browser has, and for no attestation', async () => {
    const creation = await registrationOptions(SITE, CHALLENGE, OWNER, []);
    assert.deepEqual(
      creation.pubKeyCredParams.map(({ alg }) => alg),
      [-8, -7, -257],
    );
    assert.equal(creation.attestation, 'none');
  });

  it('takes an answer from its whole origin, port included', async () => {
    const options = await registrationOptions(SITE, CHALLENGE, OWNER, []);
    const answerOf = (origin: string) =>
      registrationFrom(newAuthenticator({ origin, counts: true }).create(options)).response;
    const passkey = await readNewPasskey(SITE, CHALLENGE, answerOf(SITE.publicUrl));
    assert.deepEqual([passkey.synced, passkey.transports], [false, ['internal']]);
    for (const origin of [
      'https://app.quorate.example',
      'http://app.quorate.example:8443',
      'https://quorate.example:8443',
    ])
      await assert.rejects(readNewPasskey(SITE, CHALLENGE, answerOf(origin)), /origin/);
  });

  for (const format of ['packed', 'android-key', 'tpm', 'apple', 'fido-u2f', 'made-up']) {
    it(`turns an attestation of format ${format} with certificates away unread`, async (t) => {
      const fetched = t.mock.method(globalThis, 'fetch', () =>
        Promise.reject(new Error('fetched')),
      );
      const options = await registrationOptions(SITE, CHALLENGE, OWNER, []);
      const answer = newAuthenticator({ origin: SITE.publicUrl, counts: true }).create(options);
      const { response } = registrationFrom(answer);
      const decoded = isoCBOR.decodeFirst<
        Map<string, Uint8Array | string | Map<string, Uint8Array[]>>
      >(isoBase64URL.toBuffer(response.response.attestationObject));
      decoded.set('fmt', format);
      decoded.set('attStmt', new Map([['x5c', [Uint8Array.of(0x30, 0x00)]]]));
      const attestationObject = isoBase64URL.fromBuffer(Uint8Array.from(isoCBOR.encode(decoded)));
      const sent = { ...response, response: { ...response.response, attestationObject } };
      await assert.rejects(
        readNewPasskey(SITE, CHALLENGE, sent),
        new RegExp(`an attestation of format ${format} came`),
      );
      assert.equal(fetched.mock.callCount(), 0);
    });
  }
});
