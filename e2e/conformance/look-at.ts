import type { Page } from '@playwright/test';
import { expect, type Holds, type Moment } from './holds.ts';
import { LOOKS, type Look } from './looks.ts';
import type { StatementId } from './statements.ts';

/** Looks at every page that is for this reader and moment, and tries what it must show. */
export async function lookAt(
  page: Page,
  holds: Holds,
  reader: Look['reader'],
  moment: Moment = 'ready',
): Promise<void> {
  for (const look of LOOKS) {
    if (look.reader !== reader || !look.moments.includes(moment)) continue;
    await page.goto(look.path);
    await expect(page.getByRole('heading', { level: 1 }), look.path).toBeVisible();
    // What a section of the guide or an answer says is there, whether it is open or not.
    await page.evaluate(() => {
      for (const section of document.querySelectorAll('details')) section.open = true;
    });
    for (const [id, sights] of Object.entries(look.shows) as [
      StatementId,
      Look['shows'][StatementId],
    ][])
      await holds(id, moment, async () => {
        for (const sight of sights ?? []) await expect(sight(page), look.path).toBeVisible();
      });
  }
}
