import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ENVIRONMENT_NAMES } from '../../apps/api/src/config/config.ts';
import { readModule, readSourceFiles } from '../check/modules.ts';
import { fromRoot, ROOT } from '../root.ts';
import { NODE_FLAGS } from '../service-build.ts';
import { copiedSources, ignoredBy, readDockerfile } from './dockerfile.ts';

const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

const instructions = readDockerfile(read('deploy/Dockerfile'));
const ignored = ignoredBy(read('.dockerignore'));
const rests = (name: string) =>
  instructions.filter((each) => each.name === name).map(({ rest }) => rest);

describe('the image', () => {
  it('copies what is there, and nothing that is left out', () => {
    const sources = instructions.flatMap(copiedSources);
    assert.ok(sources.length > 10);
    for (const source of sources) {
      assert.ok(existsSync(fromRoot(source)), `${source} is not there`);
      assert.ok(source === '.' || !ignored(source), `${source} is left out by .dockerignore`);
    }
  });

  it('installs from the names and versions of every workspace, as the lock file knows them', () => {
    const sources = instructions.flatMap(copiedSources);
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const manifests = globSync(
      workspaces.map((folder) => `${folder}/package.json`),
      { cwd: ROOT },
    );
    assert.deepEqual(
      sources.filter((source) => source.endsWith('/package.json')).sort(),
      manifests.map((path) => path.replaceAll('\\', '/')).sort(),
    );
  });

  it('is made without history, installed packages, builds, data, secrets and tests', () => {
    for (const path of [
      '.git/config',
      'node_modules/zod/package.json',
      'apps/api/node_modules/x',
      'apps/web/build/client/index.html',
      '.data/secret.key',
      'apps/api/.data/database/PG_VERSION',
      '.env',
      'deploy/service.env',
      'apps/api/src/app.test.ts',
      'e2e/live.spec.ts',
      'test-results/a',
    ]) {
      assert.ok(ignored(path), `${path} would be in the image`);
    }
  });

  it('has every source that the service and the site are made of', () => {
    const lost = readSourceFiles(ROOT)
      .map(({ path }) => path)
      .filter((path) => !/\.(test|spec)\.tsx?$|^bench\//.test(path) && ignored(path));
    assert.deepEqual(lost, []);
  });

  it('runs as a user without rights, in production, and sets variables that there are', () => {
    assert.deepEqual(rests('USER'), ['node']);
    const variables = rests('ENV').flatMap((rest) => rest.split(' '));
    assert.ok(variables.includes('NODE_ENV=production'));
    for (const variable of variables) {
      assert.ok(ENVIRONMENT_NAMES.includes(variable.split('=')[0] ?? ''), `unknown: ${variable}`);
    }
    assert.deepEqual(rests('VOLUME'), [/DATA_DIR=(\S+)/.exec(rests('ENV').join(' '))?.[1]]);
    assert.deepEqual(rests('EXPOSE'), [/\bPORT=(\d+)/.exec(rests('ENV').join(' '))?.[1]]);
  });

  it('starts the built service, with no shell that would keep signals to itself', () => {
    const [program, ...args] = JSON.parse(rests('CMD')[0] ?? '') as string[];
    assert.equal(program, 'node');
    assert.deepEqual(args, [...NODE_FLAGS, 'build/service/server.js']);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    assert.deepEqual(scripts.start.split(' ').slice(1, 1 + NODE_FLAGS.length), NODE_FLAGS);
    const check = /CMD (.*)$/.exec(rests('HEALTHCHECK')[0] ?? '')?.[1] ?? '';
    assert.match((JSON.parse(check) as string[]).join(' '), /\/healthz/);
  });
});

describe('the service without what it is built and tested with', () => {
  it('imports nothing but its own dependencies', () => {
    const modules = new Map(readSourceFiles(ROOT).map((file) => [file.path, file]));
    const seen = new Set<string>();
    const missing: string[] = [];
    const visit = (path: string): void => {
      const file = modules.get(path);
      if (seen.has(path) || !file) return;
      seen.add(path);
      for (const specifier of readModule(file).imports) {
        const target = targetOf(path, specifier);
        if (target.file !== null) visit(target.file);
        else if (!target.declared) missing.push(`${path} imports ${specifier}`);
      }
    };
    visit('apps/api/src/server.ts');
    visit('apps/api/src/commands/operator.ts');
    visit('apps/api/src/commands/database-command.ts');
    assert.ok(seen.size > 200, `${seen.size} files were read`);
    assert.deepEqual(missing, []);
  });
});

type Manifest = {
  dependencies?: Record<string, string>;
  exports?: Record<string, string>;
  /** A file for Node, and one for everything else. */
  imports?: Record<string, { node: string }>;
};

const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`));

/** The file of ours that is imported, or whether its package is one that is installed in production. */
function targetOf(from: string, specifier: string): { file: string | null; declared: boolean } {
  if (specifier.startsWith('.')) {
    const file = new URL(specifier, `file:///${from}`).pathname.slice(1);
    return { file, declared: true };
  }
  if (specifier.startsWith('node:')) return { file: null, declared: true };
  const folder = from.split('/').slice(0, 2).join('/');
  if (specifier.startsWith('#')) {
    const { node } = manifestOf(folder).imports?.[specifier] ?? { node: './missing' };
    return { file: `${folder}/${node.slice(2)}`, declared: true };
  }
  const [scope = '', name = '', ...rest] = specifier.split('/');
  const scoped = specifier.startsWith('@');
  const dependencies = Object.keys(manifestOf(folder).dependencies ?? {});
  const declared = dependencies.includes(scoped ? `${scope}/${name}` : scope);
  if (scope !== '@quorate') return { file: null, declared };
  const file = `packages/${name}/src/${rest.join('/')}.ts`;
  return existsSync(fromRoot(file)) ? { file, declared } : { file: null, declared: false };
}
