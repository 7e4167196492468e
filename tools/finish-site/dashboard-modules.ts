import { modulesOf } from '../size/modules-of.ts';

export const DASHBOARD_TABS = ['overview', 'statistics', 'history'] as const;
type DashboardTab = (typeof DASHBOARD_TABS)[number];

/** Addresses of modules. */
export type DashboardModules = {
  /** Until the tabs can be pressed. */
  frame: readonly string[];
  /** What comes after that, by the tab that the address opens. */
  parts: Readonly<Record<DashboardTab, readonly string[]>>;
};

type Manifest = {
  entry: { module: string };
  routes: Record<string, { path?: string; parentId?: string; module: string }>;
};

const MANIFEST = /"(\/assets\/manifest-[^"]+\.js)"/;
/** Beside every tab: whether the service is followed, and news of the plan. */
const BESIDE = ['live', 'notices'];

/**
 * What the first open of the dashboard loads, in the order in which it is needed.
 *
 * @param site the page of the dashboard, the addresses of all modules, and a module's text at its address
 * @throws Error when the built site has another form
 */
export function dashboardModules(site: {
  page: string;
  addresses: readonly string[];
  read: (address: string) => string;
}): DashboardModules {
  const { page, addresses, read } = site;
  const manifest = MANIFEST.exec(page)?.[1];
  if (manifest === undefined) throw new Error('the page of the dashboard names no manifest');
  const frame = modulesOf(quoted([manifest, ...frameModules(read(manifest))]), read);
  const partOf = (name: string) => {
    const pattern = new RegExp(`^/assets/dashboard-${name}-[\\w-]{8}\\.js$`);
    const found = addresses.filter((address) => pattern.test(address));
    const [only] = found;
    if (found.length !== 1 || only === undefined) {
      throw new Error(`${found.length} modules are called dashboard-${name}, not one`);
    }
    return only;
  };
  const shownBy = (tab: DashboardTab) =>
    modulesOf(quoted([tab, ...BESIDE].map(partOf)), read).filter(
      (address) => !frame.includes(address),
    );
  return {
    frame,
    parts: {
      overview: shownBy('overview'),
      statistics: shownBy('statistics'),
      history: shownBy('history'),
    },
  };
}

/** What starts the site, and the modules of the dashboard's route and of those around it. */
function frameModules(manifestText: string): string[] {
  const { entry, routes } = JSON.parse(
    manifestText.replace(/^window\.__reactRouterManifest=/, '').replace(/;\s*$/, ''),
  ) as Manifest;
  let route = Object.values(routes).find(({ path }) => path === 'dashboard');
  if (!route) throw new Error('the manifest has no route called dashboard');
  const modules = [entry.module];
  while (route) {
    modules.push(route.module);
    route = route.parentId === undefined ? undefined : routes[route.parentId];
  }
  return modules;
}

function quoted(addresses: readonly string[]): string {
  return addresses.map((address) => `"${address}"`).join(' ');
}
