import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { verifierKeyText } from '@quorate/tlog/note';
import { type Config, readConfig } from '../config/config.ts';
import { secretKey } from '../config/secret-key.ts';
import { connectDirect } from '../db/connect.ts';
import { databasePlace, embeddedExists } from '../db/database-place.ts';
import type { Db } from '../db/tables.ts';
import { expectSetUp } from '../features/account/operators/operators.service.ts';
import { createLedgerKey } from '../features/ledger/ledger-key.ts';
import { findKey, findLog } from '../features/records/log/log.queries.ts';
import {
  createLogKey,
  type LogKey,
  originOf,
  verifierKeyOf,
} from '../features/records/log/log-key.ts';
import { expectLogName, renameLog } from '../features/records/log/rename-log.ts';
import { rotateKey } from '../features/records/log/rotate-key.ts';
import { systemClock } from '../process/clock.ts';
import {
  consent,
  keyOfService,
  nameDatabase,
  placeOfKey,
  selfAs,
  told,
} from './command/command-parts.ts';
import { readTyped, tell } from './command/typed.ts';

const USAGE = `What the record of this service is signed with.

  npm run ledger-key                            prints the public keys, to hand on
  npm run ledger-key -- rotate --before FILE    goes on with the secret of now; FILE holds the one before
  npm run ledger-key -- rotate --lost           the same where the secret before is lost: files that were
                                                verified with its key are not any more
  npm run ledger-key -- rename NAME             goes on under another name, such as quorate.example/log2: for a
                                                log that is shorter than its witnesses know, after a restore

  --yes               without a question
  --env-file FILE     the settings of the service, as systemd has them
`;

type Command =
  | Readonly<{ kind: 'show' }>
  | Readonly<{ kind: 'rename'; name: string; yes: boolean }>
  | Readonly<{ kind: 'rotate'; before: string | null; yes: boolean }>;

/**
 * Prints the keys that files of this service are verified with, or has the log go on with another one.
 *
 * @param args what was typed after the command's name
 * @param folder from which files are named
 * @returns 0 when it is so now, 1 when it could not be done, 2 when it was not understood
 */
export async function runLedgerKey(args: readonly string[], folder: string): Promise<0 | 1 | 2> {
  const command = parse(args);
  if (!command) return tell(USAGE, args);
  return told(async (say) => {
    const config = readConfig();
    await nameDatabase(config);
    if (!config.databaseUrl && !embeddedExists(config.dataDir))
      throw new Error(`There is no database in ${config.dataDir}. Start the service once.`);
    const secret = await keyOfService(config);
    if (!secret)
      throw new Error(`There is no key in ${placeOfKey(config)}. Start the service once.`);
    const database = await connectDirect(config, selfAs('the ledger-key command'));
    try {
      await expectSetUp(database.db);
      const lines =
        command.kind === 'show'
          ? await show(database.db, config, secret)
          : command.kind === 'rename'
            ? await rename(database.db, config, createLogKey(secret), command)
            : await rotate(database.db, config, createLogKey(secret), command, folder);
      for (const line of lines) say(line);
    } finally {
      await database.close();
    }
  });
}

function parse(args: readonly string[]): Command | null {
  return readTyped(
    args,
    {
      before: { type: 'string' },
      lost: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    ({ positionals, values }) => {
      const [name, ...more] = positionals;
      const { before = null, lost, yes } = values;
      const [newName] = more;
      if (name === 'rename' && newName !== undefined)
        return more.length === 1 && before === null && !lost
          ? { kind: 'rename', name: newName, yes }
          : null;
      if (more.length > 0) return null;
      if (name === undefined) return before === null && !lost && !yes ? { kind: 'show' } : null;
      // Exactly one of the two.
      if (name !== 'rotate' || (before === null) !== lost) return null;
      return { kind: 'rotate', before, yes };
    },
  );
}

async function show(db: Db, config: Config, secret: Uint8Array): Promise<string[]> {
  const { origin = originOf(config.publicUrl) } = (await findLog(db)) ?? {};
  const key = verifierKeyText(verifierKeyOf(createLogKey(secret), origin));
  const known = await findKey(db);
  return [
    'Records and the log:',
    known ?? key,
    ...(known !== undefined && known !== key
      ? [`The service would sign with another one, and adds nothing to the log: ${key}`]
      : []),
    '',
    'Ledgers of before the record:',
    createLedgerKey(secret).publicKeyPem.trim(),
  ];
}

async function rotate(
  db: Db,
  config: Config,
  now: LogKey,
  { before, yes }: Extract<Command, { kind: 'rotate' }>,
  folder: string,
): Promise<string[]> {
  const old = before === null ? null : createLogKey(readSecret(resolve(folder, before)));
  const place = databasePlace(config);
  const what =
    old === null
      ? `The log in ${place} goes on with a key that nothing leads to: everybody has to be told of it.`
      : `The log in ${place} goes on with the key of ${placeOfKey(config)}; the one before vouches for it.`;
  await consent(what, yes);
  const { publicUrl } = config;
  const changed = await rotateKey({ db, clock: systemClock, publicUrl }, { now, before: old });
  const key = await findKey(db);
  return changed
    ? [`The log is signed with another key from now on: ${key}`]
    : [`The log is signed with this key already: ${key}`];
}

async function rename(
  db: Db,
  config: Config,
  logKey: LogKey,
  { name, yes }: Extract<Command, { kind: 'rename' }>,
): Promise<string[]> {
  expectLogName(name);
  const known = await findLog(db);
  if (known?.origin !== name)
    await consent(
      `The log in ${databasePlace(config)}, ${known?.origin ?? 'which is empty'}, goes on as ${name} for good. Its witnesses have to be set up again for the new key, and checkpoints of before are those of another log.`,
      yes,
    );
  const { publicUrl } = config;
  const changed = await renameLog({ db, clock: systemClock, logKey, publicUrl }, name);
  const key = await findKey(db);
  return [
    changed
      ? `The log is called ${name} from now on. Its key under that name, for witnesses: ${key}`
      : `The log is called ${name} already. Its key: ${key}`,
  ];
}

/** A secret as SECRET_KEY or `secret.key` has it. */
function readSecret(file: string): Uint8Array {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const read = secretKey.safeParse(readFileSync(file, 'utf8').trim());
  if (!read.success)
    throw new Error(`${file} holds no secret: it ${read.error.issues[0]?.message}.`);
  return read.data;
}
