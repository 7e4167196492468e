import { type Built, ensureBuilt } from './ensure-built.ts';
import { fromRoot, ROOT } from './root.ts';

/** Each becomes `build/service/NAME.js`, with the parts that several of them use beside it. */
export const PROGRAMS = {
  server: 'apps/api/src/server.ts',
  runner: 'apps/api/src/runner.ts',
  backup: 'tools/backup.ts',
  restore: 'tools/restore.ts',
  export: 'tools/export.ts',
  database: 'tools/database.ts',
  operator: 'tools/operator.ts',
  'ledger-key': 'tools/ledger-key.ts',
  'publish-desktop': 'tools/publish-desktop.ts',
  'verify-ledger': 'tools/verify-ledger.ts',
  witness: 'tools/witness.ts',
} as const;

/** They bring machine code or a database, and stay packages. */
export const BUILT_PACKAGES = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp'] as const;

/**
 * Garbage is collected in smaller pieces (50 MB of memory less at rest), and sooner: V8 lets a heap of at most
 * 768 MB grow in smaller steps (160 MB less under load). Unit, image, releases and `npm start` have both, because
 * they must be known before Node begins.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=768'] as const;

/** What Node is given to run the built service. */
export const BUILT_SERVICE = [...NODE_FLAGS, fromRoot('build/service/server.js')];

/** The service as it runs in production, from the root of a checkout as of a release. */
export const SERVICE: Built = {
  what: 'the service',
  inputs: ['package-lock.json', 'package.json', 'apps/api', 'packages', 'tools'],
  folder: '.',
  script: 'build:service',
  output: 'build/service/server.js',
  stamp: 'build/service/inputs.sha256',
};

/** Builds it unless it is built. @throws Error with the build's output when it fails */
export function ensureService(say: (line: string) => void, root = ROOT): Promise<void> {
  return ensureBuilt(SERVICE, say, root);
}
