import { Counter, Histogram, type Registry } from 'prom-client';
import { queryDone } from '../happenings.ts';
import { statementKind } from '../statement-kind.ts';

/** @returns what ends it */
export function watchQueries(registry: Registry): () => void {
  const registers = [registry];
  const took = new Histogram({
    name: 'quorate_database_statement_duration_seconds',
    help: 'Seconds that statements of the database took, by their kind.',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failed = new Counter({
    name: 'quorate_database_statement_failures_total',
    help: 'Statements that the database refused or that did not reach it; retried ones, too.',
    labelNames: ['kind'],
    registers,
  });
  return queryDone.hear(({ sql, seconds, failed: isFailed }) => {
    const kind = statementKind(sql);
    took.observe({ kind }, seconds);
    if (isFailed) failed.inc({ kind });
  });
}
