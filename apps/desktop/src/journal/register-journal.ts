import { listJournal, listTrades, readLog } from '../contract/journal.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { Journal } from './create-journal.ts';

/** Trades, journal and logs of a configuration. */
export function registerJournal(route: LocalRoute, journal: Journal): void {
  route(listTrades, ({ params, query }) =>
    journal.trades(params.name, { before: query.before ?? null, limit: query.limit }),
  );
  route(listJournal, ({ params, query }) =>
    journal.lines(params.name, { before: query.before ?? null, limit: query.limit }),
  );
  route(readLog, ({ params, query }) => journal.log(params.name, params.source, query.lines));
}
