import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the system, and the package of Debian that has it. */
export type Program = Readonly<{ name: string; debian: string; why: string }>;

export const MAKENSIS: Program = {
  name: 'makensis',
  debian: 'nsis',
  why: 'makes the installer',
};
export const OSSLSIGNCODE: Program = {
  name: 'osslsigncode',
  debian: 'osslsigncode',
  why: 'signs programs for Windows, and verifies that Node is as its publisher signed it',
};
export const MINGW: Program = {
  name: 'x86_64-w64-mingw32-gcc',
  debian: 'gcc-mingw-w64-x86-64',
  why: 'compiles the launcher and the native module for Windows',
};
/** What a release is built with. */
export const BUILDERS: readonly Program[] = [MAKENSIS, OSSLSIGNCODE, MINGW];
export const WINE: Program = { name: 'wine64', debian: 'wine64', why: 'runs programs of Windows' };
export const XVFB: Program = { name: 'Xvfb', debian: 'xvfb', why: 'is a screen without a monitor' };
export const SOFTHSM: Program = {
  name: 'softhsm2-util',
  debian: 'softhsm2 libengine-pkcs11-openssl',
  why: 'is a token that keeps a key, as hardware does',
};
export const XWININFO: Program = {
  name: 'xwininfo',
  debian: 'x11-utils',
  why: 'names the windows on a screen',
};

/** Where a program is; null where it is not installed. Debian keeps wine64 out of the usual folders. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | null {
  for (const folder of [...path.split(delimiter), '/usr/lib/wine']) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // It is looked for in the next one.
    }
  }
  return null;
}

/** One line for each program that is missing, with how to install it. */
export function missingPrograms(programs: readonly Program[], path?: string): readonly string[] {
  return programs
    .filter(({ name }) => findProgram(name, path) === null)
    .map(
      ({ name, debian, why }) =>
        `${name} is missing, which ${why}; on Debian: apt-get install ${debian}`,
    );
}
