// The house's rules as figures. docs/decisions/0001 says why they are what they are.

export type RoomRule = {
  /** Packages of the house that the room may import. */
  packages: readonly string[];
  /** What product code may import from outside of the house; null: whatever its package.json lists. */
  outside: readonly string[] | null;
};

const APP: RoomRule = {
  packages: ['content', 'contract', 'trading', 'ui', 'values'],
  outside: null,
};

const ROOMS: Readonly<Record<string, RoomRule>> = {
  // The app around the bot, which runs the bot's program.
  'apps/desktop': { ...APP, packages: [...APP.packages, 'bot'] },
  // Without keys of the payment provider the service starts the local one in its place.
  'apps/api': { ...APP, packages: [...APP.packages, 'ledger', 'paddle-emulator', 'trade-import'] },
  'packages/values': { packages: [], outside: [] },
  'packages/content': { packages: [], outside: [] },
  'packages/contract': { packages: ['values'], outside: ['zod'] },
  'packages/ledger': { packages: [], outside: ['node:crypto'] },
  'packages/ui': { packages: ['contract', 'values'], outside: ['react'] },
  'packages/trading': { packages: ['values'], outside: [] },
  tools: { packages: ['contract', 'ledger', 'trade-import', 'trading', 'values'], outside: null },
  e2e: {
    packages: ['contract', 'paddle-emulator', 'trade-import', 'trading', 'values'],
    outside: null,
  },
};

/** The rule of a room. One that is not named above is covered at birth: an app, or a package like contract's neighbours. */
export function ruleOf(room: string): RoomRule {
  const rule = ROOMS[room];
  if (rule) return rule;
  return room.startsWith('apps/') ? APP : { packages: ['contract', 'values'], outside: null };
}

/** Rooms that reach into others by relative path: tools start the apps, journeys start the tools. */
export const STARTERS: Readonly<Record<string, RegExp>> = {
  tools: /^(apps\/|e2e$)/,
  e2e: /^tools$/,
};

/** The only readers of the environment among product code. */
export const ENVIRONMENT_READERS: readonly RegExp[] = [
  /^apps\/api\/src\/config\/config\.ts$/,
  /^apps\/bot\/src\/program\.ts$/,
  /^apps\/[^/]+\/[^/]+\.config\.ts$/,
  /^tools\//,
];

/** Who may ask the machine for the time. Screens show times to people and decide nothing by them. */
export const CLOCK_READERS: readonly RegExp[] = [
  /^(apps|packages)\/[^/]+\/src\/(process\/)?clock\.ts$/,
  /^apps\/web\//,
  /^apps\/desktop\/src\/interface\//,
  /^tools\//,
];
