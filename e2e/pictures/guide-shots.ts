import type { Locator, Page } from 'playwright-core';
import { fromRoot } from '../../tools/root.ts';
import { encodePicture } from './encode.ts';

/** What the guide shows a picture in, twice as many dots for screens that have them. */
export const FRAME = { width: 900, height: 562 } as const;
export const DENSITY = 1.6;
const FALLBACK_WIDTH = 1_080;
const BYTES_MAX = 60_000;

const FOLDER = fromRoot('apps/web/public/pictures/guide');
/** What is above the place that a picture is about, in pixels: below the bar of the site. */
const ABOVE = { site: 84, app: 20 } as const;

/** The assistant's button lies over what a picture shows, and folders of this computer are nobody's else. */
function hideWhatIsOfHere(): void {
  const hide = (element: Element) =>
    (element as HTMLElement).style.setProperty('visibility', 'hidden');
  for (const button of document.querySelectorAll('button[aria-label="Open the assistant"]'))
    hide(button);
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const { textContent, parentElement } = words.currentNode;
    if (parentElement && textContent?.includes('/tmp/')) hide(parentElement);
  }
}

export type Shoot = (id: string, at?: Locator) => Promise<void>;

/**
 * @param only the steps that are wanted, none for all
 * @returns takes a picture in both themes, of the page as it stands or from `at` on
 */
export function shooter(page: Page, only: ReadonlySet<string>, of: 'site' | 'app'): Shoot {
  return async (id, at) => {
    if (only.size > 0 && !only.has(id)) return;
    // A page that listens for events is never idle.
    await page.waitForLoadState('networkidle', { timeout: 2_500 }).catch(() => undefined);
    await page.evaluate('document.fonts.ready');
    await page.evaluate(hideWhatIsOfHere);
    if (at)
      await at.first().evaluate((element, above) => {
        element.style.scrollMarginTop = `${above}px`;
        element.scrollIntoView({ block: 'start', behavior: 'instant' });
      }, ABOVE[of]);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.waitForTimeout(300);
      const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const { avif, webp } = await encodePicture(shot, {
        path: `${FOLDER}/${id}-${theme}`,
        fallbackWidth: FALLBACK_WIDTH,
        bytesMax: BYTES_MAX,
      });
      process.stdout.write(`${id}-${theme}  ${avif} B, ${webp} B\n`);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  };
}
