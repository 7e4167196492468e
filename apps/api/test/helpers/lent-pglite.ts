import type { PGlite } from '@electric-sql/pglite';

/** Whoever still has it in hand when it is closed finds it closed, whoever has it next. */
export function lentPglite(pglite: PGlite): { pglite: PGlite; end: () => Promise<boolean> } {
  const listeners: (() => Promise<void>)[] = [];
  let ended = false;
  const end = async () => {
    if (ended) return false;
    ended = true;
    for (const unlisten of listeners) await unlisten();
    return true;
  };
  const own: Partial<PGlite> = {
    close: async () => void (await end()),
    async listen(channel, heard, tx) {
      const unlisten = await pglite.listen(channel, heard, tx);
      listeners.push(unlisten);
      return unlisten;
    },
  };
  const proxy = new Proxy(pglite, {
    get(target, name: keyof PGlite) {
      if (name === 'closed') return ended || target.closed;
      if (ended && name !== 'close') throw new Error('PGlite is closed');
      const value: unknown = own[name] ?? target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { pglite: proxy, end };
}
