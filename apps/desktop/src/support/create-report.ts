import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { privateFolder, writeWhole } from '@quorate/bot/files';
import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { spokenLanguage, t } from '@quorate/bot/words';
import { sendContactMessage } from '@quorate/contract/contact';
import { isoFromInstant } from '@quorate/values/instant';
import type { z } from 'zod';
import { serviceFault } from '../account/service-fault.ts';
import { REPORT_MAX, type saveReport, type sendReport } from '../contract/report.ts';
import { withoutSecrets } from '../host/app-log.ts';
import { LocalFault, loadOrNull } from '../local-fault.ts';
import type { Account, Configurations, DesktopDeps, Runs, Setup } from '../parts.ts';
import { botLogOf, endOfFile } from '../runs/bot-process.ts';

type Parts = Readonly<{
  account: Pick<Account, 'current' | 'service'>;
  configurations: Pick<Configurations, 'names' | 'load'>;
  runs: Pick<Runs, 'state'>;
  setup: Pick<Setup, 'check'>;
}>;

type Deps = Pick<DesktopDeps, 'clock' | 'fetch' | 'dataDir' | 'platform' | 'vault'> &
  Readonly<{ version: string; brand: string }>;

export type Report = ReturnType<typeof createReport>;

/** The newest lines of a log; older ones are left out first where it gets long. */
const LINES = 40;
const LINE_MAX = 220;
const READ_BYTES = 16_384;
const SEND_MS = 15_000;

/** What support needs to help, with nothing that would let anybody in, and nothing that the person has not seen. */
export function createReport(deps: Deps, parts: Parts) {
  const { account } = parts;
  const now = () => isoFromInstant(deps.clock.now());

  function text(): string {
    const names = parts.configurations.names();
    const facts = [
      `${deps.brand} ${deps.version}, Node ${process.versions.node}, ${deps.platform} ${release()} ${process.arch}, ${spokenLanguage()}, ${now()}`,
      accountLine(parts),
      `Secrets: ${deps.vault.describe().place}`,
      ...names.flatMap((name, index) => configurationLines(parts, name, index + 1)),
    ];
    const logs = [
      { title: 'Last lines of the app', file: join(deps.dataDir, 'logs', 'app.log') },
      ...names.map((name, index) => ({
        title: `Last lines of the bot of configuration ${index + 1}`,
        file: botLogOf(deps.dataDir, name),
      })),
    ];
    const clean = cleanerOf(deps, parts);
    const head = clean(facts.join('\n')).slice(0, REPORT_MAX / 2);
    const room = Math.floor((REPORT_MAX - head.length) / logs.length);
    return [head, ...logs.map((log) => logText(log, clean, room))].join('').trimEnd();
  }

  return {
    text,
    /** @throws LocalFault `signed_out`; with the service's sentence, or that it is away */
    async send({ message_id, report, words }: z.output<typeof sendReport.body>): Promise<void> {
      const who = account.current();
      if (who === null)
        throw new LocalFault('conflict', t`Nobody is signed in.`, { code: 'signed_out' });
      const service = account.service();
      const outcome = await callEndpoint(
        { fetch: deps.fetch, service, timeoutMs: SEND_MS },
        sendContactMessage,
        {
          body: {
            message_id,
            name: who.username,
            email: who.email,
            subject: `Report of the app ${deps.version}`,
            message: whole(words, report),
          },
        },
      );
      if (outcome.kind !== 'ok') throw serviceFault(service, outcome);
    },
    save({ report, words }: z.output<typeof saveReport.body>): { file: string } {
      const folder = join(deps.dataDir, 'reports');
      privateFolder(folder);
      const file = join(folder, `report-${now().replaceAll(/[^0-9TZ]/g, '-')}.txt`);
      writeWhole(file, `${whole(words, report)}\n`, 0o600);
      return { file };
    },
  };
}

function whole(words: string, report: string): string {
  return words === '' ? report : `${words}\n\n---\n${report}`;
}

function accountLine({ account }: Parts): string {
  const who = account.current();
  if (who === null) return `Service ${account.service()}, nobody signed in`;
  const plan = who.plan?.name ?? 'not known';
  return `Service ${account.service()}, ${who.reachable ? 'answers' : 'does not answer'}, plan ${plan}`;
}

/** How a bot is, and what its setup check has found beside what is right. */
function configurationLines(
  { configurations, runs, setup }: Parts,
  name: string,
  number: number,
): readonly string[] {
  const profile = loadOrNull(configurations, name);
  const { phase, message, since, service_away_since: away } = runs.state(name);
  const { findings, checked_at: checkedAt } = setup.check(name);
  const what =
    profile === null
      ? 'its file cannot be used'
      : `${profile.account_type} at ${profile.broker_server}, ${profile.risk.currency_pairs.join(' ')}, ${profile.timeframe}, ${profile.bridge.transport}`;
  return [
    `Configuration ${number}: ${what}; ${phase} since ${since}${message === null ? '' : `, ${message}`}${away === null ? '' : `, service away since ${away}`}`,
    `  setup checked: ${checkedAt ?? 'never'}`,
    ...findings
      .filter(({ check, status }) => status !== 'ok' || SHOWN_ALWAYS.has(check))
      .map(({ check, status, detail }) => `  ${status} ${check}: ${detail}`),
  ];
}

/** Expert and build of the terminal, and what it may do. */
const SHOWN_ALWAYS: ReadonlySet<string> = new Set(['connection', 'permissions', 'self-test']);

function logText(
  { title, file }: Readonly<{ title: string; file: string }>,
  clean: (text: string) => string,
  room: number,
): string {
  const lines = clean(endOfFile(file, READ_BYTES) ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-LINES)
    .map((line) => line.slice(0, LINE_MAX));
  const head = `\n\n${title}:`;
  const kept: string[] = [];
  let length = head.length;
  for (const line of lines.toReversed()) {
    length += line.length + 1;
    if (length > room) break;
    kept.unshift(line);
  }
  return [head, ...(kept.length === 0 ? ['none'] : kept)].join('\n');
}

/** Takes out what would let anybody in, and who and where the person is. */
function cleanerOf({ dataDir }: Deps, { account, configurations }: Parts) {
  const who = account.current();
  const numbers = configurations
    .names()
    .flatMap((name) => loadOrNull(configurations, name)?.account_number ?? [])
    .filter((number) => number.length > 2);
  const hidden: readonly (readonly [string, string])[] = [
    [dataDir, '[data folder]'],
    [homedir(), '[home]'],
    ...(who ? ([[who.email, '[email]']] as const) : []),
    ...numbers.map((number) => [number, `…${number.slice(-2)}`] as const),
  ];
  return (text: string): string => {
    const open = hidden.reduce(
      (left, [secret, word]) => (secret === '' ? left : left.replaceAll(secret, word)),
      text,
    );
    return withoutSecrets(open).replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]');
  };
}
