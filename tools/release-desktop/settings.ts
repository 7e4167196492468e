import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { releaseVersion } from '@quorate/contract/release-version';

/** What a release is built with. */
export type ReleaseSettings = Readonly<{
  version: string;
  brand: string;
  /** Where the service is, without a slash at its end; null: people are asked for it. */
  publicUrl: string | null;
  /** Signs updates and checksums; null: the release takes no updates. */
  updateKey: KeyObject | null;
  /** For how many days apps believe what the release says of updates. */
  updateDays: number;
  /** Public keys that the app believes besides: raw ed25519 in base64. */
  furtherUpdateKeys: readonly string[];
  /** Signs programs for Windows; null: they stay unsigned. */
  codeSigning: CodeSigning | null;
}>;

/** Paths of files; no secret itself, so that none stands in a list of processes. */
export type CodeSigning = Readonly<{
  key:
    | Readonly<{ kind: 'file'; certificateFile: string; passwordFile: string }>
    /** On hardware or in the cloud, by a library of PKCS#11 and the key's address in it. */
    | Readonly<{
        kind: 'pkcs11';
        module: string;
        uri: string;
        certificateFile: string;
        passwordFile: string | null;
      }>
    /** A program that signs the file that it is given, in its place. */
    | Readonly<{ kind: 'command'; program: string }>;
  /** Of a time stamping authority; null: signatures end with the certificate. */
  timestampUrl: string | null;
}>;

const RAW_KEY_BYTES = 32;

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's settings are not fit to build a release of. */
export class SettingsError extends Error {}

/**
 * Reads the settings of a release. Empty counts as not set.
 *
 * @throws SettingsError that lists every fault at once
 */
export function readReleaseSettings(env: Environment, ownVersion: string): ReleaseSettings {
  const faults: string[] = [];
  const read = (name: string) => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const settings = {
    version: versionOf(read('RELEASE_VERSION') ?? ownVersion, faults),
    brand: brandOf(read('BRAND_NAME') ?? 'Quorate', faults),
    publicUrl: addressOf(read('PUBLIC_URL'), faults),
    updateKey: keyOf(read('UPDATE_SIGNING_KEY'), faults),
    updateDays: daysOf(read('UPDATE_VALID_DAYS'), faults),
    furtherUpdateKeys: furtherKeysOf(
      read('UPDATE_PUBLIC_KEYS_EXTRA'),
      read('UPDATE_SIGNING_KEY'),
      faults,
    ),
    codeSigning: codeSigningOf(read, faults),
  };
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return settings;
}

/** Long enough to sign again now and then, short enough for an app to notice that it hears nothing new. */
const UPDATE_DAYS = { least: 7, usual: 180, most: 730 };

function daysOf(text: string | null, faults: string[]): number {
  const { least, usual, most } = UPDATE_DAYS;
  if (text === null) return usual;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= least && days <= most) return days;
  faults.push(`UPDATE_VALID_DAYS must be a number of days from ${least} to ${most}: ${text}`);
  return usual;
}

function versionOf(version: string, faults: string[]): string {
  const { error } = releaseVersion.safeParse(version);
  if (error) faults.push(`RELEASE_VERSION ${error.issues[0]?.message}: ${version}`);
  return version;
}

function brandOf(brand: string, faults: string[]): string {
  // It stands in scripts of the installer, where each of these would begin something.
  if (brand.length > 30 || /["'`$\\\p{Cc}]/u.test(brand)) {
    faults.push(
      `BRAND_NAME must have at most 30 characters, none of them a quote, $ or \\: ${JSON.stringify(brand)}`,
    );
  }
  return brand;
}

function addressOf(text: string | null, faults: string[]): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    faults.push(`PUBLIC_URL must begin with https:// (http:// for localhost alone): ${text}`);
    return null;
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    faults.push(`PUBLIC_URL must be a host and nothing behind it: ${text}`);
  }
  return url.origin;
}

function keyOf(file: string | null, faults: string[]): KeyObject | null {
  if (file === null) return null;
  const make = 'npm run release:desktop -- --make-key FILE makes one';
  if (!existsSync(file)) {
    faults.push(`UPDATE_SIGNING_KEY names a file that is not there: ${file}; ${make}`);
    return null;
  }
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
    faults.push(`UPDATE_SIGNING_KEY must be an ed25519 key, not ${key.asymmetricKeyType}; ${make}`);
  } catch {
    faults.push(`UPDATE_SIGNING_KEY is no private key in PEM: ${file}; ${make}`);
  }
  return null;
}

function furtherKeysOf(
  text: string | null,
  signingKey: string | null,
  faults: string[],
): readonly string[] {
  if (text === null) return [];
  if (signingKey === null)
    faults.push('UPDATE_PUBLIC_KEYS_EXTRA is set without UPDATE_SIGNING_KEY');
  const keys = text.split(',').map((key) => key.trim());
  for (const key of keys) {
    const raw = Buffer.from(key, 'base64');
    if (raw.length === RAW_KEY_BYTES && raw.toString('base64') === key) continue;
    faults.push(
      `UPDATE_PUBLIC_KEYS_EXTRA must be raw ed25519 keys of ${RAW_KEY_BYTES} bytes in base64, with commas between them, as --make-key prints them: ${JSON.stringify(key)}`,
    );
  }
  return keys;
}

function codeSigningOf(
  read: (name: string) => string | null,
  faults: string[],
): CodeSigning | null {
  const timestampUrl = read('CODE_SIGN_TIMESTAMP_URL');
  const passwordFile = read('CODE_SIGN_PASSWORD_FILE');
  const ways = ['CODE_SIGN_PKCS12', 'CODE_SIGN_PKCS11_MODULE', 'CODE_SIGN_COMMAND'];
  const chosen = ways.filter((name) => read(name) !== null);
  if (chosen.length > 1) faults.push(`${chosen.join(' and ')} are set; one of them signs`);
  for (const name of [...ways, 'CODE_SIGN_PASSWORD_FILE', 'CODE_SIGN_CERTIFICATES']) {
    const file = read(name);
    if (file !== null && !existsSync(file))
      faults.push(`${name} names a file that is not there: ${file}`);
  }
  const pkcs12 = read('CODE_SIGN_PKCS12');
  const module = read('CODE_SIGN_PKCS11_MODULE');
  const program = read('CODE_SIGN_COMMAND');
  if (program !== null) return { key: { kind: 'command', program }, timestampUrl };
  if (module !== null) {
    const uri = read('CODE_SIGN_PKCS11_KEY');
    const certificateFile = read('CODE_SIGN_CERTIFICATES');
    if (uri !== null && certificateFile !== null)
      return {
        key: { kind: 'pkcs11', module, uri, certificateFile, passwordFile },
        timestampUrl,
      };
    faults.push(
      'CODE_SIGN_PKCS11_MODULE needs CODE_SIGN_PKCS11_KEY, the address of the key, and CODE_SIGN_CERTIFICATES, a file with its certificate (PEM)',
    );
    return null;
  }
  if (pkcs12 === null) {
    if (passwordFile !== null)
      faults.push('CODE_SIGN_PASSWORD_FILE is set without CODE_SIGN_PKCS12');
    return null;
  }
  if (passwordFile === null) {
    faults.push('CODE_SIGN_PKCS12 needs CODE_SIGN_PASSWORD_FILE, a file with its password');
    return null;
  }
  return { key: { kind: 'file', certificateFile: pkcs12, passwordFile }, timestampUrl };
}
