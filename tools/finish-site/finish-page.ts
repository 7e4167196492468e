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

/** So long after `load` it starts even if the browser was never idle, or never showed the page. */
const LATEST_START_MS = 1_000;

/**
 * The script of a finished page: it starts the site once the page has loaded, its faces are shown and
 * the browser is idle; at once when the reader touches the page before.
 *
 * @param preloads further modules that those named need; asked for together with them
 */
function lateLoader(script: ModuleScript, preloads: readonly string[]): string {
  const { manifest, routes, entry } = script;
  const start = [
    'if(started)return;started=true;',
    `for(const href of ${JSON.stringify([...preloads])})`,
    'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));',
    `const ids=${JSON.stringify(Object.keys(routes))};`,
    `const modules=await Promise.all(${JSON.stringify([...Object.values(routes), manifest])}.map(address=>import(address)));`,
    'window.__reactRouterRouteModules=Object.fromEntries(ids.map((id,at)=>[id,modules[at]]));',
    `import(${JSON.stringify(entry)});`,
  ];
  return [
    'let started=false;',
    `const start=async()=>{${start.join('')}};`,
    // A page that is at hand at once has loaded before its first paint, and a face that arrives paints it
    // once more. Neither must wait for modules: they are asked for two frames after both.
    'const painted=()=>new Promise(done=>{try{new PerformanceObserver((list,observer)=>{observer.disconnect();done()}).observe({type:"paint",buffered:true})}catch{done()}});',
    'const frame=()=>new Promise(requestAnimationFrame);',
    `const soon=()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:${LATEST_START_MS}}):setTimeout(start,1);`,
    `const whenShown=()=>{setTimeout(start,${LATEST_START_MS});document.fonts.ready.then(painted).then(frame).then(frame).then(soon)};`,
    'document.readyState==="complete"?whenShown():addEventListener("load",whenShown);',
    // A button that was pressed before the site had started is pressed again once it has. What the
    // browser does by itself (a popover, a form) is done already.
    'let pressed;addEventListener("click",event=>{if(document.documentElement.dataset.started===undefined)pressed=event.target.closest?.("button:not([popovertarget]):not([type=submit])")},true);',
    'addEventListener("sitestarted",()=>{if(pressed?.isConnected)pressed.click()},{once:true});',
    // Not a pointer that is over the page or moves: browsers say so of one that rests where a page appears.
    'for(const sign of ["pointerdown","keydown","focusin"])addEventListener(sign,start,{once:true,passive:true});',
  ].join('');
}
