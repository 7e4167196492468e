import { ensureSite } from '../tools/site.ts';
import { prepareBrowser } from './support/browser.ts';

/** What every journey needs: a browser and the built site. */
export default async function prepare(): Promise<void> {
  await prepareBrowser();
  await ensureSite((line) => process.stdout.write(`${line}\n`));
}
