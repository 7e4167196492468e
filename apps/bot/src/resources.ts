import { createRequire } from 'node:module';
import { join } from 'node:path';
import { RELEASE_FACTS } from './release-facts.ts';

const INSTALLED = RELEASE_FACTS.kind === 'installed';
const OF_THE_APP = join(import.meta.dirname, '..');

/** The folder of the installed version, where each of its scripts lies; in a checkout it means nothing. */
export const VERSION_FOLDER = import.meta.dirname;

/** Where the sources of the expert are. */
export const EXPERT_FOLDER = INSTALLED
  ? join(VERSION_FOLDER, 'resources', 'mt5')
  : join(OF_THE_APP, 'mt5');

/**
 * The native module behind the store of secrets of Linux and macOS.
 *
 * @throws Error where it is missing
 */
export function requireKeyring(): typeof import('@napi-rs/keyring') {
  return createRequire(import.meta.url)('@napi-rs/keyring');
}

/** What the module for Windows gives, as its C has it. */
export type WindowsModule = Readonly<{
  /** @returns null where the Credential Manager has none of that name */
  readSecret(target: string): Uint8Array | null;
  writeSecret(target: string, user: string, secret: Uint8Array): void;
  /** What is not there is removed already. */
  deleteSecret(target: string): void;
  /** Blocks until the person has closed it. */
  showMessage(title: string, text: string): void;
  /** Whether Windows may put the computer to sleep meanwhile. */
  keepAwake(on: boolean): void;
  /** @param items id and text of each, in turn */
  openTray(tooltip: string, items: readonly string[], onSelect: (id: string) => void): void;
  updateTray(tooltip: string, items: readonly string[]): void;
  notifyTray(title: string, text: string): void;
  closeTray(): void;
}>;

/**
 * The native module of the installed app on Windows.
 *
 * @throws Error where it is missing: on another system, or in a checkout
 */
export function requireWindowsModule(): WindowsModule {
  return createRequire(process.execPath)(join(VERSION_FOLDER, 'windows-native.node'));
}

/** The script of a thread, given its place among the sources. @example threadScript('replay/sweep/sweep-worker') */
export function threadScript(module: string): string {
  return INSTALLED
    ? join(VERSION_FOLDER, `${module.split('/').at(-1)}.cjs`)
    : join(import.meta.dirname, `${module}.ts`);
}
