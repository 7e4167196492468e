import { dirname, join } from 'node:path';
import { RELEASE_FACTS } from '@quorate/bot/release-facts';

/** Where the built interface is: `index.html` and what it loads. */
export function interfaceFolder(): string {
  return RELEASE_FACTS.kind === 'installed'
    ? join(dirname(process.execPath), 'resources', 'interface')
    : join(import.meta.dirname, '..', 'build', 'interface');
}
