import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** The account PostgreSQL runs under. null: the one we run under ourselves. */
export type RunAs = { uid: number; gid: number } | null;

const PREFERRED = ['postgres', 'nobody'];

/**
 * initdb and postgres refuse to run as root, and initdb needs an account that the system knows by name.
 *
 * @throws Error when we are root and the system has no other account
 */
export function accountToRunAs(
  passwd: () => string = readPasswd,
  ourUid = process.getuid?.(),
): RunAs {
  if (ourUid !== 0) return null;
  const accounts = passwd()
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.uid > 0 && account.gid > 0);
  const account =
    PREFERRED.map((name) => accounts.find((each) => each.name === name)).find(Boolean) ??
    accounts[0];
  if (!account) {
    throw new Error(
      'PostgreSQL does not run as root, and /etc/passwd names no other account to run it as',
    );
  }
  return { uid: account.uid, gid: account.gid };
}

/** A folder for temporary data that the account can reach: root's TMPDIR may be closed to others. */
export function temporaryBase(runAs: RunAs): string {
  const bases = [tmpdir(), '/tmp', '/var/tmp'].filter(isWritable);
  const base = runAs === null ? bases[0] : bases.find(isOpenToOthers);
  if (base === undefined) throw new Error(`no temporary folder is open to user ${runAs?.uid}`);
  return base;
}

function isOpenToOthers(path: string): boolean {
  const SEARCH_BY_OTHERS = 0o001;
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & SEARCH_BY_OTHERS) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readPasswd(): string {
  return readFileSync('/etc/passwd', 'utf8');
}
