import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, win32 } from 'node:path';
import { encodeUtf16 } from '@quorate/bot/mt5/install/files';
import { t } from '@quorate/bot/words';
import { LocalFault } from '../local-fault.ts';

/** A scheduled task of Windows that starts the app before anybody signs in. */
export type BeforeSignIn = Readonly<{
  /** null where it is not offered, and until Windows has said. */
  enabled(): boolean | null;
  /** @throws LocalFault where it is not offered, or Windows does not keep it */
  set(enabled: boolean): Promise<void>;
}>;

export const NO_TASK: BeforeSignIn = {
  enabled: () => null,
  set: async () => {
    const message = t`Only the installed app on Windows can start before you sign in.`;
    throw new LocalFault('conflict', message, { code: 'not_offered' });
  },
};

type Deps = Readonly<{
  tasks: TaskPrograms;
  /** The installed program that starts the current version. */
  launcher: string;
  /** What this installation is called: the uninstaller finds the task by it. */
  entry: string;
  dataDir: string;
  /** The task's owner, as Windows writes it: DOMAIN\name. */
  user: string;
}>;

/**
 * The task belongs to the person, whose password Windows keeps for it: without it the secrets of the Credential
 * Manager stay closed. Windows asks for it, and for an administrator; the app sees neither.
 */
export async function openBeforeSignIn(deps: Deps): Promise<BeforeSignIn> {
  const { tasks, dataDir, entry } = deps;
  const name = `${entry} before sign-in`;
  const look = async () => (await tasks.query(['/Query', '/TN', name])) === 0;
  let enabled = await look();
  return {
    enabled: () => enabled,
    async set(wanted) {
      if (wanted) {
        const file = join(dataDir, 'before-sign-in.xml');
        writeFileSync(file, encodeUtf16(taskOf(deps)), { mode: 0o600 });
        try {
          // The star has schtasks ask for the password, in its own window.
          const create = ['/Create', '/TN', name, '/XML', file, '/RU', deps.user, '/RP', '*', '/F'];
          await tasks.elevated(create);
        } finally {
          rmSync(file, { force: true });
        }
      } else await tasks.elevated(['/Delete', '/TN', name, '/F']);
      enabled = await look();
      if (enabled === wanted) return;
      throw new LocalFault(
        'unavailable',
        wanted
          ? t`Windows did not take the task "${{ task: name }}". It needs an administrator, and the password of ${{ user: deps.user }}; an account without a password cannot have such a task.`
          : t`Windows did not remove the task "${{ task: name }}". It needs an administrator.`,
      );
    },
  };
}

/** Without limits of time and power, which tasks have where nothing is said: they would end the bots. */
function taskOf({ launcher, dataDir, user }: Deps): string {
  const args = `ui --background --data-dir "${dataDir.replace(/\\+$/, (end) => end + end)}"`;
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>${inXml(t`Starts the bots of this person after a restart, before anybody signs in.`)}</Description></RegistrationInfo>
  <Triggers><BootTrigger><Delay>PT30S</Delay></BootTrigger></Triggers>
  <Principals><Principal id="Author"><UserId>${inXml(user)}</UserId><LogonType>Password</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author"><Exec><Command>${inXml(launcher)}</Command><Arguments>${inXml(args)}</Arguments></Exec></Actions>
</Task>
`;
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Runs schtasks.exe of Windows. */
type TaskPrograms = Readonly<{
  /** @returns its exit code; null where it did not run */
  query(args: readonly string[]): Promise<number | null>;
  /** With the rights of an administrator, whom Windows asks for; ends when it has ended. */
  elevated(args: readonly string[]): Promise<void>;
}>;

const ENDS_WITHIN_MS = 10_000;
/** People look for their password. */
const ASKS_WITHIN_MS = 150_000;

export function systemTasks(env: Readonly<Record<string, string | undefined>>): TaskPrograms {
  const system = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32');
  const program = win32.join(system, 'schtasks.exe');
  const shell = win32.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const run = (file: string, args: readonly string[], timeout: number) =>
    new Promise<number | null>((resolve) => {
      const child = execFile(file, args, { timeout, windowsHide: true }, () =>
        resolve(child.exitCode),
      );
    });
  return {
    query: (args) => run(program, args, ENDS_WITHIN_MS),
    async elevated(args) {
      const list = args.map((arg) => inShell(inQuotes(arg))).join(',');
      const start = `Start-Process -Verb RunAs -Wait -FilePath ${inShell(program)} -ArgumentList ${list}`;
      await run(shell, ['-NoProfile', '-NonInteractive', '-Command', start], ASKS_WITHIN_MS);
    },
  };
}

/** Start-Process joins its arguments with blanks and quotes none of them. */
function inQuotes(arg: string): string {
  return /\s/.test(arg) ? `"${arg}"` : arg;
}

/** A text of PowerShell in which nothing counts but its own quote. */
export function inShell(text: string): string {
  return `'${text.replaceAll(/['\u2018\u2019\u201a\u201b]/g, (quote) => quote + quote)}'`;
}

/** @returns DOMAIN\name, as Windows writes who somebody is */
export function windowsUser(env: Readonly<Record<string, string | undefined>>): string {
  const { username } = userInfo();
  const domain = env.USERDOMAIN ?? env.COMPUTERNAME;
  return domain ? `${domain}\\${username}` : username;
}
