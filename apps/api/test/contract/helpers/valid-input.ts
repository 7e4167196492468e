import { createHash } from 'node:crypto';
import { snapshot as snapshotSchema } from '@quorate/contract/decisions';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import type { Call, Input } from './calls.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

/** Inputs that a call takes: they pass its schemas, and most reach what the call does. */
export function validInput(call: Call): Arbitrary<Input> {
  return made(call).filter((input) => isTaken(call, input));
}

/**
 * The same inputs at every run.
 *
 * @throws Error for a call whose rules the made inputs hardly keep; MENDS then needs an entry
 */
export function validInputs(call: Call, count: number): Input[] {
  const { params, query, body } = call.endpoint;
  if (!params && !query && !body) return [{}];
  const tries = count * 20;
  const inputs = fc
    .sample(made(call), { numRuns: tries, seed: 42 })
    .filter((input) => isTaken(call, input));
  if (inputs.length < count)
    throw new Error(
      `${call.name} takes ${inputs.length} of ${tries} made inputs: MENDS lacks a rule`,
    );
  return inputs.slice(0, count);
}

function made({ name, endpoint }: Call): Arbitrary<Input> {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [[part, arbitraryOf(schema)] as const] : [];
  });
  const mend = MENDS[name] ?? ((input: Input) => input);
  return fc.record(Object.fromEntries(parts)).map((input) => mend(input));
}

/**
 * An input with one field spoiled, made whole around it: a sum or a hash that no longer fits would hide
 * what the field does.
 */
export function mended(call: Call, input: Input, spoiled: readonly (string | number)[]): Input {
  if (call.name !== 'analyse' || spoiled[1] !== 'snapshot') return input;
  const body = z.looseObject({ snapshot: z.unknown() }).parse(input.body);
  return { ...input, body: { ...body, snapshot_hash: hashOf(body.snapshot) } };
}

/** Nothing, where there is no hash to make: the service refuses the snapshot before it looks. */
function hashOf(snapshot: unknown): string {
  const parsed = snapshotSchema.safeParse(snapshot);
  const text = parsed.success ? canonicalJson(parsed.data) : '';
  return createHash('sha256').update(text).digest('hex');
}

function isTaken({ endpoint }: Call, input: Input): boolean {
  const { params, query, body } = endpoint;
  return (
    (!params || params.safeParse(input.params).success) &&
    (!query || query.safeParse(input.query).success) &&
    (!body || body.safeParse(input.body).success)
  );
}

const tradesBody = z.object({
  account: z.looseObject({ currency: z.string() }),
  trades: z.array(
    z.looseObject({
      opened_at: z.string(),
      gross_profit: z.number(),
      status: z.string(),
    }),
  ),
});

const datesQuery = z.looseObject({
  start_date: z.string().optional(),
  end_date: z.string().optional(),
});

/** Rules across fields, which no schema of one field can tell. */
const anOutcome = z.looseObject({ verdict: z.string() });

/** An outcome that does not contradict itself: only a veto has a refusal and a shadow. */
function mendedOutcome(outcome: z.output<typeof anOutcome>) {
  const none = { fill: null, refusal: null, shadow: null, bars: [], raw_bars: [] };
  return { ...outcome, ...none, verdict: 'held' };
}

const MENDS: Record<string, (input: Input) => Input> = {
  reportOutcome: (input) => ({ ...input, body: mendedOutcome(anOutcome.parse(input.body)) }),
  reportOutcomes: (input) => ({
    ...input,
    body: {
      outcomes: z
        .object({ outcomes: z.array(anOutcome) })
        .parse(input.body)
        .outcomes.map(mendedOutcome),
    },
  }),
  analyse: (input) => {
    const body = z
      .looseObject({ account: z.looseObject({}), snapshot: snapshotSchema })
      .parse(input.body);
    // Bars that fit together, on the grid, of an account that may trade past ones.
    const as_of = '2026-01-05T08:00:00.000Z';
    const bars = body.snapshot.bars.map(() => [0, 0, 0, 0] as const);
    const snapshot = { ...body.snapshot, as_of, bars };
    const account = { ...body.account, kind: 'paper', account_type: 'demo' };
    const snapshot_hash = hashOf(snapshot);
    // Raw bars would have to give that snapshot.
    const { bars: _, bars_after: __, ...rest } = body;
    return { body: { ...rest, account, snapshot, snapshot_hash, trades_opened_today: 0 } };
  },
  getTradeStatistics: (input) => {
    const { start_date, end_date, ...query } = datesQuery.parse(input.query);
    const [from, to] = [start_date ?? '2026-01-01', end_date ?? '2026-02-01'].toSorted();
    const dates = { period: 'custom', start_date: from, end_date: to };
    return { ...input, query: { ...query, ...(end_date !== undefined && dates) } };
  },
  syncTrades: (input) => {
    const { account, trades } = tradesBody.parse(input.body);
    return {
      body: {
        account: { ...account, currency: 'USD' },
        trades: trades.map((trade, index) => {
          const gross = Math.round(trade.gross_profit % 10_000);
          const closed = trade.status === 'CLOSED' || index % 2 === 0;
          return {
            ...trade,
            status: closed ? 'CLOSED' : trade.status,
            position_ticket: String(index + 1),
            digits: 3,
            gross_profit: gross,
            commission: -2,
            swap: 0.5,
            fee: 0,
            profit: gross - 1.5,
            initial_risk: null,
            closed_at: closed ? trade.opened_at : null,
            close_price: closed ? 1.5 : null,
          };
        }),
      },
    };
  },
};
