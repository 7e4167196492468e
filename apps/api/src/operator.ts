import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import type { Db } from './db/tables.ts';
import {
  expectSetUp,
  findOperators,
  OperatorError,
  type Role,
  setRole,
} from './features/account/operators/operators.service.ts';
import { noteAction } from './features/admin/audit/note-action.ts';

const USAGE = `Who may see what concerns all users of this service.

  npm run operator -- list
  npm run operator -- grant USERNAME
  npm run operator -- revoke USERNAME
`;

type Command =
  | Readonly<{ kind: 'list' }>
  | Readonly<{ kind: 'grant' | 'revoke'; username: string }>;

/**
 * Gives the role of an operator, takes it away, or lists who has it, in the database that the service is
 * configured for. No call of the service can do that: whoever may is at the machine already.
 *
 * @param args what was typed after the command's name
 * @returns 0 when it is so now, 1 when it could not be done, 2 when it was not understood
 */
export async function runOperator(args: readonly string[]): Promise<0 | 1 | 2> {
  const command = commandOf(args);
  if (!command) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    const config = readConfig();
    expectDatabase(config);
    const database = await connect(config, {
      pid: process.pid,
      started_at: new Date(systemClock.now()).toISOString(),
      address: 'the operator command',
    });
    try {
      await expectSetUp(database.db);
      for (const line of await carryOut(database.db, command)) process.stdout.write(`${line}\n`);
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function commandOf([name, username, ...more]: readonly string[]): Command | null {
  if (more.length > 0) return null;
  if (name === 'list' && username === undefined) return { kind: 'list' };
  if ((name === 'grant' || name === 'revoke') && username) return { kind: name, username };
  return null;
}

/** A folder without a database would be given an empty one; it is likelier the wrong folder. */
function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new OperatorError(
      `There is no database in ${dataDir}. Start the service once, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
}

async function carryOut(db: Db, command: Command): Promise<string[]> {
  if (command.kind === 'list') {
    const operators = await findOperators(db);
    return operators.length === 0
      ? ['Nobody is an operator.']
      : operators.map(({ username, email }) => `${username} ${email}`);
  }
  const granted = command.kind === 'grant';
  const { username, changed } = await setRole(
    { db, clock: systemClock, noteRole },
    command.username,
    granted ? 'admin' : 'user',
  );
  if (granted) {
    return changed
      ? [
          `${username} is an operator now. The pages for operators show as soon as the dashboard is read anew.`,
        ]
      : [`${username} is an operator already.`];
  }
  return [changed ? `${username} is no operator any more.` : `${username} is no operator.`];
}

/** No operator did it: it stands under the account that it was done to. */
export async function noteRole(tx: Db, userId: string, role: Role): Promise<void> {
  const byHand = { id: userId, requestId: 'command-line', address: '' };
  await noteAction(tx, systemClock, byHand, {
    action: role === 'admin' ? 'role_granted' : 'role_revoked',
    subject: { kind: 'user', id: userId },
    details: { by: 'command line' },
  });
}
