import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:7000/' } },
    include: ['src/desktop/interface/**/*.test.{ts,tsx}'],
    setupFiles: ['src/desktop/interface/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
