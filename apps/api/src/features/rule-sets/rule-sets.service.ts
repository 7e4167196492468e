import { msg } from '@lingui/core/runtime-macro';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type {
  AccountRuleSet,
  chooseRuleSet as chooseCall,
  FloorsView,
  listRuleSets as listCall,
  listRuleSetChanges as listChangesCall,
  RuleSetChoice,
  RuleSetJson,
  rebaseRuleSet as rebaseCall,
} from '@quorate/contract/rule-sets';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { isUuid, type UserId } from '@quorate/values/ids';
import { type Currency, currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { inTransaction } from '../../db/in-transaction.ts';
import type { CarriedLock } from '../../db/rule-set-tables.ts';
import type { Db } from '../../db/tables.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import type { Words } from '../../http/error-words.ts';
import type { PageRequest } from '../../http/paging.ts';
import type { Clock } from '../../process/clock.ts';
import { appendEvents, type RecordEvent } from '../records/append-events.ts';
import { carriedLock, type RuleSetDeps } from './floors.service.ts';
import { findPreset, ownRuleSet } from './presets.ts';
import {
  type AccountKey,
  type AccountRow,
  findAccount,
  findChange,
  lockAccount,
  readAccounts,
  readChanges,
} from './rule-sets.queries.ts';

type Deps = Pick<RuleSetDeps, 'db' | 'clock' | 'announce'>;

export async function listRuleSets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: UserId,
  page: PageRequest,
): Promise<Omit<Reply<typeof listCall>, 'success'>> {
  const { rows, pagination } = await readAccounts(db, userId, page);
  const accounts = rows.map((row) => toAccount(row, clock));
  return { now: new Date(clock.now()).toISOString(), accounts, pagination };
}

/** The same of one account; undefined where the user has no such account. */
export async function readAccountRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: AccountKey,
): Promise<AccountRuleSet | undefined> {
  const row = await findAccount(db, key);
  return row && toAccount(row, clock);
}

type Choice = HandlerInput<typeof chooseCall>['body'];

/**
 * Sets the rules of an account, once for each `change_id`. The lock that holds, and its floor, are carried over.
 *
 * @throws AppError not_found, preset_unknown, validation_failed for rules that contradict themselves,
 * account_number_needed, rule_set_change_conflict
 */
export async function chooseRuleSet(
  deps: Deps,
  userId: UserId,
  { account_id, change_id, choice, confirmation }: Choice,
): Promise<AccountRuleSet> {
  const key = keyOf(userId, account_id);
  const id = changeIdOf(change_id);
  const rules = rulesOf(choice);
  return inTransaction(deps.db, async (tx) => {
    const before = await heldAccount(tx, key);
    const isNew = await isNewChange(tx, key, { id, kind: 'chosen', rules });
    if (!isNew) return toAccount(before, deps.clock);
    const reason = confirmationOf(before, deps.clock);
    const confirmed = confirmation === before.login;
    if (reason !== null && !confirmed) throw numberNeeded(before, REASONS[reason]);
    const now = new Date(deps.clock.now());
    const stored = rules && JSON.stringify(rules);
    const carried = JSON.stringify(lockOf(before, deps.clock));
    await insertChange(tx, key, before, { id, kind: 'chosen', rules, confirmed, at: now });
    await tx
      .insertInto('rule_sets')
      .values({
        user_id: userId,
        account_id: key.accountId,
        rule_set: stored,
        revision: 1,
        carried_lock: carried,
        rebase_id: null,
        set_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'account_id']).doUpdateSet((set) => ({
          rule_set: stored,
          revision: set('rule_sets.revision', '+', 1),
          carried_lock: carried,
          set_at: now,
        })),
      )
      .execute();
    await deps.announce(tx, userId, 'bots');
    return toAccount(await heldAccount(tx, key), deps.clock);
  });
}

type Rebase = HandlerInput<typeof rebaseCall>['body'];

/**
 * Has the bot begin the locked total limit of a private account again at what the account has, which is
 * recorded with what was known of it.
 *
 * @throws AppError not_found, rebase_refused, account_number_needed, rule_set_change_conflict
 */
export async function rebaseRuleSet(
  deps: Deps,
  userId: UserId,
  { account_id, change_id, confirmation }: Rebase,
): Promise<void> {
  const key = keyOf(userId, account_id);
  const id = changeIdOf(change_id);
  await inTransaction(deps.db, async (tx) => {
    const before = await heldAccount(tx, key);
    const rules = before.chosen_rules;
    if (!(await isNewChange(tx, key, { id, kind: 'rebased', rules }))) return;
    const refusal = rebaseRefusal(before);
    if (refusal) throw new AppError('rebase_refused', { details: { reason: refusal } });
    if (confirmation !== before.login) throw numberNeeded(before, REASONS.locked);
    const at = new Date(deps.clock.now());
    await insertChange(tx, key, before, { id, kind: 'rebased', rules, confirmed: true, at });
    await tx
      .insertInto('rule_sets')
      .values({
        user_id: userId,
        account_id: key.accountId,
        rule_set: null,
        revision: 1,
        carried_lock: null,
        rebase_id: id,
        rebase_at: at,
        set_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'account_id']).doUpdateSet((set) => ({
          revision: set('rule_sets.revision', '+', 1),
          carried_lock: null,
          rebase_id: id,
          rebase_at: at,
        })),
      )
      .execute();
    await deps.announce(tx, userId, 'bots');
  });
}

/** @throws AppError not_found */
export async function listRuleSetChanges(
  { db }: Pick<Deps, 'db'>,
  userId: UserId,
  accountId: string,
  page: PageRequest,
): Promise<Omit<Reply<typeof listChangesCall>, 'success'>> {
  const key = keyOf(userId, accountId);
  const account = await findAccount(db, key);
  if (!account) throw new AppError('not_found');
  const { rows, pagination } = await readChanges(db, key, page);
  const currency = currencyOf(account.currency);
  const changes = rows.map(({ id, user_id: _user, equity, floor, at, ...row }) => ({
    ...row,
    change_id: id,
    equity: major(equity, currency),
    floor: major(floor, currency),
    at: at.toISOString(),
  }));
  return { changes, pagination };
}

/** What can be no account's id, though the wire takes it (all zeros, all ones), is an unknown account. */
export function keyOf(userId: UserId, accountId: string): AccountKey {
  if (!isUuid(accountId)) throw new AppError('not_found');
  return { userId, accountId: accountId.toLowerCase() };
}

function changeIdOf(text: string): string {
  if (!isUuid(text)) throw validationError([{ field: 'change_id', message: 'must be an id' }]);
  return text.toLowerCase();
}

/** @throws AppError preset_unknown, validation_failed */
function rulesOf(choice: RuleSetChoice): RuleSetJson | null {
  if (choice.kind === 'none') return null;
  if (choice.kind === 'own') return ownRuleSet(choice.rule_set);
  const preset = findPreset(choice.preset_id);
  if (!preset) throw new AppError('preset_unknown', { details: { preset: choice.preset_id } });
  return preset;
}

/** @throws AppError not_found */
async function heldAccount(tx: Db, key: AccountKey): Promise<AccountRow> {
  const held = await lockAccount(tx, key);
  const account = held ? await findAccount(tx, key) : undefined;
  if (!account) throw new AppError('not_found');
  return account;
}

type Change = Readonly<{ id: string; kind: 'chosen' | 'rebased'; rules: RuleSetJson | null }>;

/** @throws AppError rule_set_change_conflict where the id stands for another change */
async function isNewChange(tx: Db, key: AccountKey, { id, kind, rules }: Change): Promise<boolean> {
  const known = await findChange(tx, key.userId, id);
  if (!known) return true;
  const isSame =
    known.account_id === key.accountId &&
    known.kind === kind &&
    (kind === 'rebased' || canonicalJson(known.rule_set) === canonicalJson(rules));
  if (!isSame) throw new AppError('rule_set_change_conflict');
  return false;
}

async function insertChange(
  tx: Db,
  { userId, accountId }: AccountKey,
  before: AccountRow,
  { id, kind, rules, confirmed, at }: Change & Readonly<{ confirmed: boolean; at: Date }>,
): Promise<void> {
  await tx
    .insertInto('rule_set_changes')
    .values({
      user_id: userId,
      id,
      account_id: accountId,
      kind,
      rule_set: rules && JSON.stringify(rules),
      before: before.chosen_rules && JSON.stringify(before.chosen_rules),
      equity: before.equity,
      floor: before.floor,
      open_positions: openPositions(before),
      confirmed,
      at,
    })
    .execute();
  const was = before.chosen_rules;
  const body = { of: 'rules', change: kind, was: was && toJson(was), now: rules && toJson(rules) };
  const kept = { equity: before.equity, floor: before.floor };
  const place = { userId, subjectId: accountId };
  await appendEvents(tx, [{ ...place, kind: 'settings', at, body, private: kept }]);
}

/** Rules as the record keeps them. */
function toJson(rules: RuleSetJson): RecordEvent['body'] {
  return JSON.parse(JSON.stringify(rules));
}

const REASONS = {
  positions_open: msg`Positions are open on this account.`,
  locked: msg`This account is locked, and stays so.`,
} as const;

function numberNeeded({ login }: AccountRow, reason: Words): AppError {
  return new AppError('account_number_needed', { details: { reason, login } });
}

function confirmationOf(row: AccountRow, clock: Clock): AccountRuleSet['confirmation'] {
  if (lockOf(row, clock)) return 'locked';
  return (openPositions(row) ?? 0) > 0 ? 'positions_open' : null;
}

/** By the newest report, or by the newest heartbeat where that knows of more; null where neither says. */
function openPositions({ open_positions, bot_open_positions }: AccountRow): number | null {
  if (open_positions === null) return bot_open_positions;
  return Math.max(open_positions, bot_open_positions ?? 0);
}

/** The lock that holds now and its floor: of the newest report, or carried over from the rules before. */
function lockOf(row: AccountRow, clock: Clock): CarriedLock | null {
  const lasts = (until: string | null) => until === null || Date.parse(until) > clock.now();
  const lock = row.state?.lock ?? null;
  const floor = lock && row.state?.lines[lock.line]?.floor_minor;
  if (lock && lasts(lock.until))
    return { since: lock.since, until: lock.until, floor: floor ?? row.floor ?? 0 };
  return row.carried_lock && lasts(row.carried_lock.until) ? row.carried_lock : null;
}

/** @returns why the owner cannot begin the total limit again; null where they can */
function rebaseRefusal({ chosen_rules, used_rules, state, equity }: AccountRow): Words | null {
  const rules = chosen_rules ?? used_rules;
  if (!rules || !state || !used_rules) return msg`nothing is known of its limits yet.`;
  if (findPreset(rules.id) || findPreset(used_rules.id))
    return msg`it follows the rules of a firm, and only the firm can begin them again.`;
  const line = state.lock && used_rules.lines[state.lock.line];
  if (line?.kind !== 'total') return msg`no total limit has locked this account.`;
  return equity === null ? msg`its equity is not known.` : null;
}

function toAccount(row: AccountRow, clock: Clock): AccountRuleSet {
  const { id, server, login, account_type, currency, paper } = row;
  return {
    account_id: id,
    account: { server, login, account_type, currency, kind: paper ? 'paper' : 'terminal' },
    rule_set: row.chosen_rules,
    revision: row.chosen_revision ?? 0,
    set_at: row.set_at?.toISOString() ?? null,
    floors: toFloors(row),
    carried_lock: carriedLock(row.carried_lock, currencyOf(currency), clock),
    rebase_waiting: row.asked_rebase_id !== null && row.asked_rebase_id !== row.done_rebase_id,
    confirmation: confirmationOf(row, clock),
  };
}

function toFloors(row: AccountRow): FloorsView | null {
  const { at, reported_at, used_rules, state, used_revision } = row;
  if (!at || !reported_at || !used_rules || !state) return null;
  const currency = currencyOf(row.currency);
  return {
    at: at.toISOString(),
    reported_at: reported_at.toISOString(),
    rule_set: used_rules,
    state,
    revision: used_revision ?? 0,
    equity: major(row.equity, currency),
    balance: major(row.balance, currency),
    floor: major(row.floor, currency) ?? 0,
    open_risk: major(row.open_risk, currency),
    headroom: major(row.headroom, currency),
    if_stopped: major(row.if_stopped, currency),
    open_positions: row.open_positions ?? 0,
    next_turn: row.next_turn?.toISOString() ?? null,
  };
}

function major(minor: number | null, currency: Currency): number | null {
  return minor === null ? null : moneyToNumber(money(minor, currency));
}
