/**
 * A plugin for a database that keeps back the answer to the first query of a table, as a slow network would.
 * The connection is held meanwhile: there must be others.
 */
export function heldAfterReading(table: string) {
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let first: unknown = null;
  const plugin = {
    transformQuery<T>({ node, queryId }: { node: T; queryId: unknown }): T {
      const text = JSON.stringify(node);
      if (text.includes('"SelectQueryNode"') && text.includes(`"name":"${table}"`))
        first ??= queryId;
      return node;
    },
    async transformResult<T>({ result, queryId }: { result: T; queryId: unknown }): Promise<T> {
      if (queryId !== first) return result;
      read.resolve();
      await held.promise;
      return result;
    },
  };
  return { plugin, whenRead: read.promise, goOn: held.resolve };
}
