import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { profileSecret, signInSecret, type Vault } from '@quorate/bot/vault/vault';
import { forgetSecrets } from './forget-secrets.ts';

const SERVICE = 'https://quorate.example';

function world(t: { after(end: () => void): void }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bot forget ü-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'profiles'));
  const secrets = new Map<string, string>();
  const vault: Vault = {
    get: (name) => secrets.get(name) ?? null,
    set: (name, secret) => void secrets.set(name, secret),
    remove: (name) => void secrets.delete(name),
    describe: () => ({ kind: 'memory', place: 'memory', why: null }),
  };
  const lines: string[] = [];
  const output = {
    line: (text: string) => void lines.push(text),
    out: () => undefined,
    live: () => undefined,
    isTerminal: false,
  };
  return {
    dataDir,
    secrets,
    lines,
    addProfile: (file: string, content: string) =>
      writeFileSync(join(dataDir, 'profiles', file), content),
    forget: () => forgetSecrets({ output, openVault: () => vault }, { dataDir, json: false }),
  };
}

const PROFILE = {
  configuration_name: 'Main',
  service: SERVICE,
  user: 'Mira',
  account_number: '5012345',
  broker_server: 'Broker-Demo',
  account_type: 'demo',
  risk: { currency_pairs: ['EURUSD'] },
};

test('passwords, tokens and sign-ins of a data folder are forgotten, those of others stay', (t) => {
  const { secrets, addProfile, forget } = world(t);
  addProfile('main.json', JSON.stringify(PROFILE));
  const theirs = [
    profileSecret('Main', 'terminal-password'),
    profileSecret('Main', 'bridge-token'),
    signInSecret({ service: SERVICE, user: 'Mira' }),
  ];
  const others = [profileSecret('Other', 'terminal-password'), 'sign-in/elsewhere/mira'];
  for (const name of [...theirs, ...others]) secrets.set(name, 'secret');
  assert.equal(forget(), 0);
  assert.deepEqual([...secrets.keys()], others);
});

test('a damaged configuration does not keep its password, nor that of the others', (t) => {
  const { secrets, addProfile, forget } = world(t);
  addProfile('broken.json', '{"configuration_name":');
  addProfile('main.json', JSON.stringify(PROFILE));
  secrets.set(profileSecret('broken', 'terminal-password'), 'secret');
  secrets.set(profileSecret('main', 'terminal-password'), 'secret');
  forget();
  assert.equal(secrets.size, 0);
});

test('who is signed in on this computer is forgotten without any configuration', (t) => {
  const { dataDir, secrets, forget } = world(t);
  const user = {
    id: '0b0f8f4e-7d3c-4d57-9f38-5a4a6f6d2b11',
    username: 'Mira',
    email: 'm@x.example',
  };
  writeFileSync(
    join(dataDir, 'account.json'),
    JSON.stringify({
      format: 1,
      service: SERVICE,
      user,
      signed_out_because: null,
      known_limits: null,
    }),
  );
  secrets.set(signInSecret({ service: SERVICE, user: 'Mira' }), 'secret');
  forget();
  assert.equal(secrets.size, 0);
});

test('a data folder that is not there holds no secret and is no fault', (t) => {
  const { dataDir, forget } = world(t);
  rmSync(dataDir, { recursive: true });
  assert.equal(forget(), 0);
});
