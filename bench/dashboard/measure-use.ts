import { type Phone, valueIn } from '../../e2e/support/phone.ts';

/** The order in which tabs are pressed, over and over. */
const ROUND = [
  'Statistics',
  'Trade History',
  'Overview',
  'Trade History',
  'Statistics',
  'Overview',
];

/** Presses a tab and waits for the frame in which its panel is shown, and until that is painted. */
const PRESS = `(name) => new Promise((done) => {
  const tab = [...document.querySelectorAll('[role=tab]')].find((each) => each.textContent === name);
  const panel = document.getElementById(tab.getAttribute('aria-controls'));
  const isShown = () => tab.getAttribute('aria-selected') === 'true' && panel.getClientRects().length > 0;
  const startedAt = performance.now();
  const look = () => {
    if (!isShown()) {
      if (performance.now() - startedAt > 5000) done(null);
      else requestAnimationFrame(look);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - startedAt);
    port2.postMessage(0);
  };
  tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  requestAnimationFrame(look);
})`;

export type Switches = { first: number[]; again: number[] };

/**
 * Times presses on tabs, each in milliseconds until its panel is painted: of tabs that were not open
 * before, and of tabs one comes back to.
 */
export async function measureTabs({ page }: Phone, url: string, rounds: number): Promise<Switches> {
  await page.goto(`${url}/dashboard`);
  await page.waitForSelector('section[aria-label=Today]');
  const switches: Switches = { first: [], again: [] };
  const opened = new Set(['Overview']);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ROUND) {
      const ms = await page.evaluate(`(${PRESS})(${JSON.stringify(name)})`);
      if (typeof ms !== 'number') throw new Error(`a press on ${name} did not open it`);
      (opened.has(name) ? switches.again : switches.first).push(ms);
      // The first time, until all that the tab holds is there.
      await page.waitForTimeout(opened.has(name) ? 700 : 3_000);
      opened.add(name);
    }
  }
  return switches;
}

export type Scrolled = { frames: number; lateFrames: number; worstMs: number };

const FRAME_MS = 1_000 / 60;
/** Timers of a browser are a little early or late. */
const LATE_MS = FRAME_MS * 1.5;

/** Scrolls through 500 trades as a thumb does and counts frames that took longer than they have. */
export async function measureScroll({ page, session }: Phone, url: string): Promise<Scrolled> {
  await page.goto(`${url}/dashboard?tab=history&per_page=500`);
  await valueIn(
    page,
    `document.querySelectorAll('[role=tabpanel]:not([hidden]) li, [role=tabpanel]:not([hidden]) tbody tr').length >= 500`,
  );
  await page.waitForTimeout(1_500);
  await page.evaluate(`
    window.frameTimes = [];
    const count = (time) => { window.frameTimes.push(time); window.frameRequest = requestAnimationFrame(count); };
    requestAnimationFrame(count);
  `);
  for (let stroke = 0; stroke < 12; stroke += 1) {
    await session.send('Input.synthesizeScrollGesture', {
      x: 180,
      y: 600,
      yDistance: -2_500,
      speed: 2_500,
      preventFling: false,
      gestureSourceType: 'touch',
    });
  }
  const times = (await page.evaluate(
    'cancelAnimationFrame(window.frameRequest), window.frameTimes',
  )) as number[];
  const lengths = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return {
    frames: lengths.length,
    lateFrames: lengths.filter((ms) => ms > LATE_MS).length,
    worstMs: Math.max(...lengths),
  };
}
