import { LANGUAGES } from '@quorate/values/languages';
import { LANGUAGE_TO_BUILD } from './built-language.ts';
import { packageBin } from './package-bin.ts';
import { fromRoot } from './root.ts';
import { run } from './run.ts';

/** Builds the interface of the desktop app: English at its root, which is emptied first, the others below. */
const cwd = fromRoot('apps/desktop');
for (const language of LANGUAGES) {
  const { code } = await run(process.execPath, [packageBin('vite', 'vite', cwd), 'build'], {
    cwd,
    env: { ...process.env, [LANGUAGE_TO_BUILD]: language },
    output: 'show',
  });
  if (code !== 0) throw new Error(`the interface cannot be built in ${language} (code ${code})`);
}
