import type { BoardCell } from '@quorate/record/board';
import { toBase64 } from '@quorate/tlog/bytes';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { stringify } from 'csv-stringify/sync';
import { safeText } from '../../http/safe-text.ts';
import type { BoardProof, PublishedBoard } from './read-board.ts';

type Value = string | number | null;

/** What a row says, for people and their tables; `cell` is the row as it is on record, to the byte. */
const COLUMNS: readonly (readonly [name: string, of: (cell: BoardCell) => Value])[] = [
  ['rank', ({ rank }) => rank],
  ['analyst', ({ analyst }) => safeText(analyst)],
  ['model', ({ model }) => safeText(model)],
  ['provider', ({ provider }) => safeText(provider)],
  ['symbol', ({ symbol }) => safeText(symbol ?? 'other')],
  ['timeframe', ({ timeframe }) => timeframe],
  ['accounts', ({ accounts }) => accounts],
  ['asked', ({ asked }) => asked],
  ['abstained', ({ abstained }) => abstained],
  ['outcomes', ({ outcomes }) => outcomes],
  ['effective', ({ effective }) => effective],
  ['rises', ({ rises }) => rises],
  ['accuracy', ({ accuracy }) => accuracy?.value ?? null],
  ['accuracy_low', ({ accuracy }) => accuracy?.low ?? null],
  ['accuracy_high', ({ accuracy }) => accuracy?.high ?? null],
  ['base_rate', ({ base_rate }) => base_rate],
  ['brier', ({ brier }) => brier],
  ['brier_climatology', ({ brier_climatology }) => brier_climatology],
  ['log_loss', ({ log_loss }) => log_loss],
  ['log_loss_climatology', ({ log_loss_climatology }) => log_loss_climatology],
  ['skill', ({ skill }) => skill?.value ?? null],
  ['skill_low', ({ skill }) => skill?.low ?? null],
  ['skill_high', ({ skill }) => skill?.high ?? null],
  ['cost_per_decision_micro_usd', (cell) => cell.cost_per_decision_micro_usd],
  ['latency_p50_ms', ({ latency_p50_ms }) => latency_p50_ms],
  ['latency_p95_ms', ({ latency_p95_ms }) => latency_p95_ms],
  ['cell', (cell) => canonicalJson(cell as unknown as JsonValue)],
];

/**
 * The board as a file that proves itself: the cells of all lines, joined by commas between `body_start` and `body_end`,
 * are what the leaf's hash is of, and the proof leads from the leaf to the checkpoint.
 */
export function boardCsv({ body, text }: PublishedBoard, proof: BoardProof): string {
  const { start, end } = aroundCells(text, body.cells);
  const notes: readonly (readonly [string, string])[] = [
    ['day', body.day],
    ['log_index', String(proof.index)],
    ['leaf', proof.leaf],
    ['salt', proof.salt],
    ['body_start', start],
    ['body_end', end],
    ['size', String(proof.size)],
    ['proof', proof.hashes.map(toBase64).join(' ')],
    ['checkpoint', JSON.stringify(proof.checkpoint)],
  ];
  const head = notes.map(([name, value]) => `# ${name}: ${value}\n`).join('');
  const names = ['log_index', ...COLUMNS.map(([name]) => name)];
  const lines = body.cells.map((cell) => [proof.index, ...COLUMNS.map(([, of]) => of(cell))]);
  return head + stringify([names, ...lines]);
}

/** @throws Error for a body whose cells are not written as they stand there */
function aroundCells(text: string, cells: readonly BoardCell[]): { start: string; end: string } {
  const inside = cells.map((cell) => canonicalJson(cell as unknown as JsonValue)).join(',');
  const mark = '"cells":[';
  const from = text.indexOf(mark) + mark.length;
  if (text.slice(from, from + inside.length) !== inside)
    throw new Error('the board on record is not canonical JSON');
  return { start: text.slice(0, from), end: text.slice(from + inside.length) };
}
