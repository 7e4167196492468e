import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Block } from '@quorate/content/document';
import { GUIDE } from '@quorate/content/guide';
import { PROFILE_SETTINGS } from '@quorate/trading/risk/rules';

/** Sections of the guide that lead through the app; the others speak of the computer and of the site. */
const OF_THE_APP = ['terminal', 'account', 'bot', 'first-session', 'troubleshooting'];

/** What the guide tells to click elsewhere. */
const ELSEWHERE: readonly string[] = [
  // MetaTrader 5.
  'File, Login to Trade Account',
  'Tools, Options, Expert Advisors',
  'View, Market Watch',
  'Allow algorithmic trading',
  'Algo Trading',
  'View, Symbols, Bars',
  'Request',
  'Export Bars',
  // The dashboard.
  'Choose settings first',
  'Close all',
  'Start again',
  'Add another',
  'Delete',
  'Change rules',
  'My own rules',
  'Use these rules',
  'Changes of the rules',
  // The installer: buttons of its system.
  'Install',
  'Finish',
];

/** Without these there is no first run, so the guide has to name them. */
const NEEDED: readonly string[] = [
  'Add Configuration',
  'Save and check the setup',
  'Set up terminal',
  'Setup check',
  'Start Bot',
  'Stop Bot',
  'Close everything',
];

const FIELDS = [
  'Configuration name',
  'Terminal path',
  'Terminal account number',
  'Broker server',
  'Account type',
  'Risk per trade',
  'Maximum daily trades',
  'Daily loss limit',
  'Weekly profit limit',
  'Weekly loss limit',
  'Currency pairs',
  'Risk-reward ratio',
];

/** The form shows each risk setting under its label, and each profile under its name. */
const labels = PROFILE_SETTINGS.map(({ label }) => `>${label}<`).join('\n');
const profileWords = readFileSync(
  new URL(import.meta.resolve('@quorate/ui/risk-profile-words')),
  'utf8',
);
const interfaceText = [
  sourcesIn(join(import.meta.dirname, 'interface')),
  labels,
  profileWords,
].join('\n');

describe('what the guide tells to click', () => {
  // @spec 10.55
  it('exists in the interface of the app under that name', () => {
    const names = boldIn(OF_THE_APP).filter((name) => !ELSEWHERE.includes(name));
    for (const name of NEEDED) assert.ok(names.includes(name), `the guide does not name ${name}`);
    for (const name of names) assert.ok(isShown(name), `no screen of the app shows ${name}`);
  });

  it('and every field that it names, too', () => {
    const words = textOf(['bot']).join('\n').toLowerCase().replaceAll('**', '');
    for (const name of FIELDS) {
      assert.ok(isShown(name), `no screen of the app shows ${name}`);
      const spoken = name === 'Weekly profit limit' ? 'weekly profit' : name.toLowerCase();
      assert.ok(words.includes(spoken), `the guide does not name ${name}`);
    }
  });

  it('lists nothing as elsewhere that it no longer says', () => {
    const names = boldIn(OF_THE_APP);
    for (const name of ELSEWHERE) assert.ok(names.includes(name), name);
  });

  it('is found only where a screen shows exactly that', () => {
    assert.equal(isShown('Start Bot'), true);
    for (const name of ['Start', 'Start bot', 'Start Bots', 'Set up', 'Add Config'])
      assert.equal(isShown(name), false, name);
  });
});

describe('what the setup check tells to press', () => {
  it('exists in the interface of the app under that name', () => {
    const words = readFileSync(new URL(import.meta.resolve('@quorate/bot/doctor/finding')), 'utf8');
    const names = [...words.matchAll(/(?:Press|step) "([^"]+)"/g)].map(([, name = '']) => name);
    assert.deepEqual([...new Set(names)].toSorted(), [
      'Resume',
      'Set up terminal',
      'Switch to Real',
    ]);
    for (const name of names) assert.ok(isShown(name), `no screen of the app shows ${name}`);
  });
});

/** As the text of an element, as a piece of text in the code, or as a whole string of it. */
function isShown(name: string): boolean {
  const words = RegExp.escape(name);
  return new RegExp(`(?:>|\\{' '\\}|["'\`])\\s*${words}\\s*(?:<|\\{|["'\`])`).test(interfaceText);
}

/** Names that are set apart, without the colon of a list. */
function boldIn(sections: readonly string[]): readonly string[] {
  const lines = textOf(sections).flatMap((text) => [...text.matchAll(/\*\*(.+?)\*\*/g)]);
  return lines.map(([, name = '']) => name.replace(/:$/, ''));
}

function textOf(sections: readonly string[]): readonly string[] {
  return GUIDE.sections
    .filter(({ id }) => sections.includes(id))
    .flatMap(({ blocks }) => blocks.flatMap(linesOf));
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'list':
      return block.items;
    case 'steps':
      return block.steps.map(({ text }) => text);
    case 'text':
    case 'notice':
      return [block.text];
  }
}

function sourcesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .filter(({ parentPath }) => !parentPath.includes('testing'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
}
