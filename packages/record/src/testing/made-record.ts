import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { checkpointText } from '@quorate/tlog/checkpoint';
import { createTreeHead, type Hash, leafHash, subtreesBetween } from '@quorate/tlog/merkle';
import {
  cosignature,
  cosignedText,
  noteText,
  SIGNATURE_TYPES,
  signatureLine,
  type VerifierKey,
  verifierKey,
  verifierKeyText,
} from '@quorate/tlog/note';
import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { emptyRecord } from '@quorate/trading/ensemble/learned-record';
import { standOf } from '@quorate/trading/ensemble/standing';
import { weigh } from '@quorate/trading/ensemble/verdict';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { aSnapshot } from '@quorate/trading/testing/builders';
import { type EventKind, leafText, readLeaf } from '../leaf.ts';
import {
  endLine,
  entryLine,
  headerLine,
  headsText,
  measuresLine,
  partLine,
} from '../record-file.ts';
import { notesHash, saltedHash } from '../salted-body.ts';
import { type RecordStamp, stampText } from '../stamps/stamped-note.ts';
import { createStanding, type Standing } from '../standing.ts';
import { streamId } from '../streams.ts';

export type Signer = Readonly<{ key: VerifierKey; sign(text: string): Uint8Array }>;

/** A key of its own. @param type a log's by default, or a witness's */
export function newSigner(
  name = 'quorate.example/log',
  type: 1 | 4 = SIGNATURE_TYPES.ed25519,
): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const raw = Uint8Array.fromBase64(x, { alphabet: 'base64url' });
  return {
    key: verifierKey(name, raw, type),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}

export const USER = '01890000-0000-7000-8000-000000000001';
const ACCOUNTS = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'];
const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 2, 2, 10);

type Told = Readonly<{
  kind: EventKind;
  body: { readonly [key: string]: JsonValue } | null;
  private?: { readonly [key: string]: JsonValue };
}>;

/** What happens to an account: bars that are decided on, and trades. */
export function* eventsOf(account: number): Generator<Told> {
  yield { kind: 'account', body: { currency: 'USD' }, private: { server: 'A', login: '7' } };
  for (let at = 0; ; at += 1) {
    yield* decided(account, at);
    if (at % 3 === 2) yield closed(account, at);
  }
}

function idOf(account: number, at: number): string {
  const digits = createHash('sha256').update(`${account} ${at}`).digest('hex');
  return `01890000-0000-7000-8000-${digits.slice(0, 12)}`;
}

function* decided(account: number, at: number): Generator<Told> {
  const decision_id = idOf(account, at);
  const snapshot = {
    ...aSnapshot({ adx14: 12 + (at % 37), rsi14: 30 + (at % 41) }),
    as_of: new Date(FROM + at * HOUR_MS).toISOString(),
  };
  const plain: JsonValue = JSON.parse(JSON.stringify(snapshot));
  const snapshot_hash = createHash('sha256').update(canonicalJson(plain)).digest('hex');
  const told = { decision_id, snapshot_hash };
  yield { kind: 'snapshot', body: { ...told, snapshot: plain, bars: [], bars_after: null } };
  const votes = OFFLINE_ANALYSTS.map(({ vote }) => vote(snapshot));
  const cost = 0.05;
  const limits = { ...DEFAULT_LIMITS, mode: 'learning' as const };
  const panel = standOf(
    emptyRecord(),
    votes.map(({ analyst }) => ({ key: analyst, family: analyst })),
    cost,
  );
  const verdict = weigh(votes, cost, panel, limits);
  yield {
    kind: 'decision',
    body: {
      ...told,
      action: verdict.action,
      p_up: verdict.pUp,
      sl_atr: verdict.stopLossAtr,
      tp_atr: verdict.takeProfitAtr,
      reason: verdict.reason,
      agreeing: verdict.agreeing,
      quorum: verdict.quorum,
      voters: verdict.voters,
      votes: votes.map((vote) => ({
        analyst: vote.analyst,
        action: vote.action,
        p_up: vote.pUp,
        sl_atr: vote.stopLossAtr,
        tp_atr: vote.takeProfitAtr,
        reason: vote.reason,
        evidence: vote.evidence.map((each) => ({ ...each })),
        abstained: vote.abstained,
      })),
      verdict_figures: {
        version: verdict.version,
        mode: verdict.mode,
        strength: verdict.strength,
        effective_voters: verdict.effectiveVoters,
        agreement: verdict.agreement,
        expected_r: verdict.expectedR,
        expected_r_low: verdict.expectedRLow,
        outcomes_known: verdict.outcomes,
        cost_atr: cost,
        limits: {
          min_voters: limits.minVoters,
          min_agreement: limits.minAgreement,
          one_proven: limits.oneProven,
          min_expected_r: limits.minExpectedR,
          confidence_percent: limits.confidencePercent,
        },
      },
      panel: {
        outcomes: panel.outcomes,
        slope: panel.slope,
        slope_low: panel.slopeLow,
        correlations: [...panel.correlations],
        voters: panel.voters.map(({ edgeLow, ...voter }) => ({ ...voter, edge_low: edgeLow })),
      },
    },
  };
}

/** Amounts in minor units of a dollar account, and what is shown of them. */
export function closed(account: number, at: number, profit = (at % 7) * 300 - 800): Told {
  const amounts = { gross_profit: profit + 70, commission: -70, swap: 0, fee: 0, profit };
  return {
    kind: 'closed',
    body: {
      position_ticket: `${account}-${at}`,
      revision: 1,
      symbol: 'EURUSD',
      trade_type: 'BUY',
      open_price: 1.1,
      close_price: 1.1 + (profit + 70) / 1_000_000,
      opened_at: new Date(FROM + (at - 2) * HOUR_MS).toISOString(),
      closed_at: new Date(FROM + at * HOUR_MS).toISOString(),
      decision_id: null,
      status: 'CLOSED',
      r: Math.round((profit / 1_000) * 10_000) / 10_000,
    },
    private: { ...amounts, currency: 'USD', volume: 0.1, initial_risk: 1_000 },
  };
}

export type MadeRecord = Readonly<{
  file: Buffer;
  log: Signer;
  witness: Signer;
  /** What stands at each index of the log, of strangers, too. */
  leaves: readonly string[];
}>;

/**
 * A record of two accounts as the service would have made it, among entries of strangers.
 *
 * @param entries of both accounts together
 * @param leftOut how many of them the file keeps to itself, from the end, as if they were not in the log
 * @param startsAt when the first entry was written, in milliseconds
 * @param changes what entries are told as, by their place among these; a body of null was erased
 */
export function makeRecord(
  entries: number,
  {
    log = newSigner(),
    witness = newSigner('example.org/witness', SIGNATURE_TYPES.cosignature),
    opened = true,
    whole = true,
    keys = [] as readonly string[],
    /** Whether it is published: what of, by its entries. */
    published = null as ((standing: Standing) => object) | null,
    stamp = undefined as RecordStamp | undefined,
    startsAt = FROM,
    leftOut = 0,
    changes = new Map<number, (told: Told) => Told>(),
  } = {},
): MadeRecord {
  const streams = ACCOUNTS.map((subject, account) => {
    const key = createHash('sha256').update(`key ${account}`).digest('hex');
    const told = eventsOf(account);
    return { id: streamId(key, USER, subject), key, subject, told, position: 0, entries: 0 };
  });
  const head = createTreeHead();
  const leaves: string[] = [];
  const lines: { index: number; leaf: string; parts: string[] }[] = [];
  const standing = createStanding();
  const add = (text: string) => {
    leaves.push(text);
    head.add(leafHash(Buffer.from(text)));
  };
  for (let number = 0; number < entries; number += 1) {
    for (let stranger = 0; stranger < number % 4; stranger += 1)
      add(`an entry of somebody else ${number} ${stranger}`);
    const stream = streams[number % 3 === 0 ? 1 : 0];
    const next = stream?.told.next();
    if (!stream || next?.done !== false) throw new Error('there is no end of events');
    stream.position += 1;
    const isShown = number < entries - leftOut;
    if (isShown) stream.entries += 1;
    const plain = next.value;
    const told = changes.get(number)?.(plain) ?? plain;
    const parts = partsOf(number, told);
    // The hash of what was erased is that of what stood there.
    const hashed = told.body === null ? partsOf(number, plain) : parts;
    const leaf = leafText({
      at: new Date(startsAt + number * HOUR_MS + 5_000).toISOString(),
      kind: told.kind,
      position: stream.position,
      stream: stream.id,
      body: hashed.body?.hash ?? '',
      private: hashed.private?.hash ?? null,
      terminalAt: null,
    });
    const shown = [parts.body?.line, whole ? parts.private?.line : undefined];
    if (published && isShown)
      standing.take({
        leaf: readLeaf(leaf) ?? fail(),
        body: told.body,
        private: whole ? (told.private ?? null) : null,
      });
    if (isShown)
      lines.push({
        index: leaves.length,
        leaf,
        parts: shown.filter((line) => line !== undefined),
      });
    add(leaf);
  }
  add('an entry behind the last');
  const size = leaves.length;
  const tree = checkpointText({ origin: log.key.name, size, root: head.root() });
  const seconds = 1_772_445_600;
  const cosigned = cosignature(seconds, witness.sign(cosignedText(tree, seconds)));
  const measures = published && JSON.stringify(published(standing));
  const used = streams.filter((stream) => stream.entries > 0);
  const checkpoint = noteText(tree, [
    signatureLine({ ...log.key, bytes: log.sign(tree) }),
    signatureLine({ ...witness.key, bytes: cosigned }),
  ]);
  const heads = headsText({
    checkpoint: notesHash([checkpoint, ...keys]),
    origin: log.key.name,
    madeAt: '2026-03-05T10:00:00.000Z',
    size,
    opened,
    whole,
    stamp: stamp ? notesHash([stampText(stamp)]) : null,
    measures: measures === null ? null : notesHash([measures]),
    streams: used,
  });
  const owner = {
    user: USER,
    streams: used.map(({ id, key, subject }) => ({ id, key, subject })),
  };
  const written = [
    headerLine({
      checkpoint,
      key: verifierKeyText(log.key),
      keys,
      heads: noteText(heads, [signatureLine({ ...log.key, bytes: log.sign(heads) })]),
      owner: opened ? owner : null,
      stamp,
    }),
  ];
  let told = 0;
  for (const { index, leaf, parts } of lines) {
    written.push(entryLine(leaf, index, gapOf(leaves, told, index)), ...parts);
    told = index + 1;
  }
  if (measures !== null) written.push(measuresLine(measures));
  written.push(endLine(gapOf(leaves, told, size)));
  return { file: Buffer.from(`${written.join('\n')}\n`), log, witness, leaves };
}

function fail(): never {
  throw new Error('a leaf that was written cannot be read');
}

function partsOf(number: number, { body, private: kept }: Told) {
  const part = (name: 'body' | 'private', value: JsonValue) => {
    const salt = createHash('sha256').update(`${name} ${number}`).digest();
    const text = canonicalJson(value);
    return { hash: saltedHash(salt, text), line: partLine(name, salt.toHex(), text) };
  };
  return {
    body: body === null ? undefined : part('body', body),
    private: kept ? part('private', kept) : undefined,
  };
}

function gapOf(leaves: readonly string[], from: number, to: number): Hash[] {
  return subtreesBetween(from, to).map(({ start, leaves: count }) => {
    const head = createTreeHead();
    for (const text of leaves.slice(start, start + count)) head.add(leafHash(Buffer.from(text)));
    return head.root();
  });
}
