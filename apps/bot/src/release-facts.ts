import packageJson from '../package.json' with { type: 'json' };

/** What is settled when a release is built. */
export type ReleaseFacts = Readonly<{
  /** `checkout`: run from the sources; such a copy does not update itself. */
  kind: 'installed' | 'checkout';
  /** Three numbers, as in 1.2.3. */
  version: string;
  /** The product's name as people read it. Folders and programs are called Quorate under every brand. */
  brand: string;
  /** Address of the service, without a slash at its end. Where it is fixed, people are not asked for it. */
  service: Readonly<{ address: string; fixed: boolean }>;
  /** The raw ed25519 key that updates are signed with, in base64; null: this copy takes no updates. */
  updateKey: string | null;
}>;

/** The release's builder puts the facts in its place; a checkout has none. */
declare const QUORATE_RELEASE: Omit<ReleaseFacts, 'kind'> | undefined;

const CHECKOUT: ReleaseFacts = {
  kind: 'checkout',
  version: packageJson.version,
  brand: 'Quorate',
  service: { address: 'http://localhost:3000', fixed: false },
  updateKey: null,
};

export const RELEASE_FACTS: ReleaseFacts =
  typeof QUORATE_RELEASE === 'undefined' ? CHECKOUT : { kind: 'installed', ...QUORATE_RELEASE };
