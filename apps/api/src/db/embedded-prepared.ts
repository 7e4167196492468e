import { type PGlite, parse, protocol, type Results, type Transaction } from '@electric-sql/pglite';
import { isPrepared } from './prepared.ts';
import { TextArray } from './text-array.ts';

/** A statement that the embedded database has read, and the types of its values. */
type Kept = Readonly<{ name: string; types: readonly number[] }>;

type Query = PGlite['query'];

const { serialize } = protocol;

/**
 * The embedded database for Kysely's dialect, which keeps the statements that are marked `prepared`: it reads
 * and plans each once, and is asked with one message where its own `query` takes six.
 */
export function keepingPrepared(pglite: PGlite) {
  const kept = new Map<string, Kept>();

  async function keep(text: string): Promise<Kept> {
    const known = kept.get(text);
    if (known) return known;
    // Another handle of the same database has names of its own.
    const name = crypto.randomUUID();
    const said = await pglite.execProtocol(
      joined(serialize.parse({ name, text }), serialize.describe({ type: 'S', name })),
      { syncToFs: false },
    );
    const { dataTypeIDs: types = [] } = (said.messages.find(
      (message) => message.name === 'parameterDescription',
    ) ?? {}) as { dataTypeIDs?: number[] };
    const now = { name, types };
    kept.set(text, now);
    return now;
  }

  async function ask<T>(text: string, values: readonly unknown[]): Promise<Results<T>> {
    const { name: statement, types } = await keep(text);
    const words = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      if (value instanceof TextArray) return value.toBinary();
      const write = pglite.serializers[types[index] ?? 0];
      return write ? write(value) : `${value as string | number}`;
    });
    const { messages } = await pglite.execProtocol(
      joined(
        serialize.bind({ statement, values: words }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      ),
      { syncToFs: false },
    );
    const [result] = parse.parseResults(messages, pglite.parsers, { rowMode: 'object' });
    return result as Results<T>;
  }

  const queryWith =
    (plain: Query): Query =>
    <T>(...[text, values = [], options]: Parameters<Query>) =>
      isPrepared(text)
        ? pglite.runExclusive(() => ask<T>(text, values))
        : plain<T>(text, values, options);

  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    async query<T>(...[text, values, options]: Parameters<Query>): Promise<Results<T>> {
      if (!isPrepared(text)) return pglite.query<T>(text, values, options);
      // Whoever has a transaction ends it first.
      return pglite._runExclusiveTransaction(async () => {
        const result = await pglite.runExclusive(() => ask<T>(text, values ?? []));
        await pglite.syncToFs();
        return result;
      });
    },
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      pglite.transaction((tx) => work({ ...tx, query: queryWith(tx.query.bind(tx)) })),
  };
}

/** As one message to the database, with the sync that ends an error. */
function joined(...messages: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([...messages, serialize.sync()]);
}
