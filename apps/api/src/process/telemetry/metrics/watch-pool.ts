import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../db/database.ts';

/** The connections of this process to PostgreSQL; the embedded database has one, and it is always there. */
export function watchPool(registry: Registry, { pool }: Pick<Database, 'pool'>): void {
  new Gauge({
    name: 'quorate_database_pool_connections',
    help: 'Connections to the database by state: open, idle; waiting are those who want one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting, largest } = pool?.() ?? {
        open: 1,
        idle: 1,
        waiting: 0,
        largest: 1,
      };
      this.set({ state: 'open' }, open);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'most' }, largest);
    },
  });
}
