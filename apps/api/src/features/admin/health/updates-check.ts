import type { HealthCheck } from '@quorate/contract/admin-health';
import type { ReleaseDesk } from '../releases/releases.routes.ts';
import { judged } from './judge.ts';

const DAY_MS = 86_400_000;
/** To build on another machine, and to publish. */
const SOON_DAYS = 30;

/** Whether installed apps go on believing what is served to them; null where they update by nothing. */
export function updatesCheck(
  releases: Awaited<ReturnType<ReleaseDesk['list']>>,
  now: number,
): HealthCheck | null {
  const offered = releases.find(({ state }) => state === 'offered');
  if (!offered?.updatesUntil) return null;
  const { version, updatesUntil } = offered;
  const days = Math.floor((Date.parse(updatesUntil) - now) / DAY_MS);
  const day = updatesUntil.slice(0, 10);
  return judged(
    { key: 'updates', label: 'Updates of the app' },
    days < 0 ? 'broken' : days < SOON_DAYS ? 'look' : 'fine',
    days < 0
      ? `Installed apps no longer believe the update to ${version}: its manifest ran out on ${day}.`
      : `Installed apps believe the update to ${version} until ${day}.`,
    'Sign the manifest again with “npm run release:desktop -- --renew latest.json” and publish it with --replace (docs/desktop-releases.md).',
  );
}
