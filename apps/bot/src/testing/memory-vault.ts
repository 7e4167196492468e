import type { Vault } from '../vault/vault.ts';

/** A vault that forgets with the process, for tests and trials. */
export function memoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    describe: () => ({ kind: 'memory', place: 'memory', why: 'nothing is to be kept' }),
    get: (name) => secrets.get(name) ?? null,
    set: (name, secret) => void secrets.set(name, secret),
    remove: (name) => void secrets.delete(name),
  };
}
