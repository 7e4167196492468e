import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const CALLS = ['alert', 'confirm', 'prompt', 'print'] as const;

/** Notes whatever foreign script runs in the page from now on, and whatever its policy has to stop. */
export async function watchScripts(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.addInitScript((calls) => {
    const seen: string[] = [];
    Object.assign(window, { foreignScripts: seen });
    for (const name of calls) Object.assign(window, { [name]: () => void seen.push(name) });
    addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`);
    });
  }, CALLS);
}

/**
 * Fails when a script of a payload has run or was stopped by the page's policy, or stands ready in the
 * page: as a handler, an address, or an element that no page of ours has.
 */
export async function expectNoForeignScript(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(foreignParts), where).toEqual([]);
}

function foreignParts(): string[] {
  const ran: unknown = Reflect.get(window, 'foreignScripts');
  const found = Array.isArray(ran) ? ran.map(String) : ['the watch is not there'];
  for (const element of document.querySelectorAll('*')) {
    const name = element.tagName.toLowerCase();
    if (/^(iframe|object|embed|base|marquee|math|animate)$/.test(name)) found.push(`<${name}>`);
    for (const { name: attribute, value } of element.attributes) {
      const isAddress = /^(href|src|action|formaction|data|xlink:href)$/.test(attribute);
      const bad = attribute.startsWith('on') || attribute === 'srcdoc';
      if (bad || (isAddress && /^\s*(javascript|data:text)/i.test(value)))
        found.push(`<${name} ${attribute}="${value.slice(0, 60)}">`);
    }
    if (name !== 'script') continue;
    const text = element.textContent;
    if (/\balert\(/.test(text)) found.push(`a script with a payload: ${text.slice(0, 60)}`);
    if (element.getAttribute('type') === 'application/ld+json') JSON.parse(text);
  }
  return found;
}
