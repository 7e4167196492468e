import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseFacts } from '../../apps/bot/src/release-facts.ts';
import { ensureInterface } from '../interface.ts';
import { bundle } from './bundle.ts';
import { EXECUTABLE, makeExecutable, makeWineExecutable, nodeOf } from './executable.ts';
import { drawIcon } from './icon.ts';
import { makeInstaller } from './installer.ts';
import { installParts } from './parts.ts';
import { MAKENSIS, missingPrograms, OSSLSIGNCODE } from './programs.ts';
import { expectPublisher, NODE_PUBLISHER } from './publisher.ts';
import type { ReleaseSettings } from './settings.ts';
import { createSigner, verifySignature } from './sign.ts';
import { stageVersion } from './stage.ts';

export type ReleaseInput = Readonly<{
  /** The checkout. */
  root: string;
  settings: ReleaseSettings;
  /** Seconds since 1970: of the commit. */
  committedAt: number;
  /** `wine`: with the Node that Wine can run, for a try; it is not to be shipped. */
  runtime: 'windows' | 'wine';
  compression: 'lzma' | 'zlib';
  /** For what lies between, and for the installer. */
  work: string;
  output: string;
  say(line: string): void;
}>;

/**
 * Builds the installer.
 *
 * @returns its path
 * @throws Error that says what is missing, before anything is built, or what went wrong
 */
export async function buildInstaller(input: ReleaseInput): Promise<string> {
  const { root, settings, runtime, work, output, say } = input;
  const { version, brand, publicUrl, codeSigning } = settings;
  requirePrograms([MAKENSIS, OSSLSIGNCODE]);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  mkdirSync(output, { recursive: true });

  const windows = await installParts('windows', { root, say });
  say('Verifying that Node is as its publisher signed it …');
  await expectPublisher(nodeOf(windows), NODE_PUBLISHER, work);
  const wine = runtime === 'wine' ? await installParts('wine', { root, say }) : null;
  await ensureInterface(say, root);
  say('Bundling the program …');
  const scripts = await bundle(root, factsOf(settings));
  const icon = drawIcon();
  const signer =
    codeSigning === null
      ? null
      : createSigner({
          signing: codeSigning,
          brand,
          url: publicUrl,
          signedAt: input.committedAt,
          work,
        });

  say('Making the program …');
  const facts = { version, brand, description: brand, fileName: EXECUTABLE, icon };
  const program = { script: scripts.main, facts, work: join(work, 'program') };
  mkdirSync(program.work);
  const executable = await (wine === null
    ? makeExecutable({ ...program, parts: windows })
    : makeWineExecutable({ ...program, parts: wine }));
  await signer?.sign(executable);

  const folder = join(work, 'version');
  const files = stageVersion({
    root,
    executable,
    threads: scripts.threads,
    parts: windows,
    folder,
  });
  say(input.compression === 'lzma' ? 'Packing, which takes a minute …' : 'Packing …');
  const installer = join(output, installerName(version));
  await makeInstaller({
    root,
    version,
    brand,
    url: publicUrl,
    icon,
    staged: { folder, files },
    signer,
    compression: input.compression,
    work,
    output: installer,
  });
  if (signer) await verifySignature(installer);
  return installer;
}

/** @throws Error with one line for each that is missing */
function requirePrograms(programs: Parameters<typeof missingPrograms>[0]): void {
  const missing = missingPrograms(programs);
  if (missing.length > 0) throw new Error(missing.join('\n'));
}

/** @example installerName('1.2.3') // 'quorate-desktop-setup-1.2.3.exe' */
function installerName(version: string): string {
  return `quorate-desktop-setup-${version}.exe`;
}

/** What is written into the program. */
export function factsOf({
  version,
  brand,
  publicUrl,
  updateKey,
  furtherUpdateKeys,
}: ReleaseSettings): Omit<ReleaseFacts, 'kind'> {
  return {
    version,
    brand,
    service:
      publicUrl === null
        ? { address: 'http://localhost:3000', fixed: false }
        : { address: publicUrl, fixed: true },
    updateKey: updateKey && [...new Set([rawPublicKey(updateKey), ...furtherUpdateKeys])].join(','),
  };
}

/** The public half of an ed25519 key: its 32 bytes in base64. */
export function rawPublicKey(key: KeyObject): string {
  return createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64');
}
