import { plural, t } from '@lingui/core/macro';
import type { RuleSetChange, RuleSetJson } from '@quorate/contract/rule-sets';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import { ruleSetWords } from '@quorate/trading/governor/rule-set-words';
import { formatMoney } from '@quorate/ui/format';
import { storedName } from '@quorate/ui/stored-name';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { formatTime } from '@quorate/ui/time-format';
import { useState } from 'react';
import { PagedList } from '../../ui/paged-list.tsx';
import { areWritten } from './own-rules.ts';
import { useRuleSetChanges } from './rule-sets.api.ts';

type RuleChangesProps = { userId: string; accountId: string; currency: string; timeZone: string };

/** Every change of an account's rules, newest first. */
export function RuleChanges(props: RuleChangesProps) {
  const { userId, accountId } = props;
  const [page, setPage] = useState(1);
  const changes = useRuleSetChanges(userId, accountId, page);
  return (
    <PagedList
      query={changes}
      noun={t`changes`}
      empty={t`No change yet. Every change of this account's rules will be listed here.`}
      onPage={setPage}
    >
      {({ changes: found }) => (
        <ol className="divide-y divide-line text-small">
          {found.map((change) => (
            <ChangeRow key={change.change_id} change={change} {...props} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function ChangeRow({
  change,
  currency,
  timeZone,
}: Pick<RuleChangesProps, 'currency' | 'timeZone'> & { change: RuleSetChange }) {
  const [dropped, added] = sentencesOf(change);
  return (
    <li className="py-2.5 first:pt-1 last:pb-0">
      <p>
        <time dateTime={change.at} className="text-muted">
          {formatTime(change.at, timeZone)}:
        </time>{' '}
        <span className="wrap-anywhere">{changeSentence(change, currency)}</span>
      </p>
      {(dropped.length > 0 || added.length > 0) && (
        <ul className="mt-1 space-y-0.5 text-tiny text-muted">
          {dropped.map((sentence) => (
            <li key={sentence}>{t`Before: ${sentence}`}</li>
          ))}
          {added.map((sentence) => (
            <li key={sentence}>{t`Now: ${sentence}`}</li>
          ))}
        </ul>
      )}
      <p className="mt-0.5 text-tiny text-muted">{knownThen(change, currency)}</p>
    </li>
  );
}

/** @example changeSentence(change, 'USD') // 'FTMO 2-step → Your bot's own limits, confirmed while 2 positions were open.' */
export function changeSentence(change: RuleSetChange, currency: string): string {
  const { equity, confirmed, open_positions: open } = change;
  if (change.kind === 'rebased') {
    return equity === null
      ? t`The total limit began again at the equity of that moment, confirmed with the account's number.`
      : t`The total limit began again at ${formatMoney(equity, currency)}, confirmed with the account's number.`;
  }
  const [from, to] = [nameOf(change.before), nameOf(change.rule_set)];
  const whileOpen = open !== null && open > 0 ? open : null;
  if (from === to) {
    if (!confirmed) return t`${to} changed.`;
    return whileOpen === null
      ? t`${to} changed, confirmed with the account's number.`
      : t`${to} changed, confirmed while ${plural(whileOpen, { one: '# position was', other: '# positions were' })} open.`;
  }
  if (!confirmed) return `${from} → ${to}.`;
  return whileOpen === null
    ? t`${from} → ${to}, confirmed with the account's number.`
    : t`${from} → ${to}, confirmed while ${plural(whileOpen, { one: '# position was', other: '# positions were' })} open.`;
}

function nameOf(rules: RuleSetJson | null): string {
  return rules ? storedName(rules.name) : t`Your bot's own limits`;
}

/** What own rules said before and no longer say, and what they say now. */
function sentencesOf({ kind, before, rule_set: now }: RuleSetChange): [string[], string[]] {
  if (kind === 'rebased' || !before || !now) return [[], []];
  if (!areWritten(before) || !areWritten(now)) return [[], []];
  const words = (rules: RuleSetJson) => {
    const { ruleSet } = ruleSetFromJson(rules);
    return ruleSet ? ruleSetWords(ruleSet).map(storedSentence) : [];
  };
  const [was, is] = [words(before), words(now)];
  return [
    was.filter((sentence) => !is.includes(sentence)),
    is.filter((sentence) => !was.includes(sentence)),
  ];
}

function knownThen({ equity, floor }: RuleSetChange, currency: string): string {
  const money = (amount: number) => formatMoney(amount, currency);
  if (equity === null)
    return floor === null
      ? t`Equity not known, floor not known.`
      : t`Equity not known, floor ${money(floor)}.`;
  return floor === null
    ? t`Equity ${money(equity)}, floor not known.`
    : t`Equity ${money(equity)}, floor ${money(floor)}.`;
}
