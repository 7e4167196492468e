import { lateLoader } from './late-loader.ts';
import { type ModuleScript, readModuleScript } from './module-script.ts';

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"\s*\/?>/g;
const STYLE_SHEET = /<link rel="stylesheet" href="([^"]+)"\s*\/?>/g;
const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Makes a prerendered page cost nothing before it is read: its style sheet stands in it, and its modules
 * load after it, or when the reader first touches it.
 *
 * React hydrates the elements it wrote, so none of those that it looks for goes away: the link to the
 * style sheet stays, disabled, which browsers do not load, and the module script keeps its place. Links
 * that preload modules it adds by itself.
 *
 * @param read the built file at an address such as /assets/root.css
 * @throws Error when the page is not as the router builds it, which a new release of it may cause
 */
export function finishPage(html: string, read: (address: string) => string): string {
  const preloads = [...html.matchAll(MODULE_PRELOAD)].map(([, href = '']) => href);
  const page = replaceOnce(
    html.replace(MODULE_PRELOAD, ''),
    MODULE_SCRIPT,
    (script) =>
      `<script type="module" async="">${loaderOf(readModuleScript(script), preloads)}</script>`,
  );
  return inlineStyle(page, read);
}

/** A page with its style sheets in it, so that its first paint waits for nothing else. */
export function inlineStyle(page: string, read: (address: string) => string): string {
  if (page.search(STYLE_SHEET) === -1) throw new Error('the page has no style sheet');
  return page.replace(STYLE_SHEET, (_, href: string) => {
    const css = read(href);
    if (/<\/style/i.test(css)) throw new Error(`${href} would end the element it is written into`);
    return `<style>${css.trim()}</style><link rel="stylesheet" href="${href}" media="print" disabled=""/>`;
  });
}

const FACE = /<link rel="preload"[^>]*as="font"[^>]*>/g;

/** A page whose faces are asked for once there are words to show in them. */
export function withoutFaces(page: string): string {
  return page.replace(FACE, '');
}

function loaderOf(script: ModuleScript, preloads: readonly string[]): string {
  const named = new Set([script.manifest, ...Object.values(script.routes)]);
  return lateLoader(
    script,
    preloads.filter((href) => !named.has(href)),
  );
}

function replaceOnce(html: string, pattern: RegExp, make: (part: string) => string): string {
  const found = [...html.matchAll(pattern)];
  const [only] = found;
  if (found.length !== 1 || !only) {
    throw new Error(`the page has ${found.length} matches of ${pattern.source}, not one`);
  }
  const [whole, part = ''] = only;
  return html.slice(0, only.index) + make(part) + html.slice(only.index + whole.length);
}
