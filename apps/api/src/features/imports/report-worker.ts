import { parentPort } from 'node:worker_threads';
import { UnreadableReport } from '@quorate/trade-import/unreadable';
import { prepareReport, type ReadOrder, type WorkerMessage } from './prepare-report.ts';

// A report of 20 MB takes seconds to read, and a thread that answers calls has none to spare. Batches are
// given one at a time as they are asked for: a message of all trades would hold that thread up, too.
const port = parentPort;
if (!port) throw new Error('this file is started as a worker');

/** Trades in a batch: fewer than a bot may send, so that storing one holds up nobody for 50 ms. */
const BATCH = 100;

const say = (message: WorkerMessage) => port.postMessage(message);

/** Gives the next batch of the report that was read. */
let giveBatch: () => void = () => say({ kind: 'end' });

// Listening keeps the thread alive: Node can lose the last message of one that ends by itself.
port.on('message', (message: ReadOrder | 'next') => {
  if (message === 'next') giveBatch();
  else void read(message);
});

async function read(order: ReadOrder): Promise<void> {
  try {
    const { head, trades } = await prepareReport(order);
    let at = 0;
    giveBatch = () => {
      const batch = trades.slice(at, at + BATCH);
      at += batch.length;
      if (batch.length === 0) say({ kind: 'end' });
      else if (order.batches === 'trades')
        say({ kind: 'trades', trades: batch.map(({ input }) => input) });
      else
        say({
          kind: 'keys',
          keys: batch.map(({ report, input }) => ({
            ticket: input.position_ticket,
            openedServerMs: report.openedServerMs,
          })),
        });
    };
    say({ kind: 'head', head });
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error;
    say({ kind: 'unreadable', reason: error.message });
  }
}
