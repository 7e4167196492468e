import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Prompt } from '../command-line/prompt.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { profileSecret } from '../vault/vault.ts';
import { checkProfile } from './check-profile.ts';
import { loadProfile, profileStore } from './profile-store.ts';
import { type ProfileAction, runProfile } from './run-profile.ts';
import { wishOf } from './verdict-settings.ts';

const GIVEN = {
  user: 'mira',
  account_number: '5012345',
  broker_server: 'Broker-Demo',
  'risk.currency_pairs': 'EURUSD, XAUUSD',
};
const DOCUMENT = {
  configuration_name: 'Main',
  user: 'mira',
  account_number: '5012345',
  broker_server: 'Broker-Demo',
  risk: { currency_pairs: ['EURUSD'] },
};

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot profilé '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function desk(t: TestContext, prompt: Prompt | null = null, stdin = '') {
  const dataDir = folder(t);
  const output = heardOutput();
  const vault = memoryVault();
  const deps = { output, prompt, openVault: () => vault, readStdin: async () => stdin };
  const where = { dataDir, json: false };
  return {
    dataDir,
    output,
    vault,
    run: (action: ProfileAction) => runProfile(deps, action),
    add: (given: Record<string, string> = GIVEN, passwordStdin = false) =>
      runProfile(deps, {
        kind: 'add',
        name: 'Main',
        replace: false,
        passwordStdin,
        given,
        ...where,
      }),
    where,
  };
}

/** A person who gives these answers one after the other. */
function answering(answers: readonly string[], secret = ''): Prompt & { asked: string[] } {
  const left = [...answers];
  const asked: string[] = [];
  return {
    asked,
    async ask(question) {
      asked.push(question);
      const answer = left.shift();
      assert.ok(answer !== undefined, `no answer is left for: ${question}`);
      return answer;
    },
    async askSecret(question) {
      asked.push(question);
      return secret;
    },
  };
}

describe('a profile', () => {
  it('takes the defaults of the guide for what is not said', () => {
    const made = checkProfile(DOCUMENT, 'main.json');
    assert.equal(made.account_type, 'demo');
    assert.equal(made.bridge.port, 7_420);
    assert.equal(made.risk.risk_per_trade_percent, 1);
    assert.equal(made.risk.daily_loss_limit_percent, 5);
  });

  it('tells all its faults at once, each with field, value and limit', () => {
    const wrong = {
      ...DOCUMENT,
      user: undefined,
      account_number: '12x',
      account_type: 'live',
      servce: 'http://localhost:3000',
      port: 7_420,
      risk: { currency_pairs: [], risk_per_trade_percent: 3, maximum_daily_trade: 2 },
    };
    assert.throws(() => checkProfile(wrong, 'main.json'), {
      code: 'profile',
      message: [
        'main.json is no profile yet:',
        '  user is missing.',
        '  account_number is "12x"; it must be the digits of the account.',
        '  account_type is "live"; it must be demo or real.',
        '  risk.risk_per_trade_percent is 3; it must be at most 2.',
        '  risk.currency_pairs is []; it must have at least 1 entries.',
        '  risk.maximum_daily_trade is no field of a profile; did you mean maximum_daily_trades?',
        '  servce is no field of a profile; did you mean service?',
        '  port is no field of a profile; did you mean bridge.port?',
      ].join('\n'),
    });
  });

  it('says when votes make a trade, within bounds, and by options', async (t) => {
    const made = checkProfile(DOCUMENT, 'main.json');
    const usual = { mode: null, min_expected_r: 0, one_proven: true, confidence_percent: 80 };
    assert.deepEqual(made.verdict, usual);
    const verdict = { min_expected_r: -0.1, one_proven: 'yes', confidence_percent: 96 };
    assert.throws(() => checkProfile({ ...DOCUMENT, verdict }, 'main.json'), {
      message: [
        'main.json is no profile yet:',
        '  verdict.min_expected_r is -0.1; it must be at least 0.',
        '  verdict.one_proven is "yes"; it must be true or false.',
        '  verdict.confidence_percent is 96; it must be at most 95.',
      ].join('\n'),
    });
    const { add, dataDir } = desk(t);
    await add({
      ...GIVEN,
      'verdict.mode': 'proven',
      'verdict.min_expected_r': '0.25',
      'verdict.one_proven': 'off',
      'verdict.confidence_percent': '90',
    });
    assert.deepEqual(wishOf(loadProfile(dataDir, 'Main').verdict), {
      mode: 'proven',
      minExpectedR: 0.25,
      oneProven: false,
      confidencePercent: 90,
    });
  });

  it('of a later format is refused by its format, not by its fields', () => {
    assert.throws(() => checkProfile({ ...DOCUMENT, format: 2, colour: 'red' }, 'main.json'), {
      message: /^main\.json has format 2, and this bot reads format 1/,
    });
  });
});

describe('the profiles of a data folder', () => {
  it('are saved whole under their name, in whatever letters it is typed', (t) => {
    const dataDir = folder(t);
    const store = profileStore(dataDir);
    const saved = checkProfile(DOCUMENT, 'a test');
    store.save(saved);
    assert.deepEqual(readdirSync(join(dataDir, 'profiles')), ['main.json']);
    assert.deepEqual(store.load('MAIN'), saved);
    assert.deepEqual(loadProfile(dataDir, null), saved);
    assert.deepEqual(loadProfile(dataDir, join(dataDir, 'profiles', 'main.json')), saved);
    store.remove('Main');
    assert.deepEqual(store.names(), []);
  });

  it('are named when the one that is asked for is not there', (t) => {
    const dataDir = folder(t);
    assert.throws(() => loadProfile(dataDir, 'Main'), { message: /bot profile add Main/ });
    assert.throws(() => loadProfile(dataDir, null), { message: /There is no profile yet/ });
    const store = profileStore(dataDir);
    for (const name of ['Main', 'Gold']) {
      store.save(checkProfile({ ...DOCUMENT, configuration_name: name }, 'a test'));
    }
    assert.throws(() => loadProfile(dataDir, 'Mian'), { message: /did you mean main\?/ });
    assert.throws(() => loadProfile(dataDir, 'Silver'), { message: /there are: gold, main\./ });
    assert.throws(() => loadProfile(dataDir, null), { message: /which one is meant: gold, main/ });
    assert.throws(() => store.load('../secrets'), { code: 'profile' });
  });

  it('that people broke with an editor are refused with the file', (t) => {
    const dataDir = folder(t);
    mkdirSync(join(dataDir, 'profiles'));
    const file = join(dataDir, 'profiles', 'main.json');
    writeFileSync(file, '{ "user": ');
    assert.throws(() => loadProfile(dataDir, 'main'), { code: 'profile', message: /is no JSON: / });
    writeFileSync(file, `\uFEFF${JSON.stringify(DOCUMENT)}`);
    assert.equal(loadProfile(dataDir, 'main').user, 'mira');
    assert.throws(() => loadProfile(dataDir, 'none.json'), { message: /there is no such file/ });
  });

  it('are found whatever letters their files are named in', (t) => {
    const dataDir = folder(t);
    mkdirSync(join(dataDir, 'profiles'));
    writeFileSync(join(dataDir, 'profiles', 'Main.json'), JSON.stringify(DOCUMENT));
    assert.equal(loadProfile(dataDir, 'main').user, 'mira');
    assert.equal(loadProfile(dataDir, null).user, 'mira');
    profileStore(dataDir).save(checkProfile({ ...DOCUMENT, user: 'ada' }, 'a test'));
    assert.deepEqual(readdirSync(join(dataDir, 'profiles')), ['Main.json']);
    assert.equal(loadProfile(dataDir, 'MAIN').user, 'ada');
  });

  it('that were copied and not renamed inside are refused, and change nothing', async (t) => {
    const { add, run, dataDir, where, vault } = desk(t, null, 'hunter2\n');
    await add(GIVEN, true);
    const main = join(dataDir, 'profiles', 'main.json');
    const before = readFileSync(main, 'utf8');
    writeFileSync(join(dataDir, 'profiles', 'other.json'), before);
    const refused = { code: 'profile', message: /other\.json has the configuration_name Main; / };
    assert.throws(() => loadProfile(dataDir, 'other'), refused);
    const given = { account_number: '999' };
    await assert.rejects(run({ kind: 'edit', name: 'other', given, ...where }), refused);
    await run({ kind: 'remove', name: 'other', yes: true, ...where });
    assert.equal(readFileSync(main, 'utf8'), before);
    assert.equal(vault.get(profileSecret('Main', 'terminal-password')), 'hunter2');
    assert.deepEqual(readdirSync(join(dataDir, 'profiles')), ['main.json']);
  });

  it('that are damaged can be removed', async (t) => {
    const { run, dataDir, where } = desk(t);
    mkdirSync(join(dataDir, 'profiles'));
    writeFileSync(join(dataDir, 'profiles', 'main.json'), '{ "user": ');
    assert.equal(await run({ kind: 'remove', name: 'Main', yes: true, ...where }), 0);
    assert.deepEqual(readdirSync(join(dataDir, 'profiles')), []);
    await assert.rejects(run({ kind: 'remove', name: 'Main', yes: true, ...where }), {
      message: /There is no profile Main/,
    });
  });

  it('name the entry of a list that is wrong, and refuse a second line in a name', async (t) => {
    const { add } = desk(t);
    await assert.rejects(add({ ...GIVEN, 'risk.currency_pairs': 'EURUSD,GBP/USD' }), {
      message: /risk\.currency_pairs\.1 is "GBP\/USD"; it must be a symbol such as EURUSD/,
    });
    await assert.rejects(add({ ...GIVEN, service: 'https://mira:x@quorate.example' }), {
      message: /service is .*; it is wrong: no name and password, \? or # may stand in it\./,
    });
    await assert.rejects(add({ ...GIVEN, broker_server: 'A\nPassword=x' }), {
      message: /broker_server is "A\\nPassword=x"; it must be one line of text\./,
    });
  });

  it('take no name that Windows keeps for itself', (t) => {
    const con = checkProfile({ ...DOCUMENT, configuration_name: 'Con' }, 'a test');
    assert.throws(() => profileStore(folder(t)).save(con), { code: 'profile' });
  });
});

describe('the command profile', () => {
  it('makes a profile from options, and keeps the password in the vault alone', async (t) => {
    const { add, vault, dataDir, output } = desk(t, null, 'hunter2\n');
    assert.equal(await add(GIVEN, true), 0);
    const made = loadProfile(dataDir, 'Main');
    assert.deepEqual(made.risk.currency_pairs, ['EURUSD', 'XAUUSD']);
    assert.equal(made.account_number, '5012345');
    assert.equal(vault.get(profileSecret('Main', 'terminal-password')), 'hunter2');
    const file = readFileSync(join(dataDir, 'profiles', 'main.json'), 'utf8');
    assert.ok(!`${file}${output.printed()}${output.lines().join()}`.includes('hunter2'));
  });

  it('names what is missing where nobody can be asked', async (t) => {
    await assert.rejects(desk(t).add({ user: 'mira' }), {
      message:
        /account_number is missing\.\n {2}broker_server is missing\.\n {2}risk.currency_pairs/,
    });
  });

  it('asks a person, keeps defaults for empty answers and asks again after a wrong one', async (t) => {
    const prompt = answering(
      [
        '',
        'mira',
        '',
        '12x',
        '5012345',
        'Broker-Demo',
        '',
        '',
        'EURUSD',
        '3',
        '0.5',
        '',
        '',
        '20',
        '',
        '',
      ],
      'hunter2',
    );
    const { add, dataDir, vault, output } = desk(t, prompt);
    assert.equal(await add({}), 0);
    const made = loadProfile(dataDir, 'Main');
    assert.equal(made.risk.risk_per_trade_percent, 0.5);
    assert.equal(made.risk.weekly_profit_limit_percent, 20);
    assert.equal(made.account_type, 'demo');
    assert.ok(output.lines().includes('This one is needed.'));
    assert.ok(prompt.asked.some((question) => question.endsWith('demo or real [demo]: ')));
    assert.equal(vault.get(profileSecret('Main', 'terminal-password')), 'hunter2');
  });

  it('changes single fields, none included, and refuses what is not right', async (t) => {
    const { add, run, where, dataDir } = desk(t);
    await add({ ...GIVEN, 'risk.weekly_profit_limit_percent': '20' });
    const edit = (given: Record<string, string>) =>
      run({ kind: 'edit', name: 'main', given, ...where });
    await edit({ 'risk.weekly_profit_limit_percent': 'none', 'risk.maximum_daily_trades': '3' });
    const { risk } = loadProfile(dataDir, 'Main');
    assert.equal(risk.weekly_profit_limit_percent, null);
    assert.equal(risk.maximum_daily_trades, 3);
    await assert.rejects(edit({ 'risk.risk_per_trade_percent': '2.01' }), {
      message: /risk_per_trade_percent is 2\.01; it must be at most 2/,
    });
    assert.equal(loadProfile(dataDir, 'Main').risk.risk_per_trade_percent, 1);
  });

  it('does not overwrite a profile by adding one', async (t) => {
    const { add } = desk(t);
    await add();
    await assert.rejects(add(), { message: /There is a profile Main already/ });
  });

  it('removes a profile with its secrets, and only when that was said', async (t) => {
    const { add, run, where, vault, dataDir } = desk(t, null, 'hunter2');
    await add(GIVEN, true);
    const remove = (yes: boolean) => run({ kind: 'remove', name: 'main', yes, ...where });
    await assert.rejects(remove(false), { message: /give --yes/ });
    assert.equal(await remove(true), 0);
    assert.equal(vault.get(profileSecret('Main', 'terminal-password')), null);
    assert.deepEqual(profileStore(dataDir).names(), []);
  });
});
