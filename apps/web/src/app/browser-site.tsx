import {
  type ContextType,
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_getHydrationData as getHydrationData,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  type UNSAFE_RouteModules as RouteModules,
  UNSAFE_RemixErrorBoundary as RouterErrorBoundary,
  RouterProvider,
  type UNSAFE_AssetsManifest,
} from 'react-router';

type Framework = NonNullable<ContextType<typeof FrameworkContext>>;

/** What the built page and its modules leave for whoever starts the site. */
type PageGlobals = {
  __reactRouterContext: Pick<Framework, 'future' | 'ssr' | 'isSpaMode' | 'routeDiscovery'> & {
    basename?: string;
  };
  __reactRouterManifest: UNSAFE_AssetsManifest;
  __reactRouterRouteModules: RouteModules;
};

declare global {
  interface Window extends PageGlobals {}
}

const NO_DATA = { loaderData: {}, actionData: null, errors: null };

/**
 * The site in the browser: what React Router's HydratedRouter is, less its client for loaders on a server
 * and for routes discovered on the way. No page of ours has either, and every public page would pay 5 KiB
 * for them. The elements are those of HydratedRouter, so that the built page fits.
 */
export function BrowserSite() {
  const [router] = useState(startRouter);
  const subscribe = useCallback((changed: () => void) => router.subscribe(changed), [router]);
  const currentLocation = () => router.state.location;
  const location = useSyncExternalStore(subscribe, currentLocation, currentLocation);
  useLayoutEffect(() => {
    router.initialize();
  }, [router]);
  useEffect(tellStarted, []);
  const { __reactRouterContext: page } = window;
  return (
    <>
      <FrameworkContext.Provider
        value={{
          manifest: window.__reactRouterManifest,
          routeModules: window.__reactRouterRouteModules,
          future: page.future,
          ssr: page.ssr,
          isSpaMode: page.isSpaMode,
          routeDiscovery: page.routeDiscovery,
        }}
      >
        <RouterErrorBoundary location={location}>
          <RouterProvider router={router} flushSync={flushSync} />
        </RouterErrorBoundary>
      </FrameworkContext.Provider>
      <Fragment />
    </>
  );
}

/** The loader of a built page waits for this to press again what was pressed too early. */
function tellStarted(): void {
  document.documentElement.dataset.started = '';
  window.dispatchEvent(new Event('sitestarted'));
}

function startRouter() {
  const manifest = window.__reactRouterManifest;
  const routeModules = window.__reactRouterRouteModules;
  const { basename = '/', future, ssr, isSpaMode } = window.__reactRouterContext;
  const routes = createClientRoutes(manifest.routes, routeModules, NO_DATA, ssr, isSpaMode);
  // The fallback page was built for no path; its routes load when the router starts.
  const hydrationData = isSpaMode
    ? undefined
    : getHydrationData({
        state: NO_DATA,
        routes,
        getRouteInfo: (id) => ({
          clientLoader: undefined,
          hasLoader: false,
          hasHydrateFallback: routeModules[id]?.HydrateFallback !== undefined,
        }),
        location: window.location,
        basename,
        future,
        isSpaMode,
      });
  return createRouter({
    routes,
    history: createBrowserHistory(),
    basename,
    mapRouteProperties,
    hydrationRouteProperties,
    ...(hydrationData ? { hydrationData } : {}),
  });
}
