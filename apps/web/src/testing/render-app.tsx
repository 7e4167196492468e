import type { RouteConfigEntry } from '@react-router/dev/routes';
import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import routes from '../routes.ts';

const modules = import.meta.glob<{ default: ComponentType }>(
  ['../app/**/*.tsx', '!**/*.test.tsx'],
  { eager: true },
);

/**
 * Renders the whole site at a path, with the real routes, guards and layout.
 *
 * @returns the router, whose state tells where the viewer is
 */
export async function renderApp(path: string) {
  const router = createMemoryRouter(routes.map(routeOf), { initialEntries: [path] });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return router;
}

function routeOf(entry: RouteConfigEntry): RouteObject {
  const module = modules[`../${entry.file}`];
  if (!module) throw new Error(`no module for the route ${entry.file}`);
  const common = { Component: module.default, ...(entry.path ? { path: entry.path } : {}) };
  return entry.index
    ? { ...common, index: true }
    : { ...common, children: (entry.children ?? []).map(routeOf) };
}
