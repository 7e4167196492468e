import { createRandom } from '@quorate/trading/market/random';
import type { StoredLimits } from '@quorate/trading/risk/limits-state';
import { openLiveBench } from './live-bench.ts';
import type { Fate } from './scripted-terminal.ts';

/** What a chaos run found; all but `orders`, `deals`, `kills` and `cuts` must be 0. */
export type ChaosFindings = {
  orders: number;
  deals: number;
  kills: number;
  cuts: number;
  duplicateOrders: number;
  lostDeals: number;
  dealsToldTwice: number;
  nakedTooLong: number;
  limitsReset: number;
  unsettled: number;
};

const FATES: readonly Fate[] = ['cut-before', 'cut-after', 'lost', 'answer-lost'];
const BARS = 6;
const LOOK_MS = 250;
const NAKED_MS = 5_000;

/**
 * Some minutes of live trading on a scripted terminal in which requests vanish, connections break, stops
 * are lost and the bot is killed, at steps that the seed chooses.
 */
export async function chaosRun(seed: number): Promise<ChaosFindings> {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const bench = openLiveBench({ terminal: { timeframe: 'M1' } });
  const { terminal, time, journal } = bench;
  const found: ChaosFindings = {
    orders: 0,
    deals: 0,
    kills: 0,
    cuts: 0,
    duplicateOrders: 0,
    lostDeals: 0,
    dealsToldTwice: 0,
    nakedTooLong: 0,
    limitsReset: 0,
    unsettled: 0,
  };
  const nakedSince = new Map<string, number>();
  let watching = true;
  let limits: StoredLimits | null = null;

  function look(): void {
    if (!watching) return;
    for (const { ticket, sl, magic } of terminal.positions.values()) {
      if (magic === 0 || sl !== null) nakedSince.delete(ticket);
      else {
        const since = nakedSince.get(ticket) ?? time.now();
        nakedSince.set(ticket, since);
        if (time.now() - since > NAKED_MS) found.nakedTooLong += 1;
      }
    }
    for (const ticket of nakedSince.keys())
      if (!terminal.positions.has(ticket)) nakedSince.delete(ticket);
    const now = journal.limits();
    if (now && limits && isSofter(limits, now)) found.limitsReset += 1;
    limits = now;
    time.after(LOOK_MS, look);
  }

  const trouble = 0.02 + 0.1 * random();
  terminal.fate = () => {
    if (!chance(trouble)) return 'none';
    found.cuts += 1;
    return FATES[Math.floor(random() * FATES.length)] ?? 'none';
  };
  let life = bench.start({ maxDailyTrades: 4 });
  look();
  await time.pass(3_000);
  for (let bar = 0; bar < BARS; bar += 1) {
    terminal.losesStops = chance(0.3);
    bench.thinkMs = chance(0.3) ? 20_000 : 0;
    if (chance(0.8)) bench.wanted.push(chance(0.5) ? 'BUY' : 'SELL');
    if (chance(0.1)) terminal.openByHand('BUY', '0.01');
    const killAt = chance(0.4) ? Math.floor(random() * 4_000) : null;
    const cutAt = chance(0.3) ? Math.floor(random() * 4_000) : null;
    if (cutAt !== null) time.after(58_000 + cutAt, () => terminal.cut());
    if (killAt !== null) {
      found.kills += 1;
      time.after(58_000 + killAt, () => {
        life.kill();
        life = bench.start({ maxDailyTrades: 4 });
      });
    }
    await bench.bar();
    if (chance(0.3)) terminal.tick(chance(0.5) ? 90_000 : 140_000);
  }
  terminal.fate = () => 'none';
  await time.pass(75_000);
  watching = false;
  const ours = terminal.deals.filter(({ position }) =>
    terminal.deals.some(
      (deal) => deal.position === position && deal.entry === 'in' && deal.magic !== 0,
    ),
  );
  const keys = ours.filter(({ entry }) => entry === 'in').map(({ comment }) => comment);
  found.orders = keys.length;
  found.deals = ours.length;
  found.duplicateOrders = keys.length - new Set(keys).size;
  found.lostDeals = ours.filter(({ ticket }) => !journal.isTakenIn(ticket)).length;
  const told = bench.events.flatMap((event) => (event.kind === 'deal' ? [event.deal.ticket] : []));
  found.dealsToldTwice = told.length - new Set(told).size;
  found.unsettled = journal.unsettled().length;
  if ((journal.limits()?.openedToday ?? 0) < keys.length) found.limitsReset += 1;
  await life.stop();
  journal.close();
  return found;
}

function isSofter(before: StoredLimits, after: StoredLimits): boolean {
  if (after.day !== before.day) return after.day < before.day;
  return (
    after.openedToday < before.openedToday ||
    after.dayStartMinor !== before.dayStartMinor ||
    (before.dailyLossLatch !== null && after.dailyLossLatch === null) ||
    (before.weeklyLossLatch !== null && after.weeklyLossLatch === null)
  );
}
