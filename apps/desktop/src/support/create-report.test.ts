import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { profile } from '@quorate/bot/profiles/profile';
import { memoryVault } from '@quorate/bot/testing/memory-vault';
import type { SignedIn } from '../contract/app-state.ts';
import { REPORT_MAX } from '../contract/report.ts';
import { NOTHING_KNOWN } from '../contract/runs.ts';
import { createReport } from './create-report.ts';

const ID = '8d1f6c0a-3c1e-4f8e-9a68-0d8a4f6a1b11';
const MIRA: SignedIn = {
  username: 'mira',
  email: 'mira@mail.example',
  plan: null,
  reachable: true,
};

function stage(t: TestContext, who: SignedIn | null = MIRA) {
  const dataDir = mkdtempSync(join(tmpdir(), 'report ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'logs'));
  const sent: { url: string; body: Record<string, string> }[] = [];
  let answer = () => new Response('{"success":true,"message":"Thanks."}', { status: 200 });
  const report = createReport(
    {
      clock: systemClock,
      dataDir,
      platform: 'win32',
      vault: memoryVault(),
      version: '1.2.3',
      brand: 'Quorate',
      async fetch(url, options) {
        sent.push({
          url: url instanceof Request ? url.url : url.toString(),
          body: JSON.parse(options?.body as string) as Record<string, string>,
        });
        return answer();
      },
    },
    {
      account: { current: () => who, service: () => 'https://quorate.example' },
      configurations: {
        names: () => ['Main'],
        load: () =>
          profile.parse({
            configuration_name: 'Main',
            user: 'mira',
            account_number: '5012345',
            broker_server: 'Broker-Demo',
            risk: { currency_pairs: ['EURUSD'] },
          }),
      },
      runs: {
        state: () => ({
          phase: 'failed',
          message: 'The terminal of 5012345 is signed in elsewhere.',
          since: '2026-11-22T08:00:00Z',
          ...NOTHING_KNOWN,
        }),
      },
      setup: {
        check: () => ({
          running: false,
          items: [],
          steps: [],
          checked_at: '2026-11-22T08:00:00Z',
          reported_at: null,
          findings: [
            { check: 'permissions', status: 'fail', detail: 'missing: Algo Trading', advice: 'x' },
            { check: 'vault', status: 'ok', detail: 'fine', advice: null },
          ],
        }),
      },
    },
  );
  const log = (name: string, text: string) => writeFileSync(join(dataDir, 'logs', name), text);
  const answerWith = (next: () => Response) => {
    answer = next;
  };
  return { report, log, sent, dataDir, answerWith };
}

describe('a report for support', () => {
  it('has versions, permissions and the last lines, and nothing that lets anybody in', (t) => {
    const { report, log, dataDir } = stage(t);
    log(
      'app.log',
      `old\nauthorization: Bearer abc.def\npassword: "hunter 2"\nopen http://127.0.0.1:1/#ticket=XYZ for MIRA@mail.example in ${dataDir}\n`,
    );
    log('bot-main.log', 'Connected to account 5012345 at Broker-Demo.\n');
    const text = report.text();
    assert.match(text, /^Quorate 1\.2\.3, Node 26/);
    assert.match(text, /fail permissions: missing: Algo Trading/);
    assert.match(text, /Connected to account …45 at Broker-Demo\.$/);
    assert.doesNotMatch(text, /vault: fine/);
    for (const hidden of ['abc.def', 'hunter', 'XYZ', 'mail.example', dataDir, '5012345'])
      assert.ok(!text.includes(hidden), `${hidden} in ${text}`);
  });

  it('fits into a message however long the logs are, and keeps their newest lines', (t) => {
    const { report, log } = stage(t);
    const lines = Array.from({ length: 5_000 }, (_, at) => `${at} ${'x'.repeat(at % 400)}`);
    log('app.log', lines.join('\n'));
    log('bot-main.log', `${'y'.repeat(100_000)}\nthe newest of the bot\n`);
    const text = report.text();
    assert.ok(text.length <= REPORT_MAX, String(text.length));
    assert.match(text, /^4999 x/m);
    assert.match(text, /the newest of the bot$/);
  });

  it('goes to the people behind the service as it was shown, twice as one', async (t) => {
    const { report, sent } = stage(t);
    const written = { message_id: ID, report: 'as shown', words: 'It stopped at noon.' };
    await report.send(written);
    await report.send(written);
    assert.equal(sent[0]?.url, 'https://quorate.example/api/contact');
    const { message, email, message_id } = sent[0]?.body ?? {};
    assert.equal(message, 'It stopped at noon.\n\n---\nas shown');
    assert.deepEqual([email, message_id, sent[1]?.body.message_id], [MIRA.email, ID, ID]);
  });

  it('that cannot be sent says why, and is kept as a file for its owner alone', async (t) => {
    const { report, answerWith } = stage(t);
    answerWith(() => {
      throw new TypeError('fetch failed');
    });
    const written = { report: 'as shown', words: '' };
    await assert.rejects(report.send({ ...written, message_id: ID }), /out of reach/);
    const { file } = report.save(written);
    assert.equal(readFileSync(file, 'utf8'), 'as shown\n');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('is sent by nobody who is not signed in', async (t) => {
    const { report, sent } = stage(t, null);
    assert.match(report.text(), /nobody signed in/);
    const written = { message_id: ID, report: 'as shown', words: '' };
    await assert.rejects(report.send(written), { code: 'signed_out' });
    assert.deepEqual(sent, []);
  });
});
