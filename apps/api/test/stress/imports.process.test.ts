import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { reportOf, row } from '../../src/features/imports/testing/reports.ts';
import { type Person, signInTo } from '../helpers/server-calls.ts';
import { type AttackStage, expectUnhurt, startAttackStage } from './helpers/bystander.ts';

/** How much longer somebody's import may take because of others' files. */
const LATER_MS = 2_000;

let stage: AttackStage;
before(async () => {
  stage = await startAttackStage();
});
after(() => stage.stop());

/** What is small on its way and much to read: each was made to be as dear as its kind allows. */
const FILES: Readonly<Record<string, () => Uint8Array>> = {
  'tags in each other': () => packed(`<table>${'<b>'.repeat(1_300_000)}`),
  'a line that never ends': () => packed(','.repeat(100_000_000)),
  'empty lines': () => packed(`a,b\n${'\n'.repeat(60_000_000)}`),
  'rows of many cells': () => packed(`<table>${`<tr>${'<td>1'.repeat(60)}`.repeat(150_000)}`),
};

function packed(text: string): Uint8Array {
  return gzipSync(text, { level: 1 });
}

function sendReport(
  { token }: Person,
  path: string,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${stage.server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
    ...(signal && { signal }),
  });
}

let tickets = 0;

/** Milliseconds that an import of a hundred trades takes. */
async function importTime(person: Person): Promise<number> {
  const rows = Array.from({ length: 100 }, () => {
    tickets += 1;
    return row(String(tickets));
  });
  const began = performance.now();
  const path = '/api/user/imports?account_type=demo&clock=new_york_plus_7';
  const reply = await sendReport(person, path, reportOf(rows));
  assert.equal(reply.status, 200, await reply.text());
  return performance.now() - began;
}

it('a stranger’s costly files delay nobody’s import by 2 s, and nobody’s call by 1 s', async (t) => {
  const attackers = [
    await signInTo(stage.server, 'mallory'),
    await signInTo(stage.server, 'trudy'),
  ];
  const files = Object.entries(FILES).map(([name, make]) => ({ name, bytes: make() }));
  const alone = Math.max(await importTime(stage.bystander), await importTime(stage.bystander));
  const over = new AbortController();
  const answers: string[] = [];
  const watched = await stage.watch(async () => {
    const attack = attackers.flatMap((attacker) =>
      files.map(async ({ name, bytes }) => {
        const path = '/api/user/imports/preview';
        const reply = await sendReport(attacker, path, bytes, over.signal).catch(() => null);
        answers.push(`${reply?.status ?? 'given up'} for ${name}`);
      }),
    );
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) times.push(await importTime(stage.bystander));
    over.abort();
    await Promise.all(attack);
    return Math.max(...times);
  });
  t.diagnostic(`an import takes ${Math.round(alone)} ms alone, ${Math.round(watched.result)} ms`);
  t.diagnostic(answers.join(', '));
  assert.ok(watched.result < alone + LATER_MS, `${watched.result} ms instead of ${alone} ms`);
  assert.deepEqual(
    answers.filter((answer) => answer.startsWith('5')),
    [],
  );
  expectUnhurt(t, watched);
});
