import type { DatabaseSync } from 'node:sqlite';

/** Every statement on the file of one account's live trading, prepared once. */
export function liveStatements(database: DatabaseSync) {
  return {
    session: database.prepare('INSERT INTO sessions (at, account) VALUES (?, ?)'),
    intend: database.prepare(
      'INSERT INTO intents (key, at, kind, symbol, body) VALUES (?, ?, ?, ?, ?)',
    ),
    settle: database.prepare(
      'INSERT INTO outcomes (key, at, state, order_ticket, position_ticket, message) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    intent: database.prepare('SELECT body FROM intents WHERE key = ?'),
    outcome: database.prepare(
      'SELECT state, order_ticket, position_ticket, message FROM outcomes WHERE key = ? ORDER BY id DESC LIMIT 1',
    ),
    unsettled: database.prepare(
      'SELECT body FROM intents WHERE NOT EXISTS (SELECT 1 FROM outcomes WHERE outcomes.key = intents.key) ORDER BY at, key',
    ),
    keyOf: database.prepare(
      `SELECT outcomes.key FROM outcomes JOIN intents ON intents.key = outcomes.key
       WHERE intents.kind = 'open' AND ((order_ticket = ?1 AND ?1 <> '0') OR (position_ticket = ?2 AND ?2 <> '0')) LIMIT 1`,
    ),
    keepDeal: database.prepare(
      'INSERT OR IGNORE INTO deals (ticket, position, time, body) VALUES (?, ?, ?, ?)',
    ),
    dealsSince: database.prepare(
      'SELECT body FROM deals WHERE time >= ? ORDER BY time, length(ticket), ticket',
    ),
    dealsOf: database.prepare(
      'SELECT body FROM deals WHERE position = ? ORDER BY time, length(ticket), ticket',
    ),
    newestDeal: database.prepare('SELECT max(time) AS time FROM deals'),
    event: database.prepare('INSERT INTO events (at, kind, ref, body) VALUES (?, ?, ?, ?)'),
    take: database.prepare('INSERT OR IGNORE INTO taken_in (ticket) VALUES (?)'),
    isTaken: database.prepare('SELECT 1 AS taken FROM taken_in WHERE ticket = ?'),
    limits: database.prepare(
      "SELECT body FROM events WHERE kind = 'limits' ORDER BY id DESC LIMIT 1",
    ),
    entries: database.prepare(
      'SELECT id, at, kind, body FROM events WHERE id > ? ORDER BY id LIMIT ?',
    ),
    entriesBefore: database.prepare(
      "SELECT id, at, kind, body FROM events WHERE id < ? AND kind NOT IN ('limits', 'deal') ORDER BY id DESC LIMIT ?",
    ),
    positionsBefore: database.prepare(
      `SELECT position, min(time) AS opened FROM deals WHERE position <> '0' GROUP BY position
       HAVING opened < ?1 OR (opened = ?1 AND position < ?2) ORDER BY opened DESC, position DESC LIMIT ?3`,
    ),
    account: database.prepare('SELECT account AS body FROM sessions ORDER BY id DESC LIMIT 1'),
    fact: database.prepare('SELECT value FROM facts WHERE name = ?'),
    setFact: database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)'),
  };
}
