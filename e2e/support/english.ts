import type { Page } from '@playwright/test';

/** Words that English sentences are held together by, and that Spanish has not. */
const ENGLISH =
  /(?<!\p{L})(?:the|of|and|with|your|you|from|this|that|was|were|have|not|are|is|which|when|for|to|in|on|by|at|or|an)(?!\p{L})/iu;

/** Names that people gave, or that have no Spanish. */
const NAMES = /Live demo|The5ers|prop firm|break-even|stop loss|take profit|paper trading/gi;

/**
 * English on a page that is to be in another language: text, and what screen readers and pointers are told. What
 * an element's `lang` says to be English may be.
 */
export async function englishOn(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement?.closest('script, style, noscript, code, [lang]');
      if (around && !(around.tagName === 'HTML')) continue;
      texts.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
  const found = said
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    // What stands in parentheses may be the English name of something in MetaTrader.
    .filter((text) => ENGLISH.test(text.replace(NAMES, '').replaceAll(/\([^)]*\)/g, '')));
  return [...new Set(found)];
}
