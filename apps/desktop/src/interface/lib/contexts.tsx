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

/** Tells the window that the person ended the app, so that its silence is no trouble. */
export const EndedContext = createContext<() => void>(() => undefined);

export function useTellEnded(): () => void {
  return use(EndedContext);
}

/** The secret of this launch, for every call. */
export const SecretContext = createContext<string | null>(null);

export function useSecret(): string | null {
  return use(SecretContext);
}
