import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeUpdateKey } from './release-desktop/make-key.ts';
import { renewManifest, writeProofs } from './release-desktop/proofs.ts';
import { buildInstaller } from './release-desktop/release.ts';
import { readReleaseSettings } from './release-desktop/settings.ts';
import { fromRoot, ROOT } from './root.ts';
import { run } from './run.ts';

/**
 * When the commit that is checked out was made, in seconds since 1970: the one time that a release carries,
 * so that it is the same whenever it is built. SOURCE_DATE_EPOCH stands in for it where there is no git.
 *
 * @throws Error where neither tells
 */
async function commitTime(root: string, epoch: string | undefined): Promise<number> {
  if (epoch !== undefined && epoch !== '') {
    if (/^\d{1,11}$/.test(epoch)) return Number(epoch);
    throw new Error(`SOURCE_DATE_EPOCH must be seconds since 1970: ${epoch}`);
  }
  const { code, output } = await run('git', ['show', '-s', '--format=%ct', 'HEAD'], {
    cwd: root,
    output: 'keep',
  });
  const seconds = output.trim();
  if (code === 0 && /^\d+$/.test(seconds)) return Number(seconds);
  throw new Error('This is no checkout of git; set SOURCE_DATE_EPOCH to when the sources are of.');
}

const DAY_MS = 86_400_000;
const OUTPUT = fromRoot('dist', 'desktop');
const say = (line: string) => void process.stderr.write(`${line}\n`);

const own = fromRoot('.env');
if (existsSync(own)) process.loadEnvFile(own);

try {
  const { values } = parseArgs({
    options: { 'make-key': { type: 'string' }, renew: { type: 'string' } },
  });
  if (values['make-key'] !== undefined) makeKey(fromCaller(values['make-key']));
  else if (values.renew !== undefined) renew(fromCaller(values.renew));
  else await release();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Each file is left whole or not at all: what a release is has been built before any of it is put there. */
async function release(): Promise<void> {
  const settings = readReleaseSettings(process.env, ownVersion());
  const committedAt = await commitTime(ROOT, process.env.SOURCE_DATE_EPOCH);
  const { version, brand, publicUrl, updateKey, codeSigning } = settings;
  if (publicUrl === null)
    throw new Error(
      'PUBLIC_URL is not set. A release knows its service and asks nobody for it: set PUBLIC_URL to the address of yours, such as https://quorate.example.',
    );
  if (updateKey === null) {
    warn('UPDATE_SIGNING_KEY is not set: the installed app will never update itself,');
    warn('and the checksums are not signed. Make a key once: --make-key FILE.');
  }
  if (codeSigning === null) {
    warn(
      'Nothing is set to sign programs with (CODE_SIGN_…): Windows warns people of a publisher it does not know.',
    );
  }
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const { installer, withoutNode } = await buildInstaller({
    root: ROOT,
    settings,
    committedAt,
    runtime: 'windows',
    compression: 'lzma',
    work: fromRoot('build', 'release-desktop', 'work'),
    output: OUTPUT,
    say,
  });
  const expiresAt = daysFromNow(settings.updateDays);
  writeProofs({
    installer,
    withoutNode,
    version,
    updateKey,
    committedAt,
    expiresAt,
    folder: OUTPUT,
  });
  say(`${brand} ${version} for ${publicUrl}, in ${OUTPUT}:`);
  for (const name of readdirSync(OUTPUT).toSorted()) {
    const { size } = statSync(join(OUTPUT, name));
    say(`  ${name}  ${size > 1e6 ? `${(size / 1e6).toFixed(1)} MB` : `${size} bytes`}`);
  }
  say(`  of which an update without a new Node takes ${(withoutNode.size / 1e6).toFixed(2)} MB`);
  say(`Publish it where the service runs:`);
  say(`  npm run publish:desktop -- ${basename(installer)} --version ${version}`);
  if (updateKey)
    say(`Apps believe it until ${dayOf(expiresAt)}; renew it before: --renew latest.json.`);
}

/** Has apps believe a release for longer, without building it again. */
function renew(file: string): void {
  const { updateKey, updateDays } = readReleaseSettings(process.env, ownVersion());
  if (updateKey === null)
    throw new Error('UPDATE_SIGNING_KEY is needed to sign the manifest again.');
  const expiresAt = daysFromNow(updateDays);
  const version = renewManifest(file, updateKey, expiresAt);
  say(
    `Apps believe version ${version} until ${dayOf(expiresAt)}. Publish it beside its installer:`,
  );
  say(`  npm run publish:desktop -- INSTALLER --version ${version} --replace`);
}

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  return manifest.version;
}

function makeKey(file: string): void {
  const publicKey = makeUpdateKey(file);
  say(`The key is in ${file}. Keep it secret and keep a copy: without it no installed app can be`);
  say(`updated. Its public half, which each release carries: ${publicKey}`);
}

function warn(line: string): void {
  say(`WARNING  ${line}`);
}

/** A path as whoever runs npm means it: npm itself moves to the root of the checkout. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}
