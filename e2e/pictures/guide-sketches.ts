import type { Browser } from 'playwright-core';
import { pageOf } from './brand-page.ts';
import { DENSITY, FRAME, shooter } from './guide-shots.ts';

/** The terminal is not ours to show: these are drawings of where to look in it. */
const SKETCHES: Readonly<Record<string, string>> = {
  'install-mt5': `
    <div class="window web"><div class="bar"><i></i><i></i><i></i><span class="address">your-broker.example/platforms</span></div>
      <div class="body"><h2>Platforms</h2><p>MetaTrader 5 for Windows, with this broker’s servers in its list.</p>
      <p><b class="button mark">Download MetaTrader 5</b></p></div></div>`,
  'sign-in-mt5': terminal(
    `<div class="dialog"><h3>Login</h3>
      ${field('Login', '51234567')}${field('Password', '••••••••')}${field('Server', 'YourBroker-Demo', true)}
      <p class="end"><b class="button mark">OK</b></p></div>`,
    { menu: 'File', below: 'Login to Trade Account' },
  ),
  'allow-algo-trading': terminal(
    `<div class="dialog wide"><h3>Options</h3><p class="tabs"><span>Server</span><span>Charts</span><span>Trade</span><b>Expert Advisors</b></p>
      <p class="check mark"><b>✓</b> Allow algorithmic trading</p>
      <p class="check"><b></b> Disable when the account has been changed</p>
      <p class="check"><b></b> Disable when the profile has been changed</p>
      <p class="end"><b class="button">OK</b></p></div>`,
    { menu: 'Tools', below: 'Options' },
  ),
  'algo-trading-on': terminal(chart(), { algo: true }),
  'show-symbols': terminal(
    `<div class="split"><div class="panel mark"><h3>Market Watch</h3><table>
      <tr><th>Symbol</th><th>Bid</th><th>Ask</th></tr>
      <tr><td>EURUSD</td><td>1.08431</td><td>1.08439</td></tr>
      <tr><td>GBPUSD</td><td>1.27105</td><td>1.27117</td></tr>
      <tr><td>USDJPY</td><td>151.206</td><td>151.219</td></tr></table></div>${chart()}</div>`,
    { menu: 'View', below: 'Market Watch' },
  ),
  'paper-candles': terminal(
    `<div class="dialog wide"><h3>Symbols</h3><p class="tabs"><span>Symbols</span><b>Bars</b><span>Ticks</span></p>
      <p class="row">EURUSD · H1 · 2025.06.01 – 2026.06.01 <b class="button mark">Request</b></p>
      <table><tr><th>Date</th><th>Open</th><th>High</th><th>Low</th><th>Close</th></tr>
      <tr><td>2026.05.29 20:00</td><td>1.08410</td><td>1.08466</td><td>1.08391</td><td>1.08431</td></tr>
      <tr><td>2026.05.29 21:00</td><td>1.08431</td><td>1.08452</td><td>1.08402</td><td>1.08440</td></tr></table>
      <p class="end"><b class="button mark">Export Bars</b></p></div>`,
    { menu: 'View', below: 'Symbols' },
  ),
  'paper-bot': `
    <div class="window shell"><div class="bar"><i></i><i></i><i></i><span class="address">Command line</span></div>
      <div class="body"><pre>&gt; npm run bot -- paper
    --candles EURUSD_H1.csv --symbol EURUSD
    --user NAME --password-stdin</pre></div></div>`,
  'import-report': terminal(
    `<div class="split"><div class="panel wide"><h3>History</h3><table>
      <tr><th>Time</th><th>Symbol</th><th>Type</th><th>Volume</th><th>Profit</th></tr>
      <tr><td>2026.05.28 09:00</td><td>EURUSD</td><td>buy</td><td>0.10</td><td>42.10</td></tr>
      <tr><td>2026.05.28 14:00</td><td>GBPUSD</td><td>sell</td><td>0.08</td><td>-18.40</td></tr></table></div>
      <div class="menu"><span>Positions</span><span>Orders</span><b class="mark">Report › HTML</b><span>Open XML</span></div></div>`,
    {},
  ),
};

export async function drawSketches(browser: Browser, only: ReadonlySet<string>): Promise<void> {
  const context = await browser.newContext({
    viewport: FRAME,
    deviceScaleFactor: DENSITY,
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const shoot = shooter(page, only, 'app');
    for (const [id, body] of Object.entries(SKETCHES)) {
      await page.setContent(pageOf(STYLE, `<main>${body}<footer>Sketch</footer></main>`));
      await shoot(id);
    }
  } finally {
    await context.close();
  }
}

type Shown = Readonly<{ menu?: string; below?: string; algo?: boolean }>;

function terminal(body: string, { menu, below, algo }: Shown): string {
  const menus = ['File', 'View', 'Insert', 'Charts', 'Tools', 'Window', 'Help'];
  return `<div class="window"><div class="bar"><i></i><i></i><i></i><span class="address">MetaTrader 5</span></div>
    <div class="menus">${menus.map((name) => `<span class="${name === menu ? 'mark' : ''}">${name}</span>`).join('')}${below ? `<em>${menu} › ${below}</em>` : ''}</div>
    <div class="tools"><span></span><span></span><span></span><b class="algo ${algo ? 'mark' : ''}">▶ Algo Trading</b><span></span><span></span></div>
    <div class="body">${body}</div></div>`;
}

function field(name: string, value: string, mark = false): string {
  return `<p class="field"><span>${name}</span><b class="${mark ? 'mark' : ''}">${value}</b></p>`;
}

function chart(): string {
  const steps = [40, 52, 46, 60, 72, 64, 80, 96, 88, 104, 92, 116, 124, 112, 130, 142];
  const candles = steps
    .map((height, index) => {
      const kind = index > 0 && height < (steps[index - 1] ?? 0) ? 'loss' : 'gain';
      const x = 24 + index * 34;
      return `<path d="M${x} ${196 - height - 16}v44" stroke="var(--${kind})" stroke-width="2"/><rect x="${x - 8}" y="${196 - height - 6}" width="16" height="24" rx="2" fill="var(--${kind})"/>`;
    })
    .join('');
  return `<svg class="chart" viewBox="0 0 570 220">${candles}</svg>`;
}

const STYLE = `
  main { position: relative; display: grid; place-items: center; width: ${FRAME.width}px; height: ${FRAME.height}px; padding: 28px; background: var(--sunk); color: var(--ink); font: 400 17px var(--sans); }
  footer { position: absolute; right: 14px; bottom: 6px; font-size: 13px; color: var(--muted); }
  .window { width: 100%; height: 100%; border: 1px solid var(--line-strong); border-radius: 12px; background: var(--surface); overflow: hidden; display: flex; flex-direction: column; }
  .bar { display: flex; align-items: center; gap: 8px; padding: 10px 14px; background: var(--paper); border-bottom: 1px solid var(--line); }
  .bar i { width: 11px; height: 11px; border-radius: 50%; background: var(--line-strong); opacity: .6; }
  .address { margin-left: 10px; color: var(--muted); font-size: 15px; }
  .menus, .tools { display: flex; align-items: center; gap: 22px; padding: 9px 16px; border-bottom: 1px solid var(--line); }
  .menus em { margin-left: auto; font-style: normal; color: var(--brand); font-weight: 600; }
  .tools span { width: 26px; height: 20px; border-radius: 4px; background: var(--sunk); border: 1px solid var(--line); }
  .algo { font-weight: 600; color: var(--gain); padding: 4px 12px; border-radius: 6px; border: 1px solid var(--line); }
  .body { position: relative; flex: 1; padding: 24px; display: grid; align-content: center; justify-items: center; }
  .web .body, .shell .body { justify-items: start; padding: 48px; }
  .shell .body { background: var(--sunk); }
  pre { margin: 0; font: 400 21px/1.7 ui-monospace, "DejaVu Sans Mono", monospace; }
  h2 { font: 500 40px var(--serif); margin: 0 0 8px; } h3 { font-size: 18px; margin: 0 0 14px; }
  p { margin: 0 0 14px; }
  .button { display: inline-block; padding: 9px 20px; border-radius: 8px; background: var(--raised); border: 1px solid var(--line-strong); font-weight: 600; }
  .mark { outline: 3px solid var(--brand); outline-offset: 3px; border-radius: 6px; }
  .dialog { width: 460px; padding: 22px 26px; border-radius: 10px; border: 1px solid var(--line-strong); background: var(--raised); }
  .dialog.wide { width: 660px; }
  .field { display: grid; grid-template-columns: 130px 1fr; align-items: center; }
  .field b { padding: 8px 12px; border: 1px solid var(--line-strong); border-radius: 6px; font-weight: 400; background: var(--surface); }
  .end { text-align: right; margin: 18px 0 0; }
  .tabs { display: flex; gap: 22px; border-bottom: 1px solid var(--line); padding-bottom: 8px; color: var(--muted); } .tabs b { color: var(--brand); }
  .check b { display: inline-grid; place-items: center; width: 22px; height: 22px; border: 1px solid var(--line-strong); border-radius: 4px; margin-right: 10px; vertical-align: -4px; color: var(--gain); }
  .row { display: flex; align-items: center; justify-content: space-between; }
  .split { display: flex; gap: 26px; align-items: center; width: 100%; }
  .panel { padding: 18px 20px; border: 1px solid var(--line-strong); background: var(--raised); flex: none; }
  .panel.wide { flex: 1; }
  .menu { display: grid; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--raised); padding: 8px; } .menu > * { padding: 8px 16px; font-weight: 400; }
  table { border-collapse: collapse; width: 100%; } th, td { padding: 7px 12px 7px 0; text-align: left; font-weight: 400; } th { color: var(--muted); font-size: 15px; } td { font-variant-numeric: tabular-nums; border-top: 1px solid var(--line); }
  .chart { width: 100%; min-width: 0; }
`;
