import type { Vote } from '../analysts/vote.ts';
import {
  DEFAULT_ENSEMBLE,
  decide,
  type EnsembleOptions,
  pooledChance,
} from '../ensemble/ensemble.ts';
import { chanceOf } from '../ensemble/log-odds.ts';
import { recalibrated } from '../ensemble/platt.ts';
import { poolSlopeFromCells } from '../ensemble/pool-slope.ts';
import type { Trust } from '../ensemble/trust.ts';
import { type CalibrationCell, trustFromCells } from '../ensemble/trust-from-cells.ts';
import { createNormal, createRandom } from '../market/random.ts';
import { aVote } from './builders.ts';

/** An analyst of known skill. */
export type Member = Readonly<{
  analyst: string;
  /** The analyst's own name where it is left out. */
  family?: string;
  /** The part of the market it hears; null: it tosses a coin. */
  hears: string | null;
  /** How much of the market's log-odds that part moves. */
  strength?: number;
  /** What it says, in times the log-odds that it hears: 4 is far too sure, -1 has it the wrong way round. */
  shouts?: number;
  /** Deviation of its log-odds from what it hears. */
  noise?: number;
}>;

export type Lesson = Readonly<{
  members: readonly Member[];
  /** Log-odds of a rise that nobody hears. */
  drift: number;
  seed: number;
  /** Outcomes before anything is judged, and outcomes that are judged; it learns from those, too. */
  learnt: number;
  judged: number;
}>;

/** Records are read again after so many outcomes. */
const EVERY = 50;

/** Lets analysts vote on a made-up market and learns from what came, as the service does. */
export function learn({ members, drift, seed, learnt, judged }: Lesson) {
  const random = createRandom(seed);
  const normal = createNormal(random);
  const records = new Map(members.map(({ analyst }) => [analyst, emptyRecord()]));
  const parts = new Map(members.map(({ hears, strength = 0 }) => [hears, strength]));
  parts.delete(null);
  const pool = emptyRecord();
  const misses = { pool: 0, said: members.map(() => 0), corrected: members.map(() => 0) };
  let options: EnsembleOptions = DEFAULT_ENSEMBLE;
  let shares: ReadonlyMap<string, number> = new Map();
  for (let turn = 0; turn < learnt + judged; turn += 1) {
    if (turn % EVERY === 0 || turn === learnt) {
      const poolSlope = poolSlopeFromCells(pool);
      options = { ...DEFAULT_ENSEMBLE, trust: trustOf(members, records), poolSlope };
    }
    const heard = new Map([...parts].map(([part, strength]) => [part, strength * normal()]));
    const votes = members.map((member) => voteOf(member, heard, random, normal));
    const logOdds = [...heard.values()].reduce((sum, each) => sum + each, drift);
    const came = random() < chanceOf(logOdds) ? 1 : 0;
    const verdict = decide(votes, 0.1, options);
    shares = new Map(verdict.shares.map(({ analyst, share }) => [analyst, share]));
    if (turn >= learnt) {
      misses.pool += (verdict.pUp - came) ** 2;
      for (const [index, { analyst, pUp }] of votes.entries()) {
        const corrected = recalibrated(pUp, options.trust[analyst]?.platt ?? null);
        misses.said[index] = (misses.said[index] ?? 0) + (pUp - came) ** 2;
        misses.corrected[index] = (misses.corrected[index] ?? 0) + (corrected - came) ** 2;
      }
    }
    for (const { analyst, pUp } of votes) note(records.get(analyst), pUp, came);
    note(pool, pooledChance(verdict.shares, 1), came);
  }
  return {
    /** Brier scores over the outcomes that were judged. */
    pooled: misses.pool / judged,
    /** Of the best member, as said or recalibrated, whichever is better. */
    best: Math.min(...misses.said, ...misses.corrected) / judged,
    /** In the last verdict, by analyst. */
    shares,
    poolSlope: options.poolSlope,
    pooledAs: (analyst: string, said: number) =>
      recalibrated(said, options.trust[analyst]?.platt ?? null),
  };
}

type Cells = { hundredth: number; ups: number; downs: number }[];

function emptyRecord(): Cells {
  return Array.from({ length: 99 }, (_, index) => ({ hundredth: index + 1, ups: 0, downs: 0 }));
}

function note(record: Cells | undefined, said: number, came: number): void {
  const cell = record?.[Math.round(100 * said) - 1];
  if (cell) cell[came === 1 ? 'ups' : 'downs'] += 1;
}

function trustOf(
  members: readonly Member[],
  records: ReadonlyMap<string, readonly CalibrationCell[]>,
): Readonly<Record<string, Trust>> {
  return Object.fromEntries(
    members.map(({ analyst, family = analyst }) => {
      const cells = (records.get(analyst) ?? []).filter(({ ups, downs }) => ups + downs > 0);
      return [analyst, trustFromCells(family, cells)];
    }),
  );
}

function voteOf(
  { analyst, hears, shouts = 1, noise = 0 }: Member,
  heard: ReadonlyMap<string | null, number>,
  random: () => number,
  normal: () => number,
): Vote {
  const said =
    hears === null
      ? 0.3 + 0.4 * random()
      : chanceOf(shouts * (heard.get(hears) ?? 0) + noise * normal());
  const pUp = Math.min(99, Math.max(1, Math.round(100 * said))) / 100;
  return aVote({ analyst, pUp, action: 'HOLD', stopLossAtr: null, takeProfitAtr: null });
}
