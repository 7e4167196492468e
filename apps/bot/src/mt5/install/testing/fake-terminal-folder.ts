import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { encodeUtf16 } from '../files.ts';
import type { TerminalRoots } from '../find-terminals.ts';

/** Folders that look like those of a Windows user with MetaTrader 5, and programs that stand in for it. */
export type FakeWindows = Readonly<{
  roots: TerminalRoots;
  root: string;
  /** Adds a terminal. @returns its install folder and its data folder */
  addTerminal(
    name: string,
    programs?: Readonly<{ editor?: string; terminal?: string }>,
  ): Readonly<{ installFolder: string; dataFolder: string }>;
}>;

/** Its user has a name with a space and letters that are not ASCII. */
export function fakeWindows(t: TestContext): FakeWindows {
  const root = mkdtempSync(join(tmpdir(), 'Jörg Müller '));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const appData = join(root, 'Users', 'Jörg Müller', 'AppData', 'Roaming');
  let made = 0;
  return {
    root,
    roots: { appData },
    addTerminal(name, { editor, terminal } = {}) {
      const installFolder = join(root, 'Program Files', name);
      const id = `D0E8209F77C8CF37AD8BF550E51FF0${++made}`;
      const dataFolder = join(appData, 'MetaQuotes', 'Terminal', id);
      mkdirSync(installFolder, { recursive: true });
      mkdirSync(join(dataFolder, 'MQL5', 'Experts'), { recursive: true });
      writeFileSync(join(dataFolder, 'origin.txt'), encodeUtf16(installFolder));
      writeProgram(join(installFolder, 'terminal64.exe'), terminal ?? '');
      writeProgram(join(installFolder, 'metaeditor64.exe'), editor ?? '');
      return { installFolder, dataFolder };
    },
  };
}

/**
 * What a script begins with that Node runs: a shell reads its second line, Node takes it for a text and a
 * comment. The path of Node may have a space in it, which a first line cannot say.
 */
export const RUN_BY_NODE = `#!/bin/sh
':' //; exec "${process.execPath}" "$0" "$@"
`;

/** A program is a small script that Node runs; `option(name)` in it reads a switch. */
function writeProgram(file: string, body: string): void {
  const text = `${RUN_BY_NODE}
const { existsSync, readFileSync, writeFileSync, statSync, appendFileSync } = require('node:fs');
const option = (name) => process.argv.slice(2).find((each) => each.startsWith('/' + name + ':'))?.slice(name.length + 2);
${body}
`;
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
