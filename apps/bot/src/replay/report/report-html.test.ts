import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { replayStage } from '../../testing/replay-stage.ts';
import { ticksOf } from './equity-chart.ts';
import { html } from './html.ts';
import { amountText, durationText } from './words.ts';

const stage = replayStage(3_000);

async function pageOf(...args: string[]): Promise<string> {
  const page = join(stage.folder, 'page.html');
  await stage.replay([...args, '--html', page]);
  return readFileSync(page, 'utf8');
}

describe('the page of a replay', () => {
  it('needs nothing from elsewhere, and no script', async () => {
    const page = await pageOf('--candles', stage.file('EURUSD'));
    assert.doesNotMatch(page, /https?:|<script|<link|@import|url\(|\bon[a-z]+=/i);
    assert.match(page, /Content-Security-Policy" content="default-src 'none'/);
    assert.equal(page.match(/<svg/g)?.length, 4);
    assert.doesNotMatch(page, /NaN|undefined|\[object/);
  });

  it('shows a file name as text, whatever is in it', async () => {
    const path = join(stage.folder, 'EURUSD <img src=x onerror=alert(1)>&".csv');
    renameSync(stage.file('EURUSD'), path);
    const page = await pageOf('--candles', path);
    assert.match(page, /EURUSD &lt;img src=x onerror=alert\(1\)&gt;&amp;&quot;\.csv/);
    assert.doesNotMatch(page, /<img/);
  });

  it('has every month, and says what it leaves out', async () => {
    const page = await pageOf('--candles', stage.file('EURUSD'));
    const { out } = await stage.replay(['--candles', stage.file('EURUSD'), '--json']);
    const { trades, months } = JSON.parse(out) as { trades: number; months: { net: number }[] };
    for (const { net } of months)
      assert.ok(page.includes(`>${amountText(Math.round(net * 100), 2)}</td>`));
    const rows = page.slice(page.indexOf('aria-label="Trades"')).match(/<tr><td>\d{4}-/g)?.length;
    assert.equal(rows, Math.min(trades, 500));
  });

  it('is whole without a trade', async () => {
    const page = await pageOf('--candles', stage.file('EURUSD'), '--set', 'minimum_risk_reward=20');
    assert.match(page, /Nothing was closed\./);
    assert.doesNotMatch(page, /NaN|undefined|Infinity/);
  });
});

describe('what a page is made of', () => {
  it('escapes every value that is not markup', () => {
    const inner = html`<b>${'<&"\''}</b>`;
    assert.equal(
      html`<p title="${'"'}">${inner}${3}</p>`.markup,
      '<p title="&quot;"><b>&lt;&amp;&quot;&#39;</b>3</p>',
    );
  });

  it('has axes with round levels around all there is', () => {
    assert.deepEqual(ticksOf(3, 17), [0, 5, 10, 15, 20]);
    assert.deepEqual(ticksOf(-40, 0), [-40, -30, -20, -10, 0]);
    const flat = ticksOf(1_000_000, 1_000_000);
    assert.ok((flat[0] ?? 0) <= 1_000_000 && (flat.at(-1) ?? 0) >= 1_000_000);
  });

  it('writes amounts and times as people do', () => {
    assert.equal(amountText(-123_456_789, 2), '-1,234,567.89');
    assert.equal(amountText(-0.3, 2), '0.00');
    assert.equal(amountText(1_000, 0), '1,000');
    assert.equal(durationText(93_600_000), '1 d 2 h');
    assert.equal(durationText(59_000), '0 min');
  });
});
