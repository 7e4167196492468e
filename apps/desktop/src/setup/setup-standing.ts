import type { Profile } from '@quorate/bot/profiles/profile';
import type { Clock } from '@quorate/trading/ports';
import type { SetupItem } from '../contract/setup.ts';
import { profileHash, type SetupRecord } from './setup-file.ts';
import type { SetupPlaces } from './setup-place.ts';

/** A terminal can be signed in to another account the moment after it was looked at: real money wants a fresh look. */
const PASSED_FOR_MS = 24 * 3_600_000;

/** What a record is worth now. @param profile null where its file cannot be used */
export type Standing = Readonly<{
  /** Whether the configuration is exactly as it was. */
  isSameConfiguration(record: SetupRecord, profile: Profile | null): boolean;
  /** What has changed since; null where nothing has, as of a moment ago. */
  changed(record: SetupRecord, profile: Profile | null): string | null;
  /** Whether all items were green, not long ago, and nothing has changed since. */
  hasPassed(record: SetupRecord, profile: Profile): boolean;
}>;

export function setupStanding(clock: Clock, places: SetupPlaces): Standing {
  const isSameConfiguration: Standing['isSameConfiguration'] = (record, profile) =>
    record.configuration_hash === (profile && profileHash(profile));
  return {
    isSameConfiguration,
    changed(record, profile) {
      if (!isSameConfiguration(record, profile)) return 'The configuration';
      if (profile === null || record.place_hash === places.recentHashOf(profile)) return null;
      return 'The terminal, or what the app has put into it,';
    },
    hasPassed: (record, profile) =>
      isSameConfiguration(record, profile) &&
      record.place_hash !== null &&
      record.place_hash === places.hashOf(profile) &&
      isFresh(record, clock.now()) &&
      record.items.length > 0 &&
      greenCount(record.items) === record.items.length,
  };
}

export function greenCount(items: readonly SetupItem[]): number {
  return items.filter(({ status }) => status === 'green').length;
}

/** A clock that was set back makes no check fresher. */
function isFresh({ checked_at: at }: SetupRecord, now: number): boolean {
  const age = now - Date.parse(at);
  return age >= 0 && age <= PASSED_FOR_MS;
}
