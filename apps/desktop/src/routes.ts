import type { DesktopAccount } from './account/create-account.ts';
import type { DesktopConfigurations } from './configurations/create-configurations.ts';
import {
  addConfiguration,
  changeConfiguration,
  getConfiguration,
  newConfiguration,
  removeConfiguration,
} from './contract/configurations.ts';
import { listJournal, listTrades, readLog } from './contract/journal.ts';
import { acceptLogKey } from './contract/log-key.ts';
import { commandPaper, listPaper, startPaper } from './contract/paper.ts';
import { getRealMoney, switchToDemo, switchToReal } from './contract/real-money.ts';
import { getReport, saveReport, sendReport } from './contract/report.ts';
import { flattenBot, getRun, haltBot, resumeBot, startBot, stopBot } from './contract/runs.ts';
import { getSetupCheck, setUpTerminal, startSetupCheck } from './contract/setup.ts';
import { signIn, signInSecondFactor, signInWithCode, signOut } from './contract/sign-in.ts';
import { listFolder, listTerminals } from './contract/terminals.ts';
import { checkForUpdate, installUpdate } from './contract/update.ts';
import type { LocalRoute } from './host/local-route.ts';
import type { Journal } from './journal/create-journal.ts';
import type { DesktopLogKey } from './log-key/create-log-key.ts';
import type { Paper } from './paper/create-paper.ts';
import type { Runs, Setup, Updates } from './parts.ts';
import type { DesktopRealMoney } from './real-money/create-real-money.ts';
import type { Report } from './support/create-report.ts';
import type { Terminals } from './terminals/create-terminals.ts';

type RoutedParts = Readonly<{
  account: DesktopAccount;
  paper: Paper;
  terminals: Terminals;
  configurations: DesktopConfigurations;
  realMoney: DesktopRealMoney;
  runs: Runs;
  journal: Journal;
  logKey: DesktopLogKey;
  setup: Setup;
  updates: Updates;
  report: Report;
}>;

/** Every call of the interface, and the part that carries it out. */
export function registerParts(route: LocalRoute, parts: RoutedParts): void {
  const { account, paper, terminals, configurations, realMoney, runs, journal, setup, updates } =
    parts;
  const { logKey, report } = parts;
  route(signIn, ({ body }) => account.signIn(body));
  route(signInSecondFactor, ({ body }) => account.signInSecondFactor(body));
  route(signInWithCode, ({ body }) => account.signInWithCode(body));
  route(signOut, () => account.signOut());

  route(listPaper, async () => ({ hosted: await paper.list() }));
  route(startPaper, ({ body }) => paper.start(body));
  route(commandPaper, ({ params, body }) => paper.command(params.bot_id, body));

  route(listTerminals, () => terminals.list());
  route(listFolder, ({ query }) => terminals.folders(query.path));

  route(newConfiguration, () => ({ configuration: configurations.suggest() }));
  route(getConfiguration, ({ params }) => ({ configuration: configurations.form(params.name) }));
  route(addConfiguration, ({ body }) => configurations.add(body));
  route(changeConfiguration, ({ params, body }) => configurations.change(params.name, body));
  route(removeConfiguration, ({ params }) => configurations.remove(params.name));

  route(getRealMoney, ({ params }) => realMoney.terms(params.name));
  route(switchToReal, ({ params, body }) => realMoney.toReal(params.name, body));
  route(switchToDemo, ({ params, body }) => realMoney.toDemo(params.name, body));

  route(getRun, ({ params }) => runs.detail(params.name));
  route(startBot, ({ params }) => runs.start(params.name));
  route(stopBot, ({ params }) => runs.stop(params.name));
  route(haltBot, ({ params }) => runs.halt(params.name));
  route(resumeBot, ({ params }) => runs.resume(params.name));
  route(flattenBot, ({ params }) => runs.flatten(params.name));

  route(listTrades, ({ params, query }) => journal.trades(params.name, query));
  route(listJournal, ({ params, query }) => journal.lines(params.name, query));
  route(readLog, ({ params, query }) => journal.log(params.name, params.source, query.lines));

  route(acceptLogKey, ({ body }) => logKey.accept(body.served));

  route(getSetupCheck, ({ params }) => setup.check(params.name));
  route(startSetupCheck, ({ params }) => setup.start(params.name));
  route(setUpTerminal, ({ params }) => setup.setUpTerminal(params.name));

  route(getReport, () => ({ report: report.text() }));
  route(sendReport, ({ body }) => report.send(body));
  route(saveReport, ({ body }) => report.save(body));

  // A download may take minutes; the state tells how it goes.
  route(checkForUpdate, () => void updates.check());
  route(installUpdate, () => updates.install());
}
