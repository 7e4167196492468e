import { type Config, readConfig } from '../config/config.ts';
import { connectDirect } from '../db/connect.ts';
import { databasePlace, embeddedExists } from '../db/database-place.ts';
import type { Db } from '../db/tables.ts';
import {
  expectSetUp,
  type FactorsReset,
  findOperators,
  OperatorError,
  type Role,
  resetFactors,
  setRole,
} from '../features/account/operators/operators.service.ts';
import { noteAction, type Operator } from '../features/admin/audit/note-action.ts';
import { systemClock } from '../process/clock.ts';
import { consent, expectKey, nameDatabase, selfAs, told } from './command/command-parts.ts';
import { readTyped, tell } from './command/typed.ts';

const USAGE = `Who may see what concerns all users of this service.

  npm run operator -- list
  npm run operator -- grant USERNAME
  npm run operator -- revoke USERNAME
  npm run operator -- reset-factor USERNAME   authenticator app, recovery codes and passkeys

  --yes               without a question
  --env-file FILE     the settings of the service, as systemd has them
  --other-key         although the data was used with another key
`;

type Command =
  | Readonly<{ kind: 'list' }>
  | Readonly<{ kind: 'grant' | 'revoke' | 'reset-factor'; username: string }>;

type Typed = Readonly<{ command: Command; yes: boolean; otherKey: boolean }>;

/**
 * Gives the role of an operator, takes it away, resets the second factors of one who lost them, or lists who
 * has the role, in the database that the service is configured for. No call of the service can do that: whoever may is at the machine already.
 *
 * @param args what was typed after the command's name
 * @returns 0 when it is so now, 1 when it could not be done, 2 when it was not understood
 */
export async function runOperator(args: readonly string[]): Promise<0 | 1 | 2> {
  const typed = parse(args);
  if (!typed) return tell(USAGE, args);
  const { command } = typed;
  return told(async (say) => {
    const config = readConfig();
    await nameDatabase(config);
    expectDatabase(config);
    const database = await connectDirect(config, selfAs('the operator command'));
    try {
      await expectSetUp(database.db);
      await expectKey(database.db, config, typed.otherKey);
      if (command.kind !== 'list') await consent(intentOf(command, config), typed.yes);
      for (const line of await carryOut(database.db, command, config)) say(line);
    } finally {
      await database.close();
    }
  });
}

function parse(args: readonly string[]): Typed | null {
  return readTyped(
    args,
    {
      yes: { type: 'boolean', default: false },
      'other-key': { type: 'boolean', default: false },
    },
    ({ positionals, values }) => {
      const command = commandOf(positionals);
      return command && { command, yes: values.yes, otherKey: values['other-key'] };
    },
  );
}

function intentOf(command: Exclude<Command, { kind: 'list' }>, config: Config): string {
  const place = databasePlace(config);
  if (command.kind === 'reset-factor')
    return `${command.username} loses authenticator app, recovery codes and passkeys, and is signed out in browsers, in ${place}.`;
  return command.kind === 'grant'
    ? `${command.username} becomes an operator, who sees every account, in ${place}.`
    : `${command.username} stops being an operator, in ${place}.`;
}

function commandOf([name, username, ...more]: readonly string[]): Command | null {
  if (more.length > 0) return null;
  if (name === 'list' && username === undefined) return { kind: 'list' };
  if ((name === 'grant' || name === 'revoke' || name === 'reset-factor') && username)
    return { kind: name, username };
  return null;
}

/** A folder without a database would be given an empty one; it is likelier the wrong folder. */
function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !embeddedExists(dataDir))
    throw new OperatorError(
      `There is no database in ${dataDir}. Start the service once, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
}

async function carryOut(db: Db, command: Command, config: Config): Promise<string[]> {
  if (command.kind === 'list') {
    const operators = await findOperators(db);
    return operators.length === 0
      ? ['Nobody is an operator.']
      : operators.map(({ username, email }) => `${username} ${email}`);
  }
  if (command.kind === 'reset-factor') {
    const { brand, publicUrl } = config;
    const deps = { db, clock: systemClock, brand, publicUrl, noteReset };
    return resetWords(await resetFactors(deps, command.username));
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
          `${username} is an operator now. The pages for operators show as soon as the dashboard is read again.`,
        ]
      : [`${username} is an operator already.`];
  }
  return [changed ? `${username} is no operator any more.` : `${username} is no operator.`];
}

function resetWords(reset: FactorsReset & { username: string }): string[] {
  const { username, app, passkeys, sessions } = reset;
  if (!app && passkeys === 0)
    return [`${username} has no second factor. Signed out in ${sessions} browsers.`];
  return [
    `${username} has no second factor any more: ${app ? 'an' : 'no'} authenticator app and ${passkeys} passkeys are gone. Signed out in ${sessions} browsers.`,
  ];
}

export async function noteReset(tx: Db, userId: string, reset: FactorsReset): Promise<void> {
  await noteAction(tx, systemClock, byHand(userId), {
    action: 'factors_reset',
    subject: { kind: 'user', id: userId },
    details: { by: 'command line', ...reset },
  });
}

/** No operator did it: it stands under the account that it was done to. */
function byHand(userId: string): Operator {
  return { id: userId, requestId: 'command-line', address: '' };
}

export async function noteRole(tx: Db, userId: string, role: Role): Promise<void> {
  await noteAction(tx, systemClock, byHand(userId), {
    action: role === 'admin' ? 'role_granted' : 'role_revoked',
    subject: { kind: 'user', id: userId },
    details: { by: 'command line' },
  });
}
