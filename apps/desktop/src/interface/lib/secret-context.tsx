import { createContext, use } from 'react';

/** The secret of this launch, for every call. */
export const SecretContext = createContext<string | null>(null);

export function useSecret(): string | null {
  return use(SecretContext);
}
