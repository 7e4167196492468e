import type { ModuleScript } from './module-script.ts';

/** So long after `load` it starts even if the browser was never idle, or never showed the page. */
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
