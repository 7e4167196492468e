import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { askControl, type ControlCommand, openControl } from '../live/control.ts';
import { liveFolder } from '../live/live-account.ts';
import { checkProfile } from '../profiles/check-profile.ts';
import { profileStore } from '../profiles/profile-store.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { type ControlOptions, runControl } from './run-control.ts';
import { statusText } from './status-text.ts';

const PROFILE = checkProfile(
  {
    configuration_name: 'Main',
    user: 'mira',
    account_number: '5012345',
    broker_server: 'Broker-Demo',
    risk: { currency_pairs: ['EURUSD'] },
  },
  'a test',
);

function stage(t: TestContext, typed: string | null = null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bot control '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  profileStore(dataDir).save(PROFILE);
  const output = heardOutput();
  const alone: string[] = [];
  const stop = createStopSignal();
  const prompt = typed === null ? null : { ask: async () => typed, askSecret: async () => '' };
  return {
    output,
    stop,
    alone,
    folder: liveFolder(dataDir, PROFILE),
    run: (command: ControlOptions['command'], more: Partial<ControlOptions> = {}) =>
      runControl(
        {
          output,
          prompt,
          stop,
          ask: askControl,
          async flattenAlone({ configuration_name: name }) {
            alone.push(name);
            return 0;
          },
        },
        { command, profile: null, dataDir, json: false, yes: false, waitMs: 1_000, ...more },
      ),
  };
}

/** A bot that runs and remembers what it was told. */
async function runningBot(t: TestContext, folder: string) {
  const heard: ControlCommand[] = [];
  const server = await openControl(folder, async (command) => {
    heard.push(command);
    if (command === 'resume') throw new Error('the terminal is away');
    return { state: 'active', positions: [{ symbol: 'EURUSD', lots: '0.10' }], limit: null };
  });
  t.after(() => server.close());
  return heard;
}

describe('the commands to a running bot', () => {
  it('carry over what was asked, and tell the answer', async (t) => {
    const { run, folder, output } = stage(t);
    const heard = await runningBot(t, folder);
    assert.equal(await run('status'), 0);
    assert.equal(
      output.printed(),
      [
        'Main',
        '  state                  active',
        '  positions',
        '    1',
        '      symbol                 EURUSD',
        '      lots                   0.10',
        '  limit                  none',
        '',
      ].join('\n'),
    );
    assert.equal(await run('stop'), 0);
    assert.deepEqual(heard, ['status', 'stop']);
  });

  it('give a program one JSON object', async (t) => {
    const { run, folder, output } = stage(t);
    await runningBot(t, folder);
    await run('status', { json: true });
    const said = JSON.parse(output.printed()) as { running: boolean; body: { state: string } };
    assert.equal(said.running, true);
    assert.equal(said.body.state, 'active');
  });

  it('say when the bot could not do it', async (t) => {
    const { run, folder } = stage(t);
    await runningBot(t, folder);
    await assert.rejects(run('resume'), {
      code: 'terminal',
      message: 'The bot did not carry out resume: the terminal is away',
    });
  });
});

describe('a running bot that does not do it', () => {
  it('is not waited for without an end, and what is still open is told', async (t) => {
    const { run, folder } = stage(t);
    const position = {
      ticket: '77',
      symbol: 'EURUSD',
      side: 'BUY',
      lots: '0.10',
      open_price: '1.10210',
      sl: '1.09800',
      profit: '-50.50',
    };
    const server = await openControl(folder, (command) =>
      command === 'status'
        ? Promise.resolve({ positions: [position] })
        : new Promise<never>(() => {}),
    );
    t.after(() => server.close());
    await assert.rejects(run('flatten', { yes: true, waitMs: 100 }), {
      code: 'terminal',
      exitCode: 5,
      message:
        'Not everything of Main is closed after 0.1 s. Still open: 77 BUY 0.10 EURUSD at 1.10210, stop 1.09800, -50.50. The bot goes on trying, and the stops stand at the broker. Look again with: bot status --profile Main',
    });
    await assert.rejects(run('halt', { waitMs: 100 }), {
      code: 'terminal',
      message: /has not answered halt within 0\.1 s\. It may hang/,
    });
  });

  it('tells of Ctrl-C as what it is', async (t) => {
    const { run, folder, stop } = stage(t);
    const server = await openControl(folder, () => {
      stop.stop({ kind: 'interrupted' });
      return new Promise<never>(() => {});
    });
    t.after(() => server.close());
    await assert.rejects(run('flatten', { yes: true }), { code: 'interrupted', exitCode: 130 });
  });

  it('names the file of one that was killed, where another program has its port', async (t) => {
    const { run, folder } = stage(t);
    const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    t.after(() => stranger.close());
    const bound = stranger.address();
    assert.ok(typeof bound === 'object' && bound);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'control.json');
    writeFileSync(file, JSON.stringify({ port: bound.port, secret: '0'.repeat(64) }));
    await assert.rejects(run('flatten', { yes: true }), {
      message: new RegExp(`on port ${bound.port} broke the connection off\\. .* remove .*control`),
    });
  });
});

describe('the status of a running bot', () => {
  const STATUS = {
    connected: true,
    halted: false,
    limits: {
      dayStartMinor: 1_000_000,
      weekStartMinor: 1_020_000,
      openedToday: 2,
      dailyLossLatch: null,
      weeklyLossLatch: null,
      weeklyProfitLatch: null,
    },
    account: { login: '5012345', server: 'Broker-Demo', trade_mode: 'demo' },
    currency: 'USD',
    balance: 10_000,
    equity: 9_949.5,
    positions: [
      {
        ticket: '77',
        symbol: 'EURUSD.a',
        side: 'BUY',
        lots: '0.10',
        open_price: '1.10210',
        sl: '1.09800',
        profit: '-50.50',
      },
    ],
    unsettled_orders: [],
    last_decision: '2026-11-18 12:00 EURUSD BUY',
  };

  it('says how much of each limit is used', () => {
    assert.equal(
      statusText(PROFILE, STATUS),
      [
        'Main',
        '  state        connected, trading',
        '  account      5012345 at Broker-Demo (demo)',
        '  balance      10000.00 USD, equity 9949.50',
        '  today        -50.50 (-0.51 %), limit -5 %; 2 of 5 trades opened',
        '  this week    -250.50 (-2.46 %), limit -10 %',
        '  limits met   none',
        '  positions    1',
        '               77 BUY 0.10 EURUSD.a at 1.10210, stop 1.09800, -50.50',
        '  decided last 2026-11-18 12:00 EURUSD BUY',
        '',
      ].join('\n'),
    );
  });

  it('names limits that are met, orders that are asked about, and a stop that is missing', () => {
    const text = statusText(PROFILE, {
      ...STATUS,
      halted: true,
      limits: { ...STATUS.limits, dailyLossLatch: 950_000, drawdownLatch: 900_000 },
      positions: STATUS.positions.map((each) => ({ ...each, sl: null })),
      unsettled_orders: ['ABCDEFGHIJ'],
    });
    assert.match(text, /halted: nothing new is opened until resume/);
    assert.match(text, /limits met {3}daily loss limit, drawdown pause/);
    assert.match(text, /asked about {2}order ABCDEFGHIJ/);
    assert.match(text, /stop MISSING/);
  });
});

describe('without a running bot', () => {
  it('status and stop say so, and that is no fault', async (t) => {
    const { run, output } = stage(t);
    assert.equal(await run('status', { json: true }), 0);
    assert.equal(await run('stop'), 0);
    assert.deepEqual(JSON.parse(output.printed()), { success: true, running: false });
    assert.equal(output.lines()[0], 'No bot runs with the profile Main.');
  });

  it('resume is refused with the command that starts one', async (t) => {
    await assert.rejects(stage(t).run('resume'), {
      code: 'not_running',
      exitCode: 5,
      message: /bot live --profile Main/,
    });
  });

  it('flatten goes to the terminal itself', async (t) => {
    const { run, alone } = stage(t);
    assert.equal(await run('flatten', { yes: true }), 0);
    assert.deepEqual(alone, ['Main']);
  });
});

describe('closing everything', () => {
  it('asks for the account number, and nothing else will do', async (t) => {
    const wrong = stage(t, 'yes');
    await assert.rejects(wrong.run('flatten'), { code: 'usage', message: 'Nothing was closed.' });
    assert.deepEqual(wrong.alone, []);
    const right = stage(t, '5012345');
    assert.equal(await right.run('flatten'), 0);
    assert.deepEqual(right.alone, ['Main']);
  });

  it('needs --yes where nobody can be asked', async (t) => {
    const { run, alone } = stage(t);
    await assert.rejects(run('flatten'), { code: 'usage', message: /give --yes/ });
    assert.deepEqual(alone, []);
  });
});
