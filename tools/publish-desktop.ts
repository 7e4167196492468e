import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { aside, consent, expectOwnFolder } from '../apps/api/src/commands/command/command-parts.ts';
import { readTyped, tell } from '../apps/api/src/commands/command/typed.ts';
import { ConfigError, readConfig } from '../apps/api/src/config/config.ts';
import { publishRelease } from '../apps/api/src/features/downloads/publish-release.ts';
import { findNewestRelease } from '../apps/api/src/features/downloads/releases.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { writingTo } from '../apps/api/src/process/disk.ts';
import { command } from './command.ts';

const USAGE =
  'npm run publish:desktop -- FILE --version 1.2.3 [--data-dir DIR] [--name NAME.exe] [--manifest latest.json --signature latest.json.sig] [--replace] [--yes] [--env-file FILE]';

await command(publish);

async function publish(args: readonly string[]): Promise<0 | 2> {
  const typed = readTyped(
    args,
    {
      version: { type: 'string' },
      'data-dir': { type: 'string' },
      name: { type: 'string' },
      manifest: { type: 'string' },
      signature: { type: 'string' },
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    ({ values, positionals: [source, ...more] }) =>
      source === undefined || more.length > 0 || values.version === undefined
        ? null
        : { source, version: values.version, values },
  );
  if (!typed) return tell(`${USAGE}\n`, args);
  const { source, version, values } = typed;
  const { releasesDir, brand } = configFor(values['data-dir']);
  aside(`Releases: ${releasesDir}`);
  await expectOwnFolder(releasesDir);
  const newest = await findNewestRelease({ releasesDir, log: { warn: () => undefined } });
  if (newest)
    await consent(
      `${releasesDir} offers version ${newest.version}, and ${version} is published beside it.`,
      values.yes,
    );
  const outcome = await writingTo(releasesDir, () =>
    publishRelease(
      { releasesDir, clock: systemClock },
      {
        source: fromCaller(source),
        version,
        fileName: values.name ?? `${slug(brand.name)}desktop-setup-${version}.exe`,
        replace: values.replace,
        ...updateFiles(fromCaller(source), values),
      },
    ),
  );
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
  const { release, offered } = outcome;
  const lines = [
    `Published ${release.file_name} in ${releasesDir}.`,
    `  version  ${release.version}`,
    `  size     ${release.size} bytes`,
    `  SHA-256  ${release.sha256}`,
    release.update === null
      ? 'Installed apps do not update to it automatically: it was published without latest.json and latest.json.sig.'
      : 'Installed apps update to it automatically: its signed manifest is published with it.',
    offered === version
      ? 'It is offered from now on.'
      : `Version ${offered} is newer and stays the one that is offered.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** A path as whoever runs npm means it: npm itself moves to the root of the checkout. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

/** The signed manifest: the one that is named, else the one that the release's builder left beside the file. */
function updateFiles(
  source: string,
  named: { manifest?: string; signature?: string },
): { update?: { manifest: string; signature: string } } {
  if ((named.manifest === undefined) !== (named.signature === undefined))
    throw new Error('Give both --manifest and --signature, or neither.');
  const manifest = named.manifest ? fromCaller(named.manifest) : beside(source, 'latest.json');
  const signature = named.signature
    ? fromCaller(named.signature)
    : beside(source, 'latest.json.sig');
  const isThere = existsSync(manifest) || existsSync(signature);
  return named.manifest || isThere ? { update: { manifest, signature } } : {};
}

function beside(source: string, name: string): string {
  return join(dirname(source), name);
}

/** The service's own settings. A data folder that is named goes before every setting. */
function configFor(dataDir: string | undefined) {
  const own = dataDir === undefined ? {} : { DATA_DIR: fromCaller(dataDir), RELEASES_DIR: '' };
  try {
    return readConfig({ ...process.env, ...own });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Error(`${error.message}\nPublishing reads the same settings as the service.`, {
      cause: error,
    });
  }
}

/** The product's name as the beginning of a file name; empty where it has no letter that fits. */
function slug(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' ? '' : `${words.slice(0, 60)}-`;
}
