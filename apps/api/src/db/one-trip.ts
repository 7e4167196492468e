import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type KyselyProps,
  type QueryExecutor,
  Transaction,
} from 'kysely';
import { actsAfterwards, inTransaction } from './in-transaction.ts';
import type { Db, Tables } from './tables.ts';

/**
 * Several reads, each by itself, over one connection: what `work` begins without waiting for what it began
 * before goes to PostgreSQL in one trip. The embedded database takes them one after the other.
 *
 * @example const [bar, account] = await inOneTrip(db, (one) => Promise.all([findBar(one), findAccount(one)]))
 */
export async function inOneTrip<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction || !takesSeveral(db)) return work(db);
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    try {
      return await work(new Kysely<Tables>(propsOver(connection, executor)));
    } catch (error) {
      // Answers come in order: with this one the connection is free for the next caller.
      await connection.executeQuery(NOTHING).catch(() => {});
      throw error;
    }
  });
}

/** What a transaction does, each a statement that is begun at once. */
export type Steps<Results extends readonly unknown[] | []> = Readonly<{
  [Index in keyof Results]: (tx: Db) => Promise<Results[Index]>;
}>;

/**
 * A transaction that is one trip to PostgreSQL, its beginning and its end included: where a statement fails,
 * none has done anything. What is to undo the others must fail in the database.
 *
 * @param steps each begins its statements before it waits for anything: the end is on its way by then
 * @throws Error of the first statement that failed
 */
export async function allInOneTrip<Results extends readonly unknown[] | []>(
  db: Db,
  steps: Steps<Results>,
): Promise<Results> {
  const all = steps as readonly ((tx: Db) => Promise<unknown>)[];
  if (db.isTransaction || !takesSeveral(db)) {
    const inTurn = async (tx: Db) => {
      // All have ended before the transaction does: a statement that comes later would stand by itself.
      const answers = await Promise.allSettled(all.map((step) => step(tx)));
      return answers.map((answer) => {
        if (answer.status === 'rejected') throw answer.reason;
        return answer.value;
      });
    };
    return (await inTransaction(db, inTurn)) as unknown as Results;
  }
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    let begun = 0;
    let isOver = false;
    const counting: DatabaseConnection = {
      streamQuery: connection.streamQuery.bind(connection),
      executeQuery(query) {
        if (isOver) throw new Error('a statement came after the end of its transaction');
        begun += 1;
        return connection.executeQuery(query);
      },
    };
    const tx = new Transaction<Tables>(propsOver(counting, executor));
    const beginning = connection.executeQuery(BEGIN);
    const act = actsAfterwards(tx);
    let isWhole = true;
    const results = all.map((step) => {
      const before = begun;
      const result = (async () => step(tx))();
      isWhole &&= begun > before;
      return result;
    });
    isOver = true;
    const end = connection.executeQuery(isWhole ? COMMIT : ROLLBACK);
    const answers = await Promise.allSettled([beginning, ...results, end]);
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    if (!isWhole) throw new Error('a step of a transaction has waited before its statement');
    act();
    return (await Promise.all(results)) as unknown as Results;
  });
}

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const NOTHING = CompiledQuery.raw('select');

/** The embedded database works on this very thread: a trip costs nothing. */
function takesSeveral(db: Db): boolean {
  return db.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** What Kysely asks of a handle beside its executor, and uses for schemas alone. */
const UNUSED = { config: {}, driver: {}, dialect: {} } as Omit<KyselyProps, 'executor'>;

/** Kysely's own handle of one connection holds a statement back until the one before has its answer. */
function propsOver(connection: DatabaseConnection, executor: QueryExecutor): KyselyProps {
  const own = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
  return { ...UNUSED, executor: own };
}
