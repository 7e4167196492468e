import { SPREAD_TABLES, WHOLE_TABLES } from '../spread-tables.ts';

/**
 * The statements that spread the service's tables over the machines of a Citus cluster by user. `users`
 * goes to every machine because the others refer to it; what else there is stays where it is.
 */
export function distributeStatements(): string[] {
  const [first, ...others] = Object.keys(SPREAD_TABLES);
  return [
    '-- On the coordinator, as the owner of the tables, with the service stopped. Tables in partitions may stay so.',
    'create extension if not exists citus;',
    `select create_reference_table('users');`,
    `select create_distributed_table('${first}', 'user_id');`,
    ...others.map(
      (table) =>
        `select create_distributed_table('${table}', 'user_id', colocate_with => '${first}');`,
    ),
    '-- These stay whole on the coordinator:',
    ...Object.entries(WHOLE_TABLES).map(([table, why]) => `--   ${table}: ${why}`),
    '--   and every table without a user_id',
  ];
}
