import { vi } from 'vitest';

const BYTES = new Uint8Array([1, 2, 3, 4]).buffer;

/**
 * A browser that can do passkeys, and a person who agrees at once.
 *
 * @param refusing the name of the error the browser gives instead, such as 'NotAllowedError'
 */
export function stubAuthenticator(refusing: string | null = null) {
  const credential = (response: object) => ({
    id: 'AQIDBA',
    rawId: BYTES,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: { clientDataJSON: BYTES, ...response },
    getClientExtensionResults: () => ({}),
  });
  const answer = (response: object) =>
    vi.fn(async () => {
      if (refusing !== null) throw new DOMException('refused', refusing);
      return credential(response);
    });
  const credentials = {
    create: answer({ attestationObject: BYTES }),
    get: answer({ authenticatorData: BYTES, signature: BYTES, userHandle: BYTES }),
  };
  vi.stubGlobal('PublicKeyCredential', class PublicKeyCredential {});
  // jsdom has none to spy on. Without the class above nobody looks for it.
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  return credentials;
}

/** What the service would give the browser to make and to use a passkey with. */
export const CREATION_OPTIONS = {
  challenge: 'AQIDBA',
  rp: { name: 'Quorate', id: 'localhost' },
  user: { id: 'AQID', name: 'amina', displayName: 'amina' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

export const REQUEST_OPTIONS = { challenge: 'AQIDBA', rpId: 'localhost' };
