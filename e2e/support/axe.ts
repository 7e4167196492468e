import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules beyond the standard's tags that people who speak to their browser, or go by landmarks, depend on. */
const ADDED = {
  'label-content-name-mismatch': { enabled: true },
  'landmark-unique': { enabled: true },
};
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1440] as const;
// A change of theme starts transitions, which stand at their first colour until the next frame. A page behind
// another one draws no frames, and some transitions never end: a second is enough for all others.
const COLOURS_STAND = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 1000)),
  new Promise(requestAnimationFrame)
    .then(() => new Promise(requestAnimationFrame))
    .then(() => document.getAnimations().filter((animation) => animation instanceof CSSTransition))
    .then((transitions) => Promise.allSettled(transitions.map(({ finished }) => finished))),
]).then(() => undefined)`;
// Parts of a long page that are far below are laid out a moment after it opened (`DrawnInTurn`). Before, axe
// measures them against whatever else it finds at their place.
const ALL_DRAWN = `[...document.querySelectorAll('.drawn-when-near > *')].every((part) =>
  part.checkVisibility({ contentVisibilityAuto: true }) || !part.checkVisibility())`;
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Every fault that axe finds in the page as it stands, one line each. */
export async function faultsOf(page: Page, within = 'html'): Promise<string[]> {
  const isAlone = page.frames().length === 1;
  const axe = new AxeBuilder({ page })
    // A frame has landmarks of its own, which are counted as the page's.
    .options({ runOnly: { type: 'tag', values: STANDARD }, rules: isAlone ? ADDED : {} })
    .include(within)
    // Frames of other origins are looked into through a second page, which takes as long as the page itself.
    .setLegacyMode(isAlone);
  const { violations } = await axe.analyze();
  const faults: string[] = [];
  for (const { id, help, nodes } of violations)
    for (const { target } of nodes) {
      const place = target.join(' ');
      if (id === 'target-size' && (await isLargeOnceSeen(page, place))) continue;
      faults.push(`${id} at ${place}: ${help}`);
    }
  return faults;
}

/** What lies under a bar that stays on the screen is as large as ever once one scrolls to it. */
async function isLargeOnceSeen(page: Page, place: string): Promise<boolean> {
  const centre = `(() => {
    const found = document.querySelector(${JSON.stringify(place)});
    found?.scrollIntoView({ block: 'center' });
    return found !== null;
  })()`;
  // What left the page meanwhile covers nobody's finger.
  if (!(await page.evaluate<boolean>(centre))) return true;
  const axe = new AxeBuilder({ page }).withRules(['target-size']).include(place);
  return (await axe.analyze()).violations.length === 0;
}

/**
 * Fails on sideways scrolling at any width, and on any accessibility fault, of the state that the page is in.
 * `npm run test:matrix` looks for faults in both themes at every width; after every change, at the narrowest
 * in the light theme and at the widest in the dark one. The page should have been opened with less motion asked for: half-way through a
 * fade every text has too little contrast.
 *
 * @param state what is open, for the message
 */
export async function expectNoFaults(
  page: Page,
  state: string,
  { widths = WIDTHS, within }: { widths?: readonly number[]; within?: string } = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // A page may take a moment to lay itself out for another width.
    await expect
      .poll(() => page.evaluate<number>(SIDEWAYS), { message: `${state}: sideways at ${width} px` })
      .toBe(0);
    await expect
      .poll(() => page.evaluate<boolean>(ALL_DRAWN), { message: `${state}: drawn at ${width} px` })
      .toBe(true);
    for (const colorScheme of THEMES) {
      if (!isLookedAt({ width, colorScheme }, widths)) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(COLOURS_STAND);
      expect(await faultsOf(page, within), `${state}: ${colorScheme}, ${width} px`).toEqual([]);
    }
  }
}

/** A look takes seconds, and differs from the others in its colours and in what is beside what. */
function isLookedAt(
  { width, colorScheme }: { width: number; colorScheme: (typeof THEMES)[number] },
  widths: readonly number[],
): boolean {
  if (process.env.TEST_SCALE !== 'part') return true;
  return width === (colorScheme === 'light' ? widths.at(0) : widths.at(-1));
}
