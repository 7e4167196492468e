import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BotFault } from '../bot-fault.ts';
import { replayStage } from '../testing/replay-stage.ts';

const stage = replayStage(3_000);
const EURUSD = stage.file('EURUSD');

type Report = { trade_list: object[] };

async function report(...args: string[]): Promise<Report> {
  const { out } = await stage.replay([...args, '--json']);
  return JSON.parse(out) as Report;
}

describe('what keeps a replay from beginning', () => {
  const refused = async (args: readonly string[]): Promise<string> => {
    try {
      await stage.replay(args);
    } catch (error) {
      assert.ok(error instanceof BotFault, String(error));
      return `${error.code}: ${error.message.replaceAll(stage.folder, 'FOLDER')}`;
    }
    return assert.fail('it began');
  };

  it('is a period without candles', async () => {
    assert.equal(
      await refused(['--candles', EURUSD, '--from', '2031-01-01']),
      'usage: From 2031-01-01 to the end there is no candle of EURUSD; the file has 2025-01-05 to 2025-06-27.',
    );
  });

  it('is a name that tells no symbol', async () => {
    const path = join(stage.folder, 'export.csv');
    writeFileSync(path, readFileSync(EURUSD));
    assert.equal(
      await refused(['--candles', path]),
      'usage: The file name FOLDER/export.csv names no symbol; say which with --symbol, or write SYMBOL=FOLDER/export.csv.',
    );
    const named = await stage.replay(['--candles', `EURUSD=${path}`]);
    assert.equal(named.exit, 0);
  });

  it('is a warning of the guards when it is to be strict', async () => {
    const rows = readFileSync(EURUSD, 'utf8').split('\n');
    const path = join(stage.folder, 'EURUSD_hole.csv');
    writeFileSync(path, [...rows.slice(0, 500), ...rows.slice(560)].join('\n'));
    assert.equal(
      await refused(['--candles', path, '--strict']),
      'candle_file: --strict: the guards warn of 1 thing, so nothing is traded.',
    );
    const { out, exit } = await stage.replay(['--candles', path]);
    assert.equal(exit, 0);
    assert.match(out, /^Warning: EURUSD: a hole of 60 H1 bars, /m);
  });

  it('is, when it is to be strict, a row that repeats, which is otherwise left out and told', async () => {
    const rows = readFileSync(EURUSD, 'utf8').split('\n');
    const path = join(stage.folder, 'EURUSD_twice.csv');
    const twice = [
      ...rows.slice(0, 100),
      rows[99],
      ...rows.slice(100, 200),
      rows[199],
      ...rows.slice(200),
    ];
    writeFileSync(path, twice.join('\n'));
    const found = await stage.replay(['--candles', path]);
    assert.match(
      found.out,
      /^Warning: EURUSD: 2 rows repeat the time of the row before, first line 101; the\n {2}first of each is kept\.$/m,
    );
    const clean = await report('--candles', EURUSD);
    assert.deepEqual((await report('--candles', path)).trade_list, clean.trade_list);
    assert.match(await refused(['--candles', path, '--strict']), /the guards warn of 1 thing/);
  });

  it('is a currency whose rate nobody knows, and not one that another file gives', async () => {
    const eurgbp = stage.file('EURGBP');
    assert.match(
      await refused(['--candles', eurgbp, '--account-currency', 'USD']),
      /^usage: EURGBP cannot be valued in USD: the account must be in EUR or GBP, or the candles of a pair of GBP and USD must be given, too\.$/,
    );
    const crossed = await report('--candles', eurgbp, '--candles', stage.file('GBPUSD', 11));
    assert.ok(crossed.trade_list.length > 0);
  });

  it('is a profile that trades nothing of it', async () => {
    const profile = join(stage.folder, 'yen.json');
    const risk = { currency_pairs: ['USDJPY'] };
    const document = {
      configuration_name: 'yen',
      user: 'mira',
      account_number: '1',
      broker_server: 'Demo',
      risk,
    };
    writeFileSync(profile, JSON.stringify(document));
    assert.equal(
      await refused(['--candles', EURUSD, '--profile', profile]),
      'usage: The profile trades USDJPY, and the candles are of EURUSD.',
    );
  });

  it('is a walk forward without anything to choose', async () => {
    assert.equal(
      await refused(['--candles', EURUSD, '--walk-forward', '2m/1m']),
      'usage: --walk-forward chooses among settings; name some with --sweep.',
    );
  });

  it('is a page that cannot be written', async () => {
    const page = join(stage.folder, 'no/page.html');
    const message = await refused(['--candles', 'EURUSD_absent.csv', '--html', page]);
    assert.match(message, /^report_file: The page cannot be written to FOLDER\/no\/page.html: /);
  });
});

it('a disk that is full by the end of a replay costs the page, and not the report', {
  skip: !existsSync('/dev/full'),
}, async () => {
  const { exit, out, lines } = await stage.replay(['--candles', EURUSD, '--html', '/dev/full']);
  assert.match(out, /^Trades /m);
  assert.equal(exit, 2);
  assert.match(lines.join(' '), /The page cannot be written to \/dev\/full: ENOSPC/);
});
