import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { commandSettings } from './command-settings.ts';

const SERVICE = 'DATABASE_URL=postgresql://q:hunter2@db:5432/quorate\r\nSECRET_KEY="k"\r\n';

function stage(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quorate settings '));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string | Uint8Array) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const place = { env, folder, dotEnv: join(folder, '.env'), installed: join(folder, 'installed') };
  return { file, env, run: (...args: string[]) => commandSettings(args, place), folder };
}

describe('a command', () => {
  it('reads the file that it is given, from the folder it was typed in, and says so', (t) => {
    const { file, env, run } = stage(t, { HOST: 'a shell’s own' });
    const service = file('service.env', `${SERVICE}HOST=127.0.0.1\n`);
    file('.env', 'DATABASE_URL=postgresql://elsewhere/other\nDATA_DIR=elsewhere\n');
    assert.deepEqual(run('grant', '--env-file', 'service.env', 'amina', '--yes'), {
      args: ['grant', 'amina', '--yes'],
      from: service,
    });
    assert.equal(env.DATABASE_URL, 'postgresql://q:hunter2@db:5432/quorate');
    assert.deepEqual([env.SECRET_KEY, env.HOST, env.DATA_DIR], ['k', '127.0.0.1', undefined]);
    assert.deepEqual(run(`--env-file=${service}`).args, []);
  });

  it('refuses a variable that says otherwise about the data, and never repeats either', (t) => {
    for (const [name, value] of [
      ['DATABASE_URL', 'postgresql://hunter3@elsewhere/other'],
      ['DATABASE_URL', ''],
      ['DATABASE_DIRECT_URL', 'postgresql://hunter3@elsewhere/other'],
      ['DATABASE_READ_URL', 'postgresql://hunter3@elsewhere/other'],
      ['SECRET_KEY', 'hunter3'],
    ] as const) {
      const { file, run } = stage(t, { [name]: value });
      file('service.env', SERVICE);
      assert.throws(
        () => run('--env-file', 'service.env'),
        (error: Error) =>
          new RegExp(`^Error: ${name} is set in the environment`).test(`Error: ${error.message}`) &&
          !/hunter/.test(error.message),
        `${name}=${value}`,
      );
    }
  });

  it('refuses a file that is missing, of something else, or names no database', (t) => {
    const { file, run, folder } = stage(t);
    file('other', 'PATH=/bin\n');
    file('bytes', Buffer.from([0x41, 0x3d, 0xff]));
    file('half', 'PORT=3000\n');
    const faults: [string[], RegExp][] = [
      [['--env-file', 'nothing'], /There is no settings file .*nothing\.$/],
      [['--env-file', folder], /cannot be read \(EISDIR\)/],
      [['--env-file', 'bytes'], /cannot be read/],
      [['--env-file', 'other'], /sets nothing that the service reads/],
      [['--env-file', 'half'], /names no database: neither DATABASE_URL nor DATA_DIR/],
      [['--env-file'], /takes the path of one file/],
      [['--env-file', 'other', '--env-file', 'half'], /takes the path of one file/],
    ];
    for (const [args, said] of faults) assert.throws(() => run(...args), said, args.join(' '));
  });

  it('reads the checkout’s .env without one, where variables win and are named', (t) => {
    const { file, run, env } = stage(t, { DATABASE_URL: 'postgresql://mine/mine' });
    const dotEnv = file('.env', 'DATABASE_URL=postgresql://its/its # the old one\nPORT=3100\n');
    assert.equal(run().from, `${dotEnv}, and DATABASE_URL of the environment`);
    assert.deepEqual([env.DATABASE_URL, env.PORT], ['postgresql://mine/mine', '3100']);
  });

  it('refuses to guess where a service is installed and no settings are named', (t) => {
    const none = stage(t);
    assert.match(none.run().from, /^no file; the environment sets nothing$/);
    const installed = none.file('installed', SERVICE);
    assert.throws(() => none.run(), new RegExp(`Add --env-file ${installed}`));
    const named = stage(t, { DATA_DIR: '/drill' });
    named.file('installed', SERVICE);
    assert.match(named.run().from, /the environment sets DATA_DIR$/);
  });

  it('says that npm took the flag for itself', (t) => {
    const { run } = stage(t, { npm_config_env_file: 'true' });
    assert.throws(() => run('list'), /Write -- before --env-file/);
  });
});
