import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PASSWORD, paperStage, until } from './testing/paper-stage.ts';
import { runBot, startBot } from './testing/run-bot.ts';
import { failure } from './testing/stand-in-answers.ts';

const stage = paperStage();

describe('a paper run that cannot begin', () => {
  it('is refused with exit code 4 when the service does not sign the user in', async () => {
    const run = await runBot(stage.args('--password', 'wrong'));
    assert.equal(run.exit, 4);
    assert.deepEqual(JSON.parse(run.stdout), {
      success: false,
      code: 'sign_in_refused',
      message: 'Invalid username, email or password.',
    });
    const unverified = failure('email_not_verified');
    stage.service.mischief = () => ({ status: 403, body: JSON.stringify(unverified.document) });
    const second = await runBot(stage.args());
    assert.equal(second.exit, 4);
    assert.match(
      second.stderr,
      /Please verify your email before signing in\. The link is in the mail/,
    );
  });

  it('ends with exit code 3 when nothing listens at the address', async () => {
    await stage.service.kill();
    const run = await runBot(stage.args('--give-up-after', '1'));
    assert.equal(run.exit, 3);
    assert.equal(JSON.parse(run.stdout).code, 'service_unreachable');
    await stage.service.revive();
  });

  it('is refused while another process does the same run', async () => {
    const first = startBot(stage.args('--speed', '5'));
    await until(() => first.stderr().includes('Signed in'));
    const second = await runBot(stage.args());
    assert.equal(second.exit, 2);
    assert.match(
      second.stderr,
      new RegExp(`This run is being done by process ${first.child.pid} on `),
    );
    first.child.kill('SIGINT');
    await first.ended;
  });

  for (const [name, extra, message] of [
    [
      'a risk above 2 %',
      ['--risk-percent', '3'],
      /--risk-percent.*It must be a number from 0\.01 to 2\./,
    ],
    ['a reward below the risk', ['--min-risk-reward', '0.9'], /It must be a number from 1 to 20\./],
    [
      'an unknown symbol',
      ['--symbol', 'US500'],
      /US500 is no forex pair and neither gold nor silver/,
    ],
    [
      'a symbol of another scale',
      ['--symbol', 'USDJPY'],
      /is no price of USDJPY, which lies between 28 and 440/,
    ],
    [
      'an account in a third currency',
      ['--account-currency', 'GBP'],
      /EURUSD cannot be valued in GBP/,
    ],
    [
      'a balance with a fraction of a cent',
      ['--balance', '100.001'],
      /--balance 100\.001 is no amount of USD/,
    ],
    [
      'a service that is no address',
      ['--service', 'localhost:3000'],
      /It must be an address such as http:\/\/localhost:3000\./,
    ],
    ['a file that is not there', ['--candles', 'none.csv'], /none\.csv: there is no such file\./],
    ['an option that does not exist', ['--leverage', '500'], /unknown option '--leverage'/],
  ] as const) {
    // @spec 9.33, 10.12
    it(`is refused with exit code 2 for ${name}`, async () => {
      const [option = ''] = extra;
      const usual = stage.args();
      const at = usual.indexOf(option);
      // A symbol or a file that is given a second time would stand beside the first.
      const run = await runBot(at < 0 ? [...usual, ...extra] : usual.toSpliced(at, 2, ...extra));
      assert.equal(run.exit, 2, run.stderr);
      assert.match(run.stderr, message);
      const failed: unknown = JSON.parse(run.stdout);
      assert.ok(
        typeof failed === 'object' &&
          failed !== null &&
          'success' in failed &&
          failed.success === false,
      );
      assert.equal(stage.callsOf('/login'), 0, 'the password did not travel');
    });
  }

  it('takes password or code from where it is given, and says so when there is neither', async () => {
    const bare = stage.args().filter((arg) => arg !== '--password' && arg !== PASSWORD);
    const none = await runBot(bare);
    assert.equal(none.exit, 2);
    assert.match(
      none.stderr,
      /There is nothing to sign in with: give --password-stdin, --password or the variable QUORATE_PASSWORD, or a code from the dashboard with --code or QUORATE_CODE\./,
    );
    stage.service.plan.tokens = 0;
    assert.equal(
      (await runBot([...bare, '--password-stdin'], { stdin: `${PASSWORD}\r\n` })).exit,
      0,
    );
    assert.equal((await runBot(bare)).exit, 0, 'the next run needs neither');
    const elsewhere = (name: string) => [...bare, '--data-dir', join(stage.data, name)];
    const env = { QUORATE_PASSWORD: PASSWORD };
    assert.equal((await runBot(elsewhere('password'), { env })).exit, 0);
    stage.service.codes.add('F7KQ-2MXD').add('2222-3333');
    assert.equal((await runBot([...elsewhere('code'), '--code', 'F7KQ-2MXD'])).exit, 0);
    const named = { QUORATE_CODE: ' 2222-3333\n' };
    assert.equal((await runBot(elsewhere('variable'), { env: named })).exit, 0);
    const used = await runBot([...elsewhere('used'), '--code', 'F7KQ-2MXD']);
    assert.equal(used.exit, 4);
    assert.match(used.stderr, /The code is not right, or has expired/);
    assert.equal((await runBot([...bare, '--password-stdin'], { stdin: '' })).exit, 2);
    assert.equal(
      (await runBot([...stage.args(), '--password-stdin'], { stdin: PASSWORD })).exit,
      2,
    );
  });

  it('explains itself', async () => {
    const help = await runBot(['paper', '--help']);
    assert.equal(help.exit, 0);
    assert.match(help.stdout, /Exit codes:\n {2}0 {4}done/);
    assert.equal(help.stderr, '');
    assert.equal((await runBot([])).exit, 2);
  });
});
