import { type Phone, valueIn } from '../../e2e/support/phone.ts';

/** Presses a tab in every frame until, in the next one, a press has worked. */
const PRESS_UNTIL_IT_WORKS = `
  window.usableAt = null;
  let pressed = null;
  const press = () => {
    if (pressed?.getAttribute('aria-selected') === 'true') {
      window.usableAt = performance.now();
      return;
    }
    pressed = document.querySelector('[role=tab][aria-selected=false]');
    pressed?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    requestAnimationFrame(press);
  };
  requestAnimationFrame(press);
`;

/** @returns milliseconds from the start of the visit until a press on a tab opens it */
export async function timeUntilUsable({ page }: Phone, url: string): Promise<number> {
  await page.addInitScript(PRESS_UNTIL_IT_WORKS);
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  return Number(await valueIn(page, 'window.usableAt'));
}

export type Opened = {
  /** Of all scripts of the first open, compressed as the service sends them. */
  scriptBytes: number;
  /** Of those among them that had come when today's figures stood there. */
  initialScriptBytes: number;
  scripts: number;
  /** Until today's figures stand there. */
  figuresMs: number;
  layoutShift: number;
};

const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ encodedBodySize, responseEnd }) => ({ bytes: encodedBodySize, at: responseEnd }))`;

/** Opens the dashboard and does nothing. */
export async function measureOpen({ page }: Phone, url: string): Promise<Opened> {
  await page.addInitScript(`
    window.shifts = 0;
    window.figuresAt = null;
    const look = () => {
      if (document.querySelector('section[aria-label=Today] dd')) {
        window.figuresAt = performance.now();
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  const figuresMs = Number(await valueIn(page, 'window.figuresAt'));
  // What comes by itself after that counts, too.
  await page.waitForTimeout(3_000);
  const scripts = (await page.evaluate(SCRIPTS)) as { bytes: number; at: number }[];
  const bytesOf = (some: typeof scripts) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    scriptBytes: bytesOf(scripts),
    initialScriptBytes: bytesOf(scripts.filter(({ at }) => at <= figuresMs)),
    scripts: scripts.length,
    figuresMs,
    layoutShift: Number(await page.evaluate('window.shifts')),
  };
}
