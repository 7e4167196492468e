import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createHashRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppFrame, NotHere } from './app-frame/app-frame.tsx';
import { LaunchGate, StateGate } from './app-frame/gates.tsx';
import { AddConfigurationScreen } from './configurations/add-configuration-screen.tsx';
import { EditConfigurationScreen } from './configurations/edit-configuration-screen.tsx';
import { HomeScreen } from './home/home-screen.tsx';
import { RealMoneyScreen } from './real-money/real-money-screen.tsx';
import { RunScreen } from './run/run-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { SetupScreen } from './setup/setup-screen.tsx';

const ROUTES = [
  {
    Component: AppFrame,
    children: [
      { index: true, Component: HomeScreen },
      { path: 'add-configuration', Component: AddConfigurationScreen },
      { path: 'configurations/:name', Component: RunScreen },
      { path: 'configurations/:name/trades', Component: RunScreen },
      { path: 'configurations/:name/journal', Component: RunScreen },
      { path: 'configurations/:name/logs', Component: RunScreen },
      { path: 'configurations/:name/setup', Component: SetupScreen },
      { path: 'configurations/:name/edit', Component: EditConfigurationScreen },
      { path: 'configurations/:name/real-money', Component: RealMoneyScreen },
      { path: 'settings', Component: SettingsScreen },
      { path: '*', Component: NotHere },
    ],
  },
];

/** The interface: first the secret of the launch, then the state, then the screens. */
export function App() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <LaunchGate>
        <StateGate>
          <Screens />
        </StateGate>
      </LaunchGate>
    </QueryClientProvider>
  );
}

/** The router is made here and not before: until the ticket is taken out, the fragment is no path. */
function Screens() {
  const [router] = useState(() => createHashRouter(ROUTES));
  return <RouterProvider router={router} />;
}

/** A failed call is shown at once, with a way to try it again, instead of being tried behind a spinner. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The app is on this computer: it is there even where the browser says that it is offline.
      queries: { retry: false, staleTime: 2_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
