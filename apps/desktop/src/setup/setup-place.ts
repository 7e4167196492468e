import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pickTerminal } from '@quorate/bot/mt5/install/choose-terminal';
import { compileState } from '@quorate/bot/mt5/install/deploy-expert';
import { type ExpertSource, sourcesHash } from '@quorate/bot/mt5/install/expert-sources';
import { bridgeFileIn } from '@quorate/bot/mt5/install/share-token';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { Timers } from '@quorate/bot/timers';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { DesktopDeps } from '../parts.ts';

type PlaceDeps = Pick<DesktopDeps, 'roots'> &
  Readonly<{ expertSources(): readonly ExpertSource[]; timers: Pick<Timers, 'now'> }>;

type Named = Pick<Profile, 'terminal_path'>;

/** What the setup of a configuration stands on outside of its settings. */
export type SetupPlaces = Readonly<{
  /**
   * A name for the terminal exactly as it is: where it is, the expert in it, and with which bot it shares a
   * token. Null where it cannot be looked at.
   */
  hashOf(profile: Named): string | null;
  /** The same as of a moment ago, for who asks again and again. */
  recentHashOf(profile: Named): string | null;
  /** Something was done to a terminal. */
  forget(): void;
}>;

/** The state of the app is told up to four times a second, for each configuration. */
const RECENT_MS = 2_000;

export function setupPlaces({ roots, expertSources, timers }: PlaceDeps): SetupPlaces {
  const recent = new Map<string, Readonly<{ hash: string | null; at: number }>>();
  const hashOf = (profile: Named) => {
    const hash = hashOrNull(profile);
    recent.set(profile.terminal_path ?? '', { hash, at: timers.now() });
    return hash;
  };
  return {
    hashOf,
    recentHashOf(profile) {
      const kept = recent.get(profile.terminal_path ?? '');
      return kept && timers.now() - kept.at < RECENT_MS ? kept.hash : hashOf(profile);
    },
    forget: () => recent.clear(),
  };

  function hashOrNull(profile: Named): string | null {
    try {
      return hashOfText(canonicalJson(placeOf(profile)));
    } catch {
      // Without the resources of the program nothing is as it was.
      return null;
    }
  }

  function placeOf(profile: Named): Record<string, string | null> {
    const choice = pickTerminal(profile, roots);
    if (choice.kind !== 'found') return { terminal: choice.kind };
    const { installFolder, dataFolder } = choice.terminal;
    const sources = expertSources();
    return {
      terminal: installFolder,
      data: dataFolder,
      sources: sourcesHash(sources),
      expert: compileState(dataFolder, sources),
      bridge: bridgeHash(dataFolder),
    };
  }
}

function bridgeHash(dataFolder: string): string | null {
  try {
    return hashOfText(readFileSync(bridgeFileIn(dataFolder), 'utf8'));
  } catch {
    return null;
  }
}

function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
