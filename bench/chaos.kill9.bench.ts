import { join } from 'node:path';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { openEmbedded } from '../apps/api/src/db/embedded.ts';
import { judge, verifiedDecisions } from '../apps/api/test/chaos/helpers/judge.ts';
import { killAgainAndAgain } from '../apps/api/test/chaos/helpers/kill-run.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';

/** BENCH_KILLS makes it shorter. */
const KILLS = Number(process.env.BENCH_KILLS ?? 100);

/**
 * Kills the service under load on the embedded database and on PostgreSQL, and compares what is stored
 * with what was answered: trades, decisions with their ledger and tokens, heartbeats, reviews, webhooks and
 * sign-ups with their mails.
 */
export const benchmark: Benchmark = {
  name: 'chaos.kill9',
  title: `writes that were answered and lost, or doubled, in ${KILLS} kills on each database`,
  unit: 'writes',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ folder, say, onEnd }) {
    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const embedded = { DATA_DIR: join(folder, 'embedded') };
    const large = { DATA_DIR: join(folder, 'postgresql'), DATABASE_URL: postgres.url };
    const notes: string[] = [];
    let bad = 0;
    for (const [kind, env] of [
      ['embedded', embedded],
      ['PostgreSQL', large],
    ] as const) {
      const { known, token, server } = await killAgainAndAgain({
        env,
        kills: KILLS,
        lifeMs: (round) => 100 + ((round * 137) % 900),
        say: (line) => say(`${kind}: ${line}`),
      });
      const records = await verifiedDecisions(server.url, token);
      await server.stop();
      const database =
        kind === 'PostgreSQL'
          ? await connectPostgres(postgres.url)
          : await openEmbedded(env.DATA_DIR, {
              pid: process.pid,
              started_at: '',
              address: 'bench',
            });
      const { lost, doubled } = await judge(database.db, known).finally(database.close);
      for (const line of [...lost, ...doubled].slice(0, 20)) say(`${kind}: ${line}`);
      bad += lost.length + doubled.length;
      notes.push(
        `${kind}: ${known.writes} answers with ${known.tickets.size} trades, ${known.decisions.size} decisions, ${known.events.size} webhooks, ${known.signUps.size} sign-ups; lost ${lost.length}, doubled ${doubled.length}; ledger of ${records} records whole`,
      );
    }
    return { figure: bad, note: notes.join('. ') };
  },
};
