import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { builtLanguage } from '../../tools/built-language.ts';
import { lingui } from '../../tools/lingui-plugin.ts';
import {
  storedSentences,
  translatedDocuments,
  translatedSentences,
} from '../../tools/translated-packages.ts';
import { cutFaces } from './cut-faces.ts';
import { leanChangelog } from './lean-changelog.ts';
import { leanRouter } from './lean-router.ts';

const LANGUAGE = builtLanguage();

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

/**
 * What the React Compiler works on: the dashboard's tables and tabs, which render often and large. On the
 * public pages, which render about once, its caches would be 5 KiB more to load and nothing less to do.
 */
const COMPILED = /src\/(app\/dashboard|features\/(charts|checklist|performance|trades|usage)\/)/;

/** React and its router: one file, which stays in caches while the site around it changes. */
const FRAMEWORK = /\/node_modules\/(react|react-dom|react-router|scheduler)\//;

/** What the frame around every page is made of, and so every page loads: one file of many small ones. */
const FRAME =
  /vite\/preload-helper|\/values\/src\/languages\.ts|\/node_modules\/@lingui\/|\/contract\/src\/site-settings\.ts|\/src\/features\/chat\/chat-history\.ts|\/src\/lib\/(base-path|browser-storage|install-prompt|kept-language|page-meta|session\/.*|site|use-hydrated)\.ts|\/src\/ui\/(link-button|logo|page-spinner|text-link)\.tsx|\/ui\/src\/(badge|button|button-style|card|class-names|converging-lines|history-steps|i18n|icon|language|page-head|spinner|theme|theme-choice|time-format|use-media-query)\.tsx?/;

/** What home shows of a decision, and what home and pricing ask the service with. */
const DECISION =
  /\/ui\/src\/(analyst-name|decision-words|fact-list|format|skeleton|verdict-bar|vote-row|votes-converging)\.tsx?/;
const ASKING =
  /\/src\/(lib\/(api-error|error-text|fields|get-json|use-load)|ui\/retry-notice)\.tsx?|\/ui\/src\/empty-state\.tsx/;

/** What calls the service from the pages behind the public ones, with the validator: one file for all of them. */
const CALLING =
  /\/contract\/src\/(endpoint|errors|errors\/[\w-]+|fields|no-eval|reply)\.ts|\/src\/lib\/(api-client|api-refusal)\.ts/;

/** How the code of a part comes late, and says so where it does not; and the address that chooses among parts. */
const LATE_PART =
  /\/src\/(app\/offline-place|lib\/(late-part|use-address-query))\.tsx?|\/ui\/src\/notice\.tsx/;

/** The words of figures and verdicts, on the desk and beside a recorded decision. */
const FIGURES = /\/src\/lib\/format-r\.ts|\/ui\/src\/(stat|verdict-rule-words)\.tsx?/;

/**
 * The dashboard's first view, with what reads and keeps its one answer: one file of some twenty. Each file costs
 * a phone a sixth of a round trip.
 */
const DESK =
  /\/node_modules\/@tanstack\/|\/contract\/src\/(bot-terms|desk|hosted-terms)\.ts|\/src\/(lib\/(desk-path|query\/query-.*)|features\/desk\/(curve|desk)[\w.-]*|ui\/(bot-words|when-near))\.tsx?|\/ui\/src\/(hosted-words|limits-words|use-now)\.tsx?/;

/**
 * What was stored in English, read in the language of the page: names belong to the desk. Whole sentences are a file of
 * their own where they are translated, and nothing in English.
 */
const STORED =
  LANGUAGE === 'en'
    ? /\/ui\/src\/stored-(name|sentence)\.ts/
    : /\/ui\/src\/stored-name\.ts|\/values\/src\/stored-sentences\.ts/;

/** What stands below the desk, and what the other tabs share with it: the calls, their schemas and common parts. */
const BELOW =
  /\/contract\/src\/(billing|checkout|exit-trials|hosted-accounts|hosted-defaults|live|trade-filter|trade-sync|trades|usage)\.ts|\/src\/(lib\/query\/hosted-accounts|ui\/(account-name|pagination)|features\/(trades|usage)\/([\w-]+\.api|trade-words))\.tsx?|\/ui\/src\/(copy-button|done-notice|panel)\.tsx/;

/** What the plans are, and whose the demo is: public pages have them, and the desk would take them along. */
const PLANS = /\/contract\/src\/(demo-account|plans)\.ts|\/src\/lib\/demo\.ts/;

/** What most forms are made of. Every file is named in a list that all pages load, however small it is. */
const FORMS =
  /\/src\/(lib\/(passkey-fault|use-delayed|use-field-notes|use-submission)|ui\/failure-notice)\.tsx?|\/ui\/src\/(field-frame|field-style|text-field)\.tsx?/;

/** What leads through sign-up and sign-in, and stands on pages until it is known who reads them. */
const GOING_ON =
  /\/src\/(lib\/(after-sign-in|chosen-plan|signed-up-name|tab-storage)|app\/page-place)\.tsx?/;

/** How files come and go: three small ones that are named in that list, too. */
const FILES = /\/src\/lib\/(format-bytes|receive-file|save-file)\.ts/;

export default defineConfig({
  plugins: [
    lingui(LANGUAGE),
    translatedDocuments(LANGUAGE),
    translatedSentences(LANGUAGE),
    storedSentences(LANGUAGE),
    leanChangelog(),
    cutFaces(LANGUAGE),
    tailwindcss(),
    reactRouter(),
    leanRouter(),
    babel({ include: COMPILED, presets: [reactCompilerPreset()] }),
  ],
  // Of `packages/ui/src/language.ts`.
  define: { SITE_LANGUAGE: JSON.stringify(LANGUAGE) },
  build: {
    assetsDir: LANGUAGE === 'en' ? 'assets' : `assets/${LANGUAGE}`,
    // Small assets inlined as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    // Shipped with the code that they are of.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK },
            { name: 'frame', test: FRAME },
            // Before whatever else needs them, which would take them along.
            { name: 'plans', test: PLANS },
            { name: 'decision', test: DECISION },
            { name: 'asking', test: ASKING },
            { name: 'api-client', test: CALLING },
            // What other pages have of what the desk needs.
            { name: 'forms', test: FORMS },
            { name: 'late-part', test: LATE_PART },
            { name: 'figures', test: FIGURES },
            { name: 'desk', test: (id) => DESK.test(id) || STORED.test(id) },
            { name: 'below', test: BELOW },
            { name: 'going-on', test: GOING_ON },
            { name: 'files', test: FILES },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: {
      '/api': SERVICE,
      '/dev/': SERVICE,
      '/.well-known/': SERVICE,
      '/log/': SERVICE,
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
