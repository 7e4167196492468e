import { cpSync, rmSync } from 'node:fs';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import { LANGUAGE_TO_BUILD } from './built-language.ts';
import { packageBin } from './package-bin.ts';
import { fromRoot } from './root.ts';
import { run } from './run.ts';

/**
 * Builds the site, each language on its own, into one folder: English at plain addresses, the others below their
 * own, with their assets below `/assets/LANGUAGE`.
 */
const web = fromRoot('apps/web');
const site = fromRoot('apps/web/build/client');

for (const language of LANGUAGES) await build(language);
for (const language of LANGUAGES) if (language !== 'en') take(language);

async function build(language: Language): Promise<void> {
  const builder = packageBin('@react-router/dev', 'react-router', web);
  const { code } = await run(process.execPath, [builder, 'build'], {
    cwd: web,
    env: { ...process.env, [LANGUAGE_TO_BUILD]: language },
    output: 'show',
  });
  if (code !== 0) throw new Error(`the site cannot be built in ${language} (code ${code})`);
}

function take(language: Language): void {
  const built = fromRoot(`apps/web/build/${language}`);
  for (const part of [`/assets/${language}`, basePathOf(language)])
    cpSync(`${built}/client${part}`, `${site}${part}`, { recursive: true });
  rmSync(built, { recursive: true });
}
