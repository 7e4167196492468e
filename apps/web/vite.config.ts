import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVICE = 'http://localhost:3000';

/** Paths that are a page to a browser's GET and a call to its POST. */
const CALL_AND_PAGE = [
  '/login',
  '/signup',
  '/verify-email',
  '/resend-verification',
  '/forgot-password',
  '/reset-password',
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), babel({ presets: [reactCompilerPreset()] })],
  build: {
    // Small assets inlined as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': SERVICE,
      ...Object.fromEntries(
        CALL_AND_PAGE.map((path) => [
          path,
          {
            target: SERVICE,
            bypass: (request: { method?: string; url?: string }) =>
              request.method === 'POST' ? undefined : request.url,
          },
        ]),
      ),
    },
  },
});
