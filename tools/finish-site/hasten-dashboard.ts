import type { DashboardModules } from './dashboard-modules.ts';

const FONT = /<link rel="preload"[^>]*as="font"[^>]*>/g;

/**
 * Has the fallback page send for the modules of the dashboard's tabs while the router's own are on their way;
 * by itself it would learn of them one after the other. Its faces wait until there are words to show: on a
 * slow network they would come in place of the code. Every other page asks for them at once, as before.
 *
 * It stands before the style sheet: a script after one waits for it.
 *
 * @throws Error when the page has no style sheet
 */
export function hastenDashboard(html: string, { frame }: DashboardModules): string {
  const fonts = [...html.matchAll(FONT)].map(([link]) => link);
  if (fonts.length === 0) throw new Error('the fallback page has no faces');
  const page = fonts.reduce((rest, link) => rest.replace(link, ''), html);
  const script = [
    'const add=(rel,href,more)=>document.head.append(Object.assign(document.createElement("link"),{rel,href,...more}));',
    // The head's own script has marked who is signed in.
    'if(/^\\/dashboard\\/?$/.test(location.pathname)&&document.documentElement.dataset.token==="")',
    `for(const href of ${JSON.stringify(frame)})add("modulepreload",href);`,
    `else for(const href of ${JSON.stringify(fonts.map(addressIn))})add("preload",href,{as:"font",type:"font/woff2",crossOrigin:"anonymous"})`,
  ].join('');
  const at = page.indexOf('<link rel="stylesheet"');
  if (at === -1) throw new Error('the fallback page has no style sheet');
  return `${page.slice(0, at)}<script>{${script}}</script>${page.slice(at)}`;
}

function addressIn(link: string): string {
  const [, href] = /href="([^"]+)"/.exec(link) ?? [];
  if (href === undefined) throw new Error(`${link} has no address`);
  return href;
}
