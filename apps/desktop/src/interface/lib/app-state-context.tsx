import { createContext, use } from 'react';
import type { AppState, ConfigurationSummary } from '../../contract/app-state.ts';

/** Everything that every screen shows, as the app told it last. */
export const AppStateContext = createContext<AppState | null>(null);

/** @throws Error outside of the app's frame */
export function useAppState(): AppState {
  const state = use(AppStateContext);
  if (state === null) throw new Error('useAppState is called outside of the app');
  return state;
}

/** One configuration by its name; undefined where there is none. */
export function useConfiguration(name: string): ConfigurationSummary | undefined {
  return useAppState().configurations.find((one) => one.configuration_name === name);
}
