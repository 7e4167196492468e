import type { Profile } from '@quorate/bot/profiles/profile';

const FIRST_PORT = 7_420;
const LAST_PORT = 65_535;
const FIRST_MAGIC = 7_420_001;

/** @example nextName(['Main']) // 'Main 2' */
export function nextName(names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'Main' : `Main ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** The first port that no other configuration listens at. */
export function nextPort(others: readonly Profile[]): number {
  const taken = new Set(others.map(({ bridge }) => bridge.port));
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) if (!taken.has(port)) return port;
  return FIRST_PORT;
}

/** The first number that no other configuration marks its orders with. */
export function nextMagic(others: readonly Profile[]): number {
  const taken = new Set(others.map(({ bridge }) => bridge.magic));
  let magic = FIRST_MAGIC;
  while (taken.has(magic)) magic++;
  return magic;
}
