import type { ModuleScript } from './module-script.ts';

/** After this wait it starts even while the browser is never idle. */
const LATEST_START_MS = 1_000;

/**
 * The script of a finished page: it starts the site once the page has loaded, its faces are shown and
 * the browser is idle; at once when the reader touches the page before.
 *
 * @param preloads further modules that those named need; asked for together with them
 */
export function lateLoader(script: ModuleScript, preloads: readonly string[]): string {
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
    // A face that arrives paints the page once more, and that must not wait for modules.
    `const soon=()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:${LATEST_START_MS}}):setTimeout(start,1);`,
    'const whenIdle=()=>document.fonts.ready.then(()=>requestAnimationFrame(soon));',
    'document.readyState==="complete"?whenIdle():addEventListener("load",whenIdle);',
    // A button that was pressed before the site had started is pressed again once it has. What the
    // browser does by itself (a popover, a form) is done already.
    'let pressed;addEventListener("click",event=>{if(document.documentElement.dataset.started===undefined)pressed=event.target.closest?.("button:not([popovertarget]):not([type=submit])")},true);',
    'addEventListener("sitestarted",()=>{if(pressed?.isConnected)pressed.click()},{once:true});',
    'for(const sign of ["pointerover","pointerdown","keydown","focusin"])addEventListener(sign,start,{once:true,passive:true});',
  ].join('');
}
