import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Suite = {
  name: string;
  runner: 'node' | 'vitest' | 'playwright';
  /** Folder of the workspace, relative to the root of the checkout. */
  folder: string;
  /** Test files, relative to the root of the checkout, with forward slashes. */
  files: string[];
  /** 'none': needs no service, no database and no browser. */
  needs: 'none' | 'embedded-database' | 'postgres' | 'postgres-two-copies' | 'browser';
};

const TEST_FILE = /\.test\.tsx?$/;
const JOURNEY_FILE = /\.spec\.ts$/;
/** Components beside an app that is no site; they run where there is a document. */
const INTERFACE = /\/interface\//;
/** Tests that call a service through this can have their calls answered by several copies of it. */
const CALLS_IN_TURN = /\bstartTestService\(/;
/**
 * What the embedded database does in another way than PostgreSQL: the schema's own code, backups, kills,
 * whole services, and every call once. The statements of everything else are the same on both.
 */
const ABOUT_EMBEDDED =
  /^apps\/api\/(src\/(commands\/backup|db)|test\/(chaos|helpers|stress))\/|test\/contract\/replies\.test|\.process\.test\.ts$/;
/** What copies of the service tell each other: sessions, limits, events, jobs, payments, tokens. */
const ABOUT_COPIES =
  /\/(instances|jobs|live|notifications|sessions|sign-in|usage)\/|\/(at-once|doubles|webhook|same-bar|under-way|token-reservation|rate-limit|jobs|announcer)\.test/;
/** Whole services on their default settings, which are those of the embedded database. */
const EMBEDDED_ALONE = /^apps\/api\/test\/stress\//;
/** How a process begins and ends, whatever its database. */
const ABOUT_NO_DATABASE =
  /\/(server-billing|server-shutdown|shutdown|settings|close-folder|embedded-emulator|[a-z-]*telemetry|observability-files)\.process\.test\.ts$/;
const NOT_OURS = new Set(['node_modules', 'build', '.react-router', 'test-results']);

/**
 * Every suite of the checkout in the order in which they run, the quick ones first. Read from the
 * folders: a new package, a new app or a new feature is covered at birth.
 *
 * @param where 'once': the service's tests on PostgreSQL, and on the embedded database and on two copies
 *   those that are about them (docs/decisions/0039); 'everywhere': all of them on each
 */
export function findSuites(root: string, where: 'once' | 'everywhere' = 'everywhere'): Suite[] {
  const files = (folder: string, pattern: RegExp) =>
    filesUnder(root, folder)
      .filter((file) => pattern.test(file))
      .sort();
  const nodeSuite = (name: string, folder: string): Suite => ({
    name,
    runner: 'node',
    folder,
    files: files(folder, TEST_FILE),
    needs: 'none',
  });
  const apps = foldersIn(root, 'apps').filter((name) => name !== 'api' && name !== 'web');
  const api = nodeSuite('api', 'apps/api');
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const inTurn = api.files.filter((file) => CALLS_IN_TURN.test(text(file)));
  const about = (found: readonly string[], pattern: RegExp) =>
    where === 'everywhere'
      ? [...found]
      : found.filter((file) => pattern.test(file) || text(file).includes('TEST_DATABASE'));
  return [
    ...foldersIn(root, 'packages').map((name) => nodeSuite(name, `packages/${name}`)),
    nodeSuite('tools', 'tools'),
    nodeSuite('bench', 'bench'),
    ...apps.flatMap((name) => {
      const suite = nodeSuite(name, `apps/${name}`);
      const components = suite.files.filter((file) => INTERFACE.test(file));
      if (components.length === 0) return [suite];
      return [
        { ...suite, files: suite.files.filter((file) => !INTERFACE.test(file)) },
        { ...suite, name: `${name}-interface`, runner: 'vitest' as const, files: components },
      ];
    }),
    {
      name: 'web',
      runner: 'vitest',
      folder: 'apps/web',
      files: files('apps/web', TEST_FILE),
      needs: 'none',
    },
    {
      ...api,
      name: 'api-embedded',
      needs: 'embedded-database',
      files: about(api.files, ABOUT_EMBEDDED),
    },
    {
      ...api,
      name: 'api-postgres',
      needs: 'postgres',
      files: api.files.filter(
        (file) =>
          !EMBEDDED_ALONE.test(file) && (where === 'everywhere' || !ABOUT_NO_DATABASE.test(file)),
      ),
    },
    {
      ...api,
      name: 'api-two-copies',
      needs: 'postgres-two-copies',
      files: about(inTurn, ABOUT_COPIES),
    },
    {
      name: 'e2e',
      runner: 'playwright',
      folder: 'e2e',
      files: files('e2e', JOURNEY_FILE),
      needs: 'browser',
    },
  ];
}

/** Every file under a folder, as paths from the root with forward slashes. */
function filesUnder(root: string, folder: string): string[] {
  const place = join(root, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function foldersIn(root: string, folder: string): string[] {
  const place = join(root, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
