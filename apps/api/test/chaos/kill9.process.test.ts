import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectPostgres } from '../../src/db/connect.ts';
import { openEmbedded } from '../../src/db/embedded.ts';
import { atScale } from '../helpers/at-scale.ts';
import { freshStorage } from '../helpers/fresh-database.ts';
import { startMailServer } from '../helpers/mail-server.ts';
import { judge, verifiedDecisions } from './helpers/judge.ts';
import { killAgainAndAgain } from './helpers/kill-run.ts';

const KILLS = atScale({ full: 8, part: 3 });

// @promise 8.1
it(`the service killed ${KILLS} times under load loses nothing that it has answered, and doubles nothing`, async (t) => {
  const storage = await freshStorage();
  t.after(storage.remove);
  const { received, url } = await startMailServer(t);
  const { known, token, server } = await killAgainAndAgain({
    env: { ...storage.env, SMTP_URL: url },
    kills: KILLS,
    lifeMs: (round) => 150 + ((round * 137) % 600),
  });
  const decisions = await verifiedDecisions(server.url, token);
  assert.ok(decisions >= known.decisions.size, `${decisions} decisions on record`);
  assert.equal(await server.stop(), 0);

  const { DATA_DIR = '', DATABASE_URL } = storage.env;
  const owner = { pid: process.pid, started_at: '', address: 'a test' };
  const database = DATABASE_URL
    ? await connectPostgres(DATABASE_URL)
    : await openEmbedded(DATA_DIR, owner);
  t.after(database.close);
  assert.deepEqual(await judge(database.db, known), { lost: [], doubled: [] });
  assert.ok(known.writes >= KILLS * 8 && known.tickets.size > 0, 'it was under load');
  // SMTP cannot say whether a mail whose sender died was taken: at most one more for each kill.
  const ids = received.map(({ messageId }) => messageId);
  assert.ok(ids.length - new Set(ids).size <= KILLS);
});
