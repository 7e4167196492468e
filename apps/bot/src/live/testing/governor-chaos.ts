import { createRandom } from '@quorate/trading/market/random';
import { instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { createTerminalLink, type TerminalLink } from '../../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../../mt5/bridge/testing/memory-wires.ts';
import { type SymbolTerms, symbolTerms } from '../../mt5/simulator/market/symbol-terms.ts';
import type { Behaviour } from '../../mt5/simulator/server/trade-server.ts';
import { createSimulatedTerminal } from '../../mt5/simulator/simulated-terminal.ts';
import type { Timers } from '../../timers.ts';
import { createLastLineKeeper } from '../last-line.ts';
import { openLiveJournal } from '../live-journal.ts';

/** What one run found. */
export type GovernorFindings = Readonly<{
  seed: number;
  /** Minor units between the lowest equity of all ticks and the floor; below 0 the line was crossed. */
  aboveFloorMinor: number;
  floorMinor: number;
  opened: number;
  /** Positions that the last line closed, and that their stops closed. */
  byLine: number;
  byStop: number;
  /** What was done to bot and terminal. */
  struck: readonly Strike[];
}>;

type Strike = 'bot killed' | 'pipe cut' | 'bot frozen' | 'terminal frozen' | 'terminal restarted';

const TOKEN = 'c3'.repeat(32);
const MAGIC = 7_420_001;
const START = instantFromIso('2025-01-08T10:00:00Z');
const START_MINOR = 10_000_000;
const FREEZE_MS = 60_000;
/** Share of its stop distance that an exit may be worse than its stop: the reserve of each position. */
const RESERVE = 0.25;
const BUFFER_MINOR = 15_000;
const COMMISSION_PER_LOT = 350;
const STEPS = 240;
const STEP_MS = 1_000;
const PAIRS = ['EURUSD', 'GBPUSD', 'AUDUSD'] as const;
const PRICES: Readonly<Record<string, number>> = {
  EURUSD: 110_000,
  GBPUSD: 127_000,
  AUDUSD: 66_000,
};

/**
 * An account that is filled up to its headroom, prices that all run against it, and a bot that is killed, cut
 * off or frozen meanwhile; now and then the terminal is. No exit slips more than its reserve: where the
 * terminal is alive the expert closes at the line, where it is not, admission and the stops at the broker hold.
 * In runs with a position opened by hand without a stop only the last line stands between the market and the
 * floor; its terminal stays alive, and no single tick costs more than the buffer.
 */
export async function governorChaos(seed: number): Promise<GovernorFindings> {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least));
  const timers = createManualTimers(START);
  const byHandAlone = chance(0.3);
  const terms: readonly SymbolTerms[] = PAIRS.map((symbol) =>
    symbolTerms(symbol, {
      commissionPerLot: COMMISSION_PER_LOT,
      spread: 10,
      swapLong: 0,
      swapShort: 0,
      filling: between(0, 4),
    }),
  );
  let listener = createMemoryListener(timers);
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    symbols: terms,
    account: {
      startMinor: START_MINOR,
      leverage: 500,
      marginMode: chance(0.5) ? 'hedging' : 'netting',
    },
    connect: () => listener.dial().terminal,
  });
  const server = () => terminal.server();
  const prices = new Map<string, number>(PAIRS.map((symbol) => [symbol, PRICES[symbol] ?? 0]));
  for (const [symbol, bid] of prices) terminal.tick(symbol, bid, bid + 10);

  // The account is filled: a floor, and positions that use up what lies above it.
  const floorMinor = START_MINOR - between(200_000, 500_000);
  let roomMinor = START_MINOR - floorMinor - BUFFER_MINOR;
  const distances = new Map<string, number>();
  const sides = new Map<string, 1 | -1>();
  let opened = 0;
  for (const symbol of PAIRS.slice(0, between(1, PAIRS.length + 1))) {
    const distance = between(150, 900);
    const sign = chance(0.5) ? 1 : -1;
    // Of one unit, 0.01 lots: a point is a cent; commission twice, spread, and the stop times the reserve.
    const unitMinor = (distance * (1 + RESERVE) + 20) * 1 + (2 * COMMISSION_PER_LOT) / 100 + 1;
    const share = opened === PAIRS.length - 1 ? 1 : 0.4 + 0.6 * random();
    const volume = Math.floor((roomMinor * share) / unitMinor);
    if (volume < 1) continue;
    roomMinor -= Math.ceil(volume * unitMinor);
    const quote = terminal.market.quote(symbol);
    if (!quote) continue;
    const entry = sign === 1 ? quote.ask : quote.bid;
    await server().send({
      action: 'deal',
      symbol,
      side: sign === 1 ? 'BUY' : 'SELL',
      volume: byHandAlone ? Math.floor(volume / 2) + 1 : volume,
      position: null,
      price: entry,
      stopLoss: byHandAlone ? null : entry - sign * distance,
      takeProfit: null,
      deviation: 10_000,
      filling: 'fok',
      magic: byHandAlone ? 0 : MAGIC,
      comment: '',
      byHand: byHandAlone,
    });
    distances.set(symbol, distance);
    sides.set(symbol, sign);
    opened = server().positions().length;
  }

  // Its closings meet a broker with moods; what an exit may slip stays within the buffer.
  let calm = true;
  const codes = [10_018, 10_021, 10_024, 10_030, 10_004];
  server().behaviours.always((): Behaviour => {
    if (calm || byHandAlone) return {};
    if (chance(0.4)) return { refuse: codes[between(0, codes.length)] ?? 10_018 };
    return chance(0.1) ? { loseAnswer: null } : {};
  });

  const journal = openLiveJournal(null);
  let frozenUntil = 0;
  let life = begin();
  await timers.advance(2_000);
  await timers.until(
    life.keeper.guard({
      seq: 1,
      floorMinor,
      bufferMinor: BUFFER_MINOR,
      entriesOff: false,
      until: null,
    }),
    60_000,
  );
  calm = false;

  /** One life of the bot: killed, none of its timers runs any more. */
  function begin(): { keeper: ReturnType<typeof createLastLineKeeper>; kill(): void } {
    let dead = false;
    const own: Timers = {
      now: timers.now,
      after(ms, run) {
        return timers.after(ms, function turn() {
          if (dead) return;
          // A process that stands still works off what is due once it goes on.
          if (timers.now() < frozenUntil) timers.after(frozenUntil - timers.now(), turn);
          else run();
        });
      },
    };
    listener = createMemoryListener(timers);
    const mine = listener;
    const link: TerminalLink = createTerminalLink({
      listener,
      timers: own,
      token: TOKEN,
      account: null,
      notify() {},
    });
    const keeper = createLastLineKeeper({
      link,
      journal,
      timers: own,
      currency: () => currencyOf('USD'),
      closesHandPositions: byHandAlone,
      nextTurn: (after) => instant(after + 1_440 * MINUTE_MS),
      lockEnds: () => null,
      notify() {},
    });
    link.onEvent((event) => dead || keeper.hear(event));
    return {
      keeper,
      kill() {
        dead = true;
        for (const wires of mine.dialed) wires.hang();
        void mine.close();
        terminal.cut();
      },
    };
  }

  const struck: Strike[] = [];
  let lowest = server().ledger.equity();
  const look = () => {
    lowest = Math.min(lowest, server().ledger.equity());
  };
  const stopHearing = terminal.market.hear(look);
  const strikeAt = between(5, 60);
  const kinds: readonly Strike[] = byHandAlone
    ? ['bot killed', 'pipe cut', 'bot frozen']
    : ['bot killed', 'pipe cut', 'bot frozen', 'terminal frozen', 'terminal restarted'];
  for (let step = 0; step < STEPS && server().positions().length > 0; step += 1) {
    if (step === strikeAt || chance(0.01)) strike(kinds[between(0, kinds.length)] ?? 'pipe cut');
    for (const [symbol, sign] of sides) {
      const bid = prices.get(symbol) ?? 0;
      const next = bid - sign * stepFor(symbol);
      prices.set(symbol, next);
      terminal.tick(symbol, next, next + 10);
      look();
    }
    await timers.advance(STEP_MS);
  }

  /** Points that a price runs in one tick: at most the reserve of its stop; by hand, its part of the buffer. */
  function stepFor(symbol: string): number {
    const distance = distances.get(symbol) ?? 100;
    if (chance(0.35)) return -between(0, 5);
    const volume = server()
      .positions()
      .reduce((sum, each) => sum + (each.symbol === symbol ? each.volume : 0), 0);
    const most = byHandAlone
      ? Math.floor(BUFFER_MINOR / sides.size / Math.max(1, volume))
      : Math.floor(distance * RESERVE);
    return between(0, Math.max(1, Math.min(most, distance)));
  }

  function strike(kind: Strike): void {
    struck.push(kind);
    switch (kind) {
      case 'bot killed':
        life.kill();
        if (chance(0.5)) {
          timers.after(between(1_000, 40_000), () => {
            life = begin();
          });
        }
        return;
      case 'pipe cut':
        terminal.cut();
        return;
      case 'bot frozen':
        frozenUntil = timers.now() + FREEZE_MS;
        return;
      case 'terminal frozen':
        terminal.stall(FREEZE_MS);
        return;
      case 'terminal restarted':
        terminal.restart(between(1_000, 30_000));
    }
  }

  calm = true;
  await timers.advance(5_000);
  look();
  stopHearing();
  const deals = server().deals();
  life.kill();
  terminal.close();
  journal.close();
  return {
    seed,
    aboveFloorMinor: lowest - floorMinor,
    floorMinor,
    opened,
    byLine: deals.filter(({ comment, entry }) => entry === 'out' && comment === 'TB1:LASTLINE')
      .length,
    byStop: deals.filter(({ reason }) => reason === 'sl').length,
    struck,
  };
}
