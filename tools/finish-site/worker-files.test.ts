import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { textsOf } from '../catalogues/catalogue-file.ts';
import { fromRoot } from '../root.ts';
import { manifestIn } from './manifest.ts';
import { workerWithFiles } from './worker-files.ts';

const WORKER = readFileSync(fromRoot('apps/web/public/worker.js'), 'utf8');
const NAMES = [
  'entry.client-AbCdEfGh.js',
  'entry.client-AbCdEfGh.js.br',
  'root-AbCdEfGh.css',
  'geist-AbCdEfGh.woff2',
  'geist-cyrillic-wght-normal-BEAKL7Jp.woff2',
  'manifest-716ab6ee.js',
];

const versionOf = (code: string) => /const VERSION = '([^']+)';/.exec(code)?.[1];

it('the worker holds what pages load, without compressed copies and faces of other alphabets', () => {
  const code = workerWithFiles(WORKER, { en: NAMES, es: NAMES });
  const sites: unknown = JSON.parse(/const SITES = (.+);/.exec(code)?.[1] ?? '');
  const siteIn = (folder: string, news: object) => ({
    news,
    manifest: `${folder}/manifest-716ab6ee.js`,
    files: [
      `${folder}/entry.client-AbCdEfGh.js`,
      `${folder}/geist-AbCdEfGh.woff2`,
      `${folder}/manifest-716ab6ee.js`,
      `${folder}/root-AbCdEfGh.css`,
    ],
  });
  assert.deepEqual(sites, {
    en: siteIn('/assets', {
      title: 'News of your bots',
      body: 'See the dashboard.',
      url: '/dashboard',
    }),
    es: siteIn('/assets/es', {
      title: 'Novedades de tus bots',
      body: 'Mira el panel.',
      url: '/es/dashboard',
    }),
  });
});

it('another file is another version, and the same files in another order are not', () => {
  const version = versionOf(workerWithFiles(WORKER, { en: NAMES }));
  assert.notEqual(version, 'unbuilt');
  assert.equal(versionOf(workerWithFiles(WORKER, { en: NAMES.toReversed() })), version);
  assert.notEqual(
    versionOf(workerWithFiles(WORKER, { en: [...NAMES, 'new-AbCdEfGh.js'] })),
    version,
  );
});

it('a worker without its places, or a site without its manifest, cannot be built', () => {
  assert.throws(() => workerWithFiles('', { en: NAMES }), /the worker has no/);
  assert.throws(() => workerWithFiles(WORKER, { en: [] }), /0 manifests/);
});

it('an icon that is added from a Spanish page opens the Spanish dashboard', () => {
  const english = readFileSync(fromRoot('apps/web/public/site.webmanifest'), 'utf8');
  const manifest = JSON.parse(manifestIn('es', english, textsOf('es')));
  assert.deepEqual(
    [manifest.lang, manifest.id, manifest.scope, manifest.start_url],
    ['es', '/', '/', '/es/dashboard'],
  );
  assert.deepEqual(
    manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url]),
    [
      ['Resumen', '/es/dashboard'],
      ['Estadísticas', '/es/dashboard?tab=statistics'],
      ['Historial de operaciones', '/es/dashboard?tab=history'],
      ['Decisiones', '/es/dashboard?tab=history&view=decisions'],
    ],
  );
});
