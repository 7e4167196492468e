import { t } from '@lingui/core/macro';
import { profile } from '@quorate/bot/profiles/profile';
import type {
  addConfiguration,
  Configuration,
  changeConfiguration,
} from '../../contract/configurations.ts';
import type { LocalInput } from '../../contract/local-endpoint.ts';
import {
  checkExits,
  checkRisk,
  type ExitDraft,
  exitDraftOf,
  type Faults,
  type RiskDraft,
  riskDraftOf,
  typedNumber,
} from '../risk/check-risk.ts';
import { type Care, careOf, riskOf } from './care.ts';
import { checkRules, type RulesDraft, rulesDraftOf } from './rules-fields.tsx';
import { checkVerdict, type VerdictDraft, verdictDraftOf } from './verdict-fields.tsx';

/** A configuration as it stands in its form: what people type. */
export type ConfigurationDraft = Readonly<{
  configuration_name: string;
  /** Empty: the terminal is found. */
  terminal_path: string;
  account_number: string;
  terminal_password: string;
  broker_server: string;
  timeframe: Configuration['timeframe'];
  transport: Configuration['transport'];
  port: string;
  care: Care;
  risk: RiskDraft;
  verdict: VerdictDraft;
  exits: ExitDraft;
  rules: RulesDraft;
}>;

export type NewBody = LocalInput<typeof addConfiguration>['body'];
type ChangeBody = LocalInput<typeof changeConfiguration>['body'];

type CheckedDraft = { kind: 'right'; body: NewBody } | { kind: 'wrong'; faults: Faults };

type DraftLimits = Readonly<{
  /** Names of the other configurations. */
  taken: readonly string[];
  /** Most currency pairs of the plan; null for none. */
  planSymbols: number | null;
}>;

export function draftOf(configuration: Configuration): ConfigurationDraft {
  return {
    configuration_name: configuration.configuration_name,
    terminal_path: configuration.terminal_path ?? '',
    account_number: configuration.account_number,
    terminal_password: '',
    broker_server: configuration.broker_server,
    timeframe: configuration.timeframe,
    transport: configuration.transport,
    port: String(configuration.port),
    care: careOf(riskDraftOf(configuration.risk), configuration.rule_set ?? ''),
    risk: riskDraftOf(configuration.risk),
    verdict: verdictDraftOf(configuration),
    exits: exitDraftOf(configuration.exits),
    rules: rulesDraftOf(configuration),
  };
}

/** What is sent of a form, or everything that is wrong with it, by field. */
export function checkDraft(draft: ConfigurationDraft, limits: DraftLimits): CheckedDraft {
  const faults: Record<string, string> = {};
  const name = draft.configuration_name.trim();
  const account = draft.account_number.trim();
  const server = draft.broker_server.trim();
  const port = typedNumber(draft.port);
  if (!profile.shape.configuration_name.safeParse(name).success) {
    faults.configuration_name =
      name === ''
        ? t`Give it a name.`
        : t`Use 1 to 40 letters (A to Z), digits, spaces, - or _, a letter or digit first.`;
  } else if (limits.taken.some((one) => one.toLowerCase() === name.toLowerCase())) {
    faults.configuration_name = t`There is a configuration ${name} already: choose another name.`;
  }
  Object.assign(faults, accountFaults(account, server));
  if (port === null || !Number.isInteger(port) || port < 1_024 || port > 65_535) {
    faults.port = t`Enter a whole number from 1,024 to 65,535.`;
  }
  const risk = checkRisk(draft.risk, limits.planSymbols);
  const verdict = checkVerdict(draft.verdict);
  if (verdict.kind === 'wrong') Object.assign(faults, verdict.faults);
  const exits = checkExits(draft.exits);
  if (exits.kind === 'wrong') Object.assign(faults, exits.faults);
  const isFirm = draft.care === 'prop_firm';
  // A programme that was chosen stays in the form where another choice is tried, and is not sent.
  const rules = checkRules({ ...draft.rules, ...(!isFirm && { rule_set: '' }) }, account);
  if (rules.kind === 'wrong') Object.assign(faults, rules.faults);
  if (isFirm && draft.rules.rule_set === '') faults.rule_set = t`Choose the rules of your firm.`;
  const path = draft.terminal_path.trim();
  if (path.length > 1_000) faults.terminal_path = t`The path has more than 1,000 letters.`;
  const isWrong = Object.keys(faults).length > 0;
  if (
    risk.kind === 'wrong' ||
    verdict.kind === 'wrong' ||
    exits.kind === 'wrong' ||
    rules.kind === 'wrong' ||
    port === null ||
    isWrong
  ) {
    return { kind: 'wrong', faults: { ...faults, ...(risk.kind === 'wrong' && risk.faults) } };
  }
  return {
    kind: 'right',
    body: {
      configuration_name: name,
      terminal_path: path === '' ? null : path,
      account_number: account,
      broker_server: server,
      timeframe: draft.timeframe,
      transport: draft.transport,
      port,
      risk: risk.risk,
      verdict: verdict.verdict,
      exits: exits.exits,
      ...rules.rules,
      terminal_password: draft.terminal_password === '' ? null : draft.terminal_password,
    },
  };
}

/** Fields of the first step: which account, what it trades, and when it looks. */
const FIRST_STEP = [
  'configuration_name',
  'terminal_path',
  'account_number',
  'broker_server',
  'terminal_password',
  'risk.currency_pairs',
  'timeframe',
];

/** Of the faults of a form, those of its first step. */
export function firstStepFaults(faults: Faults): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => FIRST_STEP.includes(field)));
}

/** The draft after a choice of how careful it is; the figures of its own come back with `own`. */
export function withCare(
  draft: ConfigurationDraft,
  care: Care,
  own: Pick<ConfigurationDraft, 'risk'> | null,
): ConfigurationDraft {
  if (care === 'own')
    return {
      ...draft,
      care,
      risk: { ...(own?.risk ?? draft.risk), currency_pairs: draft.risk.currency_pairs },
    };
  return { ...draft, care, risk: { ...draft.risk, ...riskOf(care) } };
}

/** The draft with other risk settings: figures that are no choice's are its own. */
export function withRisk(
  draft: ConfigurationDraft,
  changes: Partial<RiskDraft>,
): ConfigurationDraft {
  const risk = { ...draft.risk, ...changes };
  const care = draft.care === 'prop_firm' ? draft.care : careOf(risk, '');
  return { ...draft, risk, care };
}

/** Only what is another than before; a password that was typed always is. */
export function changesOf(body: NewBody, before: Configuration): NonNullable<ChangeBody> {
  const known: Readonly<Record<string, unknown>> = { ...before, terminal_password: null };
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !isSame(value, known[field])),
  );
}

/** Whether a form stands as it began. */
export function isSameDraft(one: ConfigurationDraft, other: ConfigurationDraft): boolean {
  return isSame(one, other);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)));
}

/** What is wrong with an account that is typed, by field; empty where nothing is. */
export function accountFaults(account: string, server: string): Record<string, string> {
  const faults: Record<string, string> = {};
  if (!profile.shape.account_number.safeParse(account).success) {
    faults.account_number =
      account === ''
        ? t`Enter the account number: MetaTrader 5 shows it as Login.`
        : t`Enter digits only, at most 20.`;
  }
  if (!profile.shape.broker_server.safeParse(server).success) {
    faults.broker_server =
      server === ''
        ? t`Choose the server of your broker, or type it.`
        : t`Enter at most 64 letters.`;
  }
  return faults;
}
