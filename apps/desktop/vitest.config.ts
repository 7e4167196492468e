import { defineConfig } from 'vitest/config';
import { lingui } from '../../tools/lingui-plugin.ts';

const ISOLATED = 'src/interface/**/*.isolated.test.{ts,tsx}';
const ALL = 'src/interface/**/*.test.{ts,tsx}';

export default defineConfig({
  plugins: [lingui()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:7000/' } },
    setupFiles: ['src/interface/testing/setup.ts'],
    restoreMocks: true,
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
