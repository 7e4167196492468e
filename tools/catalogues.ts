import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LOCALES, pathOf, readCatalogue, updated, writtenAs } from './catalogues/catalogue-file.ts';
import { everyMessage } from './catalogues/every-message.ts';
import { faultsOf } from './catalogues/faults-of.ts';

/**
 * Brings the catalogues in `locales` up to what the code says: `npm run catalogues`. What is new waits there with an
 * empty text. With `--check` it writes nothing, and fails where a catalogue is stale or not whole.
 */
const isCheck = process.argv.includes('--check');
const messages = await everyMessage();

for (const locale of LOCALES) {
  const path = pathOf(locale);
  const known = existsSync(path) ? readCatalogue(locale) : {};
  const file = updated(known, messages);
  const written = writtenAs(file);
  const isStale = !existsSync(path) || readFileSync(path, 'utf8') !== written;
  if (isStale && !isCheck) writeFileSync(path, written);
  const faults = faultsOf(file);
  const count = Object.values(file).flat().length;
  for (const fault of faults.slice(0, 50)) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${locale}: ${count} messages, ${faults.length} faults\n`);
  if (isStale && isCheck) process.stdout.write(`${path} is stale: npm run catalogues writes it\n`);
  if (faults.length > 0 || (isStale && isCheck)) process.exitCode = 1;
}
