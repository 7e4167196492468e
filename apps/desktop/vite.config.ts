import { basePathOf } from '@quorate/values/languages';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { builtLanguage } from '../../tools/built-language.ts';
import { lingui } from '../../tools/lingui-plugin.ts';
import { storedSentences, translatedSentences } from '../../tools/translated-packages.ts';

const language = builtLanguage();

/** The interface of the desktop app: static files that the app serves to its own window. */
export default defineConfig({
  root: 'src/interface',
  // Pages of the interface have paths of several parts; what they load is at the root of their language.
  base: `${basePathOf(language)}/`,
  // Of `packages/ui/src/language.ts`.
  define: { SITE_LANGUAGE: JSON.stringify(language) },
  plugins: [
    lingui(language),
    translatedSentences(language),
    storedSentences(language),
    tailwindcss(),
    react(),
  ],
  build: {
    outDir: `../../build/interface${basePathOf(language)}`,
    emptyOutDir: true,
    // Small assets inlined as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    // Shipped with the code that they are of.
    license: { fileName: 'licenses.md' },
  },
});
