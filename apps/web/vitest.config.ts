import { defineConfig } from 'vitest/config';
import { lingui } from '../../tools/lingui-plugin.ts';

const ISOLATED = 'src/**/*.isolated.test.{ts,tsx}';
const ALL = 'src/**/*.test.{ts,tsx}';

export default defineConfig({
  plugins: [lingui()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/', runScripts: 'dangerously' } },
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // Cold modules on a busy machine take their time; nothing here is timed.
    testTimeout: 20_000,
    unstubGlobals: true,
    pool: 'threads',
    projects: [
      // One document and one set of modules for each thread: a quarter of the time.
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: [ALL], exclude: [ISOLATED] },
      },
      // These need modules that nobody has loaded before, or a document of their own.
      { extends: true, test: { name: 'isolated', isolate: true, include: [ISOLATED] } },
    ],
  },
});
