import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lingui } from '../../tools/lingui-plugin.ts';

/** The interface of the desktop app: static files that the app serves to its own window. */
export default defineConfig({
  root: 'src/interface',
  // Pages of the interface have paths of several parts; what they load is at the root.
  base: '/',
  plugins: [lingui(), tailwindcss(), react()],
  build: {
    outDir: '../../build/interface',
    emptyOutDir: true,
    // Small assets inlined as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
  },
});
