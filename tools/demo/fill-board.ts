import { selfAs } from '../../apps/api/src/commands/command/command-parts.ts';
import { openEmbedded } from '../../apps/api/src/db/embedded.ts';
import { publishBoard } from '../../apps/api/src/features/board/publish-board.ts';
import { addAgreed } from '../../apps/api/src/features/board/testing/agreed.ts';
import { addTraded } from '../../apps/api/src/features/board/testing/traded.ts';
import { systemClock } from '../../apps/api/src/process/clock.ts';
import { signedInUser } from '../../apps/api/test/helpers/builders.ts';

// Fills an embedded database, on which no service runs, with what the board of models is made from: for journeys and
// pictures. The board is published, and waits for the log.

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('node tools/demo/fill-board.ts DATA_DIR');

const PEOPLE = 7;
/** Made-up models, from one that knows something to one that knows less than nothing. */
const MODELS = [
  { analyst: 'atlas', model: 'atlas-large-2', lean: 0.12 },
  { analyst: 'borealis', model: 'borealis-70b', lean: 0.03 },
  { analyst: 'trend', model: 'offline', lean: 0.0 },
  { analyst: 'cassini', model: 'cassini-mini', lean: -0.08 },
] as const;
const MARKETS = [
  { symbol: 'EURUSD', bars: 60, people: PEOPLE },
  { symbol: 'XAUUSD', bars: 24, people: 6 },
  { symbol: 'GBPUSD', bars: 20, people: 3 },
  { symbol: 'USDJPY', bars: 20, people: 4 },
] as const;

const database = await openEmbedded(dataDir, selfAs('filling the board'));
const { db } = database;
const service = { db, clock: systemClock };
const people: string[] = [];
for (let at = 0; at < PEOPLE; at += 1)
  people.push((await signedInUser(service, { username: `board${at}`, plan: 'Elite' })).user.id);
for (const [place, { symbol, bars, people: count }] of MARKETS.entries())
  for (const [number, { analyst, model, lean }] of MODELS.entries())
    for (const [who, userId] of people
      .slice(place === 2 ? 4 : 0, place === 2 ? 4 + count : count)
      .entries()) {
      const came = (bar: number) => (chance(bar, 1, place) < 0.52 ? 'up' : 'down');
      const says = (bar: number) => {
        const side = came(bar) === 'up' ? 1 : -1;
        const noise = (chance(bar, 2 + number, place) - 0.5) * 0.3;
        const p_up = Math.min(0.95, Math.max(0.05, 0.5 + side * lean + noise));
        return { p_up, abstained: chance(bar, 20 + number, who) < 0.04 };
      };
      await addAgreed(service, userId, {
        bars,
        symbol,
        analyst,
        model,
        came,
        says,
        from: 200 * place + 1_000 * number,
      });
    }
for (const [at, userId] of people.entries()) {
  await addTraded(service, userId, {
    trades: 24,
    kind: 'demo',
    isWon: (trade) => chance(trade, 30, at) < 0.45,
  });
  await addTraded(service, userId, {
    trades: 18,
    kind: 'real',
    isWon: (trade) => chance(trade, 31, at) < 0.42,
  });
  if (at < 3)
    await addTraded(service, userId, {
      trades: 9,
      kind: 'paper',
      isWon: (trade) => trade % 2 === 0,
    });
}
await publishBoard(service);
await database.close();

/** A number from 0 to 1 that is the same each time. */
function chance(one: number, two: number, three: number): number {
  const mixed = Math.sin(one * 12.9898 + two * 78.233 + three * 37.719) * 43_758.5453;
  return mixed - Math.floor(mixed);
}
