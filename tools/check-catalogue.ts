import { globSync, readFileSync } from 'node:fs';
import { findOutsideCatalogue, isException } from './check/catalogue.ts';
import { EXCEPTIONS } from './check/catalogue-exceptions.ts';
import { fromRoot, ROOT } from './root.ts';

/** Where every text goes through the macros of Lingui. */
const files = globSync('{apps/web/src,packages/ui/src,apps/desktop/src/interface}/**/*.{ts,tsx}', {
  cwd: ROOT,
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(test|bench)\.|\/testing\//.test(file));

const found = files.flatMap((file) =>
  findOutsideCatalogue(file, readFileSync(fromRoot(file), 'utf8')),
);
const used = new Set(
  EXCEPTIONS.filter((exception) => found.some((each) => isException(each, exception))),
);
const wrong = found.filter((each) => ![...used].some((exception) => isException(each, exception)));
const unused = EXCEPTIONS.filter((exception) => !used.has(exception));

for (const { file, line, text, why } of wrong)
  process.stdout.write(`${file}:${line} ${why}: ${text}\n`);
for (const { file, texts } of unused)
  process.stdout.write(
    `An exception that nothing needs: ${texts.join(', ')} in ${file ?? 'any file'}\n`,
  );
process.stdout.write(
  `${wrong.length} texts outside the catalogues, ${EXCEPTIONS.length} exceptions, in ${files.length} files\n`,
);
if (wrong.length + unused.length > 0) process.exitCode = 1;
