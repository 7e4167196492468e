/** What a page of the router loads. All are addresses of modules. */
export type ModuleScript = {
  manifest: string;
  /** By id of the route, from the root to the page. */
  routes: Readonly<Record<string, string>>;
  entry: string;
};

const MANIFEST = /^import "([^"]+)";/;
const ROUTE = /import \* as (\w+) from "([^"]+)";/g;
const ROUTE_ID = /"([^"]+)":(\w+)/g;
const MODULES = /window\.__reactRouterRouteModules = \{([^}]*)\};/;
const ENTRY = /import\("([^"]+)"\);\s*$/;

/**
 * Reads the module script that the router writes into a prerendered page.
 *
 * @throws Error when it has another form
 */
export function readModuleScript(script: string): ModuleScript {
  const manifest = MANIFEST.exec(script)?.[1];
  const entry = ENTRY.exec(script)?.[1];
  const listed = MODULES.exec(script)?.[1];
  if (!manifest || !entry || !listed) {
    throw new Error(`the module script has a form unknown so far: ${script.slice(0, 200)}`);
  }
  const addresses = new Map(
    [...script.matchAll(ROUTE)].map(([, name = '', address = '']) => [name, address]),
  );
  const routes: Record<string, string> = {};
  for (const [, id = '', name = ''] of listed.matchAll(ROUTE_ID)) {
    const address = addresses.get(name);
    if (address === undefined) throw new Error(`the module script imports no ${name}`);
    routes[id] = address;
  }
  return { manifest, entry, routes };
}
