import { readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';

/**
 * Who may import whom, as docs/decisions/0001 and 0057 say. Patterns are those of .gitignore: the last
 * one that fits decides.
 */
type Room = Readonly<{ house: readonly string[]; outside?: readonly string[] }>;

const ROOMS: Readonly<Record<string, Room>> = {
  'packages/values': { house: [], outside: ['@lingui/core'] },
  'packages/content': { house: [], outside: [] },
  'packages/contract': { house: ['values'], outside: ['zod'] },
  'packages/trading': { house: ['values'], outside: [] },
  'packages/ledger': { house: [], outside: ['node:crypto'] },
  'packages/tlog': { house: [], outside: ['#sha256', '@noble/hashes/sha2.js', 'node:crypto'] },
  'packages/witness': {
    house: ['tlog'],
    outside: ['node:crypto', 'node:fs', 'node:http', 'node:sqlite'],
  },
  'packages/record': { house: ['ledger', 'tlog', 'trading', 'values'] },
  'packages/ui': {
    house: ['contract', 'values'],
    outside: [
      'react',
      '@lingui/core',
      '@lingui/core/macro',
      '@lingui/react/macro',
      '@lingui/react/server',
    ],
  },
  'packages/client': { house: ['contract', 'values'] },
  'packages/paddle-emulator': { house: ['contract', 'values'] },
  'packages/trade-import': { house: ['contract', 'values'] },
  'packages/run': {
    house: ['contract', 'trading', 'values'],
    outside: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:stream', 'node:zlib'],
  },
  'apps/api': {
    house: [
      'content',
      'contract',
      'ledger',
      'paddle-emulator',
      'record',
      'run',
      'tlog',
      'trade-import',
      'trading',
      'values',
      'witness',
    ],
  },
  'apps/bot': { house: ['contract', 'record', 'run', 'tlog', 'trading', 'values'] },
  'apps/desktop': { house: ['bot', 'content', 'contract', 'tlog', 'trading', 'ui', 'values'] },
  'apps/web': {
    house: ['content', 'contract', 'ledger', 'record', 'tlog', 'trading', 'ui', 'values'],
  },
};

for (const kind of ['apps', 'packages'])
  for (const name of readdirSync(`${import.meta.dirname}/${kind}`))
    if (!ROOMS[`${kind}/${name}`])
      throw new Error(`oxlint.config.ts names no room ${kind}/${name}`);

/** Features of the service: each may import those before it, and nothing goes upward. */
const LAYERS = [
  'account',
  'billing',
  'usage',
  'ledger',
  'records',
  'trades',
  'market',
  'board',
  'calibration',
  'decisions',
  'downloads',
  'notifications',
  'live',
  'rule-sets',
  'calendar',
  'hosted',
  'desk',
  'performance',
  'public-records',
  'journal',
  'imports',
  'exports',
  'my-data',
  'chat',
  'checklist',
  'contact',
  'reviews',
  'site',
  'status',
  'api-document',
  'admin',
];

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.bench.ts', '**/testing/**', 'apps/*/test/**'];
const TEST_CODE = ['**/testing/**', '**/*.test.ts', '**/*.test.tsx', '../**/test/**'];

type Place = Readonly<{ files: string; room: Room; name: string; feature: string | null }>;

const PLACES: readonly Place[] = Object.entries(ROOMS).flatMap(([name, room]) => [
  { files: `${name}/src/**`, room, name, feature: null },
  ...featuresOf(name).map((feature) => ({
    files: `${name}/src/features/${feature}/**`,
    room,
    name,
    feature,
  })),
]);

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  categories: { correctness: 'error' },
  rules: {
    'eslint/no-unused-vars': 'off',
    'import/no-cycle': 'error',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', package: 'node:test', name: ['describe', 'it', 'suite', 'test'] },
        ],
      },
    ],
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/only-throw-error': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
  overrides: [
    {
      files: ['apps/*/src/**', 'packages/*/src/**'],
      rules: {
        'node/no-process-env': 'error',
        'eslint/no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'the time comes from a Clock' },
          { object: 'Temporal', property: 'Now', message: 'the time comes from a Clock' },
        ],
      },
    },
    // Screens show times to people and decide nothing by them.
    {
      files: [
        '{apps,packages}/*/src/**/clock.ts',
        'apps/web/**',
        'apps/desktop/src/interface/**',
        'packages/ui/src/**',
        ...TESTS,
      ],
      rules: { 'eslint/no-restricted-properties': 'off' },
    },
    {
      files: ['apps/api/src/config/config.ts', 'apps/bot/src/program.ts', ...TESTS],
      rules: { 'node/no-process-env': 'off' },
    },
    // Journeys look at the product from outside: they start the tools, and reach into no app.
    {
      files: ['e2e/**'],
      rules: {
        'eslint/no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['../**/apps/**', '../**/packages/**'],
                message: 'journeys reach into no app',
              },
            ],
          },
        ],
      },
    },
    ...PLACES.map((place) => restricted([place.files], place, TEST_CODE)),
    // Tests import what helps them, and keep the ways between rooms and features all the same.
    ...PLACES.map((place) => {
      const tests = TESTS.filter((test) => test.startsWith('**'));
      const files = tests.map((test) => place.files.replace('**', test));
      return restricted(files, { ...place, room: { house: place.room.house } }, []);
    }),
  ],
  ignorePatterns: ['**/build/**', '**/.react-router/**', '**/dist/**'],
});

/** One group for all: a later one would not refuse what an earlier one lets pass. */
function restricted(files: string[], { room, name, feature }: Place, more: readonly string[]) {
  const { house, outside } = room;
  const own = name.split('/')[1] ?? '';
  const group = [
    ...(outside ? ['**', '!./**', '!../**', ...outside.map((each) => `!${each}`)] : []),
    '@quorate/**',
    ...[own, ...house].map((each) => `!@quorate/${each}/**`),
    '../**/src/**',
    '../**/apps/**',
    '../**/packages/**',
    ...(feature === null ? [] : forbiddenTo(name, feature)),
    ...more,
  ];
  const allowed = [...house, ...(outside ?? ['what it installs'])].join(', ') || 'nothing else';
  const message = `${name} imports its own files and ${allowed}; features follow the layers, and product code takes nothing of tests (oxlint.config.ts)`;
  return {
    files,
    rules: {
      'eslint/no-restricted-imports': ['error', { patterns: [{ group, message }] }] as const,
    },
  };
}

function featuresOf(room: string): string[] {
  const folder = `${import.meta.dirname}/${room}/src`;
  if (!readdirSync(folder).includes('features')) return [];
  const found = readdirSync(`${folder}/features`);
  if (room !== 'apps/api') return found;
  const unlisted = found.filter((name) => !LAYERS.includes(name));
  if (unlisted.length > 0) throw new Error(`oxlint.config.ts names no layer of ${unlisted}`);
  return LAYERS;
}

/** Features that this one may not import. */
function forbiddenTo(room: string, feature: string): string[] {
  const all = featuresOf(room);
  const above =
    room === 'apps/api'
      ? all.slice(all.indexOf(feature) + 1)
      : all.filter((other) => other !== feature);
  return ['../', '../../', '../../../'].flatMap((up) => above.map((other) => `${up}${other}/**`));
}
