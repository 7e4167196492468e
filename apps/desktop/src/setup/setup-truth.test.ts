import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { deployedExpert } from '@quorate/bot/mt5/install/deploy-expert';
import { bridgeFileIn } from '@quorate/bot/mt5/install/share-token';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import { freePort } from '@quorate/bot/testing/free-port';
import { profileSecret } from '@quorate/bot/vault/vault';
import { ALL_GREEN, look, type SetupStage, setupStage, statuses } from './testing/setup-stage.ts';

const DAY_MS = 24 * 3_600_000;

/** A stage on Windows whose terminal was set up and looked at: all green. */
async function setUpStage(t: TestContext) {
  const stage = await setupStage(t, { windows: {} });
  stage.terminal();
  stage.setup.setUpTerminal('Main');
  assert.deepEqual(statuses(await stage.settled()), ALL_GREEN);
  assert.equal(stage.setup.passed(stage.profile), true);
  const folder = join(stage.deps.roots.appData ?? '', 'MetaQuotes', 'Terminal');
  return { ...stage, dataFolder: join(folder, readdirSync(folder)[0] ?? '') };
}

/** What a life of the app says that has not looked itself. */
function afterwards({ again, profile }: SetupStage, over = {}) {
  const later = again(over);
  const { items } = later.check('Main');
  return {
    passed: later.passed(profile),
    green: later.summary('Main').green,
    detail: items[0]?.detail ?? '',
  };
}

describe('a setup check that has passed', () => {
  it('no longer counts once the program brings another expert', async (t) => {
    const stage = await setUpStage(t);
    const expertSources = () => [{ path: 'Quorate.mq5', bytes: Buffer.from('// newer\n') }];
    const { passed, green, detail } = afterwards(stage, { expertSources });
    assert.deepEqual([passed, green], [false, 0]);
    assert.match(detail, /^The terminal, or what the app has put into it, was changed since/);
  });

  it('no longer counts once the expert, its token or the terminal is another or gone', async (t) => {
    const stage = await setUpStage(t);
    const { program } = deployedExpert(stage.dataFolder);
    const bridge = bridgeFileIn(stage.dataFolder);
    for (const file of [program, bridge, join(stage.dataFolder, 'origin.txt')]) {
      const before = readFileSync(file);
      writeFileSync(file, 'something else');
      assert.equal(stage.setup.passed(stage.profile), false, file);
      assert.equal(afterwards(stage).green, 0, file);
      rmSync(file);
      assert.equal(stage.setup.passed(stage.profile), false, `no ${file}`);
      writeFileSync(file, before);
      assert.equal(stage.setup.passed(stage.profile), true, `${file} again`);
    }
  });

  it('opens no way to real money a day later, or before it was made', async (t) => {
    const stage = await setUpStage(t);
    for (const [hours, expected] of [
      [23, true],
      [25, false],
      [-1, false],
    ] as const) {
      const clock = { now: () => systemClock.now() + (hours / 24) * DAY_MS };
      assert.equal(afterwards(stage, { clock }).passed, expected, `${hours} h later`);
    }
  });

  it('no longer counts while the one after it has broken off', async (t) => {
    const stage = await setUpStage(t);
    let areGone = true;
    const setup = stage.again({
      expertSources() {
        if (areGone) throw new Error('the resources are gone');
        return stage.deps.expertSources();
      },
    });
    setup.start('Main');
    await stage.settled(setup);
    areGone = false;
    assert.deepEqual([setup.passed(stage.profile), setup.summary('Main').green], [false, 0]);
    await setup.close();
    assert.equal(afterwards(stage).passed, true);
  });
});

describe('two configurations for one terminal', () => {
  async function withOther(t: TestContext) {
    const stage = await setUpStage(t);
    const other = {
      ...stage.profile,
      configuration_name: 'Other',
      bridge: { ...stage.profile.bridge, port: await freePort(), magic: 7_420_002 },
    };
    profileStore(stage.dataDir).save(other);
    const setUpOther = async () => {
      stage.setup.setUpTerminal('Other');
      while (stage.setup.check('Other').running) {
        await new Promise<void>((resolve) => {
          const end = stage.setup.onChange(() => {
            end();
            resolve();
          });
        });
      }
      return stage.setup.check('Other').steps.map(({ status, text }) => `${status}: ${text}`);
    };
    return { ...stage, setUpOther };
  }

  it('cannot be set up under a bot that is at work in it', async (t) => {
    const stage = await withOther(t);
    stage.atWork.push('main');
    const before = readFileSync(bridgeFileIn(stage.dataFolder), 'utf8');
    const started = stage.started.length;
    const [step] = await stage.setUpOther();
    assert.match(
      step ?? '',
      /^failed: The terminal in .* belongs to Main, whose bot is at work in/,
    );
    assert.match(step ?? '', /Choose another terminal for Other, or stop that bot first\.$/);
    assert.equal(readFileSync(bridgeFileIn(stage.dataFolder), 'utf8'), before);
    assert.equal(stage.started.length, started);
    assert.equal(stage.deps.vault.get(profileSecret('Other', 'bridge-token')), null);
  });

  it('say who has lost it, and that one is no longer green', async (t) => {
    const stage = await withOther(t);
    const steps = await stage.setUpOther();
    assert.match(steps.join('\n'), /Main had this terminal until now, and needs one of its own/);
    assert.equal(stage.setup.passed(stage.profile), false);
  });
});

describe('a check on a computer that is not right', () => {
  it('is not complete where the app cannot keep secrets or write', async (t) => {
    const stage = await setupStage(t);
    const { vault } = stage.deps;
    const deaf = { ...vault, get: (key: string) => (key === 'doctor' ? null : vault.get(key)) };
    const setup = stage.again({ vault: deaf });
    stage.terminal();
    setup.start('Main');
    const check = await stage.settled(setup);
    const item = check.items.find(({ id }) => id === 'bot-config');
    assert.deepEqual([item?.status, item?.action], ['red', 'check-again']);
    assert.match(item?.advice ?? '', /^Sign out of this computer and in again/);
    assert.equal(setup.passed(stage.profile), false);
    await setup.close();
    await look(stage);
    assert.equal(stage.item('bot-config').status, 'green');
  });
});
