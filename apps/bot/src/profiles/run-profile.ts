import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { Prompt } from '../command-line/prompt.ts';
import { profileSecret } from '../vault/vault.ts';
import { t } from '../words.ts';
import { checkProfile } from './check-profile.ts';
import type { Profile } from './profile.ts';
import { fieldOf, PROFILE_FIELDS, typedText, typedValue, withField } from './profile-fields.ts';
import { profileStore } from './profile-store.ts';

type Where = Readonly<{ dataDir: string; json: boolean }>;
type Given = Readonly<{ given: Readonly<Record<string, string>> }>;

/** What is to be done with profiles. */
export type ProfileAction = Where &
  (
    | Readonly<{ kind: 'list' }>
    | Readonly<{ kind: 'show'; name: string }>
    | (Readonly<{ kind: 'add'; name: string; replace: boolean; passwordStdin: boolean }> & Given)
    | (Readonly<{ kind: 'edit'; name: string }> & Given)
    | Readonly<{ kind: 'password'; name: string; passwordStdin: boolean; forget: boolean }>
    | Readonly<{ kind: 'remove'; name: string; yes: boolean }>
  );

type Deps = Pick<BotDeps, 'output' | 'prompt' | 'openVault' | 'readStdin'>;

/**
 * Lists, shows, makes, changes and removes profiles.
 *
 * @throws BotFault `profile`, `usage`, `vault` or `data_folder`
 */
export async function runProfile(deps: Deps, action: ProfileAction): Promise<ExitCode> {
  const store = profileStore(action.dataDir);
  switch (action.kind) {
    case 'list': {
      const names = store.names();
      if (action.json) print(deps, { profiles: names });
      else if (names.length === 0)
        deps.output.line(t`There is no profile yet: bot profile add Main`);
      else for (const name of names) deps.output.out(`${name}\n`);
      return EXIT.done;
    }
    case 'show':
      return show(deps, action, store.load(action.name));
    case 'add':
      return add(deps, action);
    case 'edit':
      return edit(deps, action);
    case 'password':
      return password(deps, action, store.load(action.name));
    case 'remove':
      return remove(deps, action);
  }
}

function show(deps: Deps, { dataDir, json }: Where, profile: Profile): ExitCode {
  const vault = deps.openVault(dataDir);
  const kept = vault.get(profileSecret(profile.configuration_name, 'terminal-password')) !== null;
  if (json) {
    print(deps, { profile, terminal_password: kept });
    return EXIT.done;
  }
  const rows = [
    ['configuration_name', profile.configuration_name],
    ...PROFILE_FIELDS.map(({ path }) => [path, typedText(fieldOf(profile, path))]),
    [t`terminal password`, kept ? t`in ${{ place: vault.describe().place }}` : t`not kept`],
  ];
  for (const [name = '', value = ''] of rows) deps.output.out(`${name.padEnd(34)}${value}\n`);
  return EXIT.done;
}

async function add(deps: Deps, action: Extract<ProfileAction, { kind: 'add' }>): Promise<ExitCode> {
  const store = profileStore(action.dataDir);
  const taken = store.names().some((name) => name.toLowerCase() === action.name.toLowerCase());
  if (!action.replace && taken) {
    throw new BotFault(
      'profile',
      t`There is a profile ${{ name: action.name }} already; change it with: bot profile edit ${{ name: action.name }}`,
    );
  }
  const given = withGiven({ configuration_name: action.name }, action.given);
  const asking = deps.prompt !== null && Object.keys(action.given).length === 0;
  const filled =
    deps.prompt && asking ? await askProfile(deps.prompt, deps.output.line, given) : given;
  const profile = checkProfile(filled, t`What was given`);
  const secret = action.passwordStdin
    ? await secretFromStdin(deps)
    : deps.prompt && asking
      ? await deps.prompt.askSecret(t`Terminal's password, to start it with (empty: not kept): `)
      : '';
  const file = store.save(profile);
  if (secret !== '') keepPassword(deps, action.dataDir, profile, secret);
  return saved(deps, action, profile, file);
}

async function edit(
  deps: Deps,
  action: Extract<ProfileAction, { kind: 'edit' }>,
): Promise<ExitCode> {
  const store = profileStore(action.dataDir);
  const before = store.load(action.name);
  const nothing = Object.keys(action.given).length === 0;
  if (nothing && deps.prompt === null) {
    throw new BotFault('usage', t`Nothing to change was given; see: bot profile edit --help`);
  }
  const filled =
    nothing && deps.prompt
      ? await askProfile(deps.prompt, deps.output.line, before)
      : withGiven(before, action.given);
  const profile = checkProfile(filled, t`What was given`);
  return saved(deps, action, profile, store.save(profile));
}

async function password(
  deps: Deps,
  action: Extract<ProfileAction, { kind: 'password' }>,
  profile: Profile,
): Promise<ExitCode> {
  if (action.forget) {
    deps
      .openVault(action.dataDir)
      .remove(profileSecret(profile.configuration_name, 'terminal-password'));
    deps.output.line(
      t`The password of ${{ configurationName: profile.configuration_name }} is no longer kept.`,
    );
  } else {
    if (!action.passwordStdin && deps.prompt === null) {
      throw new BotFault('usage', t`Give the password with --password-stdin.`);
    }
    const secret = action.passwordStdin
      ? await secretFromStdin(deps)
      : ((await deps.prompt?.askSecret(t`Terminal's password: `)) ?? '');
    if (secret === '') throw new BotFault('usage', t`The password is empty; nothing was changed.`);
    keepPassword(deps, action.dataDir, profile, secret);
  }
  if (action.json) print(deps, { success: true, kept: !action.forget });
  return EXIT.done;
}

async function remove(
  deps: Deps,
  { dataDir, json, yes, name }: Extract<ProfileAction, { kind: 'remove' }>,
): Promise<ExitCode> {
  const store = profileStore(dataDir);
  store.refuseAbsent(name);
  if (!yes) {
    if (deps.prompt === null) throw new BotFault('usage', t`To remove ${{ name }}, give --yes.`);
    const answer = await deps.prompt.ask(
      t`Remove the profile ${{ name }} and its secrets? (yes/no) `,
    );
    if (answer.toLowerCase() !== 'yes') throw new BotFault('usage', t`Nothing was removed.`);
  }
  const vault = deps.openVault(dataDir);
  vault.remove(profileSecret(name, 'terminal-password'));
  vault.remove(profileSecret(name, 'bridge-token'));
  store.remove(name);
  deps.output.line(t`The profile ${{ name }} and its secrets are removed.`);
  if (json) print(deps, { success: true });
  return EXIT.done;
}

function saved(deps: Deps, { json }: Where, profile: Profile, file: string): ExitCode {
  const name = profile.configuration_name;
  deps.output.line(
    t`The profile ${{ name }} is in ${{ file }}. Check it with: bot doctor --profile ${{ name }}`,
  );
  if (json) print(deps, { success: true, file, profile });
  return EXIT.done;
}

function keepPassword(deps: Deps, dataDir: string, profile: Profile, secret: string): void {
  const vault = deps.openVault(dataDir);
  vault.set(profileSecret(profile.configuration_name, 'terminal-password'), secret);
  deps.output.line(t`The password is kept in ${{ place: vault.describe().place }}.`);
}

async function secretFromStdin({ readStdin }: Deps): Promise<string> {
  const secret = (await readStdin()).replace(/\r?\n$/, '');
  if (secret === '') throw new BotFault('usage', t`Standard input held no password.`);
  return secret;
}

function withGiven(
  document: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  let filled = document;
  for (const field of PROFILE_FIELDS) {
    const text = given[field.path];
    if (text !== undefined) filled = withField(filled, field.path, typedValue(field, text));
  }
  // The group stands for its fields, so that each that is missing is named.
  return 'risk' in filled ? filled : { ...filled, risk: {} };
}

function print({ output }: Deps, document: unknown): void {
  output.out(`${JSON.stringify(document)}\n`);
}

type Document = Readonly<Record<string, unknown>>;

/**
 * Asks for the fields one after the other; an empty answer keeps what is there or the field's default. An
 * answer that is not right is asked again.
 */
async function askProfile(
  prompt: Prompt,
  say: (line: string) => void,
  document: Document,
): Promise<Document> {
  let filled = document;
  for (const field of PROFILE_FIELDS.filter(({ asked }) => asked)) {
    const now = fieldOf(filled, field.path);
    const absent = field.schema.safeParse(undefined);
    const kept = now === undefined && absent.success ? absent.data : now;
    const shown = kept === undefined ? '' : ` [${typedText(kept)}]`;
    for (;;) {
      const text = await prompt.ask(`${capital(field.what)}${shown}: `);
      if (text === '' && kept !== undefined) break;
      const value = typedValue(field, text);
      const checked = field.schema.safeParse(value);
      if (checked.success) {
        filled = withField(filled, field.path, value);
        break;
      }
      say(text === '' ? t`This one is needed.` : `"${text}": ${checked.error.issues[0]?.message}`);
    }
  }
  return filled;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
