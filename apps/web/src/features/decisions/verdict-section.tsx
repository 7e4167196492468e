import { t } from '@lingui/core/macro';
import type { DecisionReply } from '@quorate/contract/decisions';
import { ACTION_TEXT, formatFigure, leanWords, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { FactList } from '@quorate/ui/fact-list';
import { Icon } from '@quorate/ui/icon';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { limitWords, valueWords, verdictRuleName } from '@quorate/ui/verdict-rule-words';
import { VotesConverging } from '@quorate/ui/votes-converging';
import { formatR } from '../../lib/format-r.ts';
import { RULE_NAMES } from '../../lib/plain-rules.ts';
import {
  agreementWords,
  boundLabel,
  limitsWords,
  modeWords,
  restsOn,
  type VerdictFigures,
} from './verdict-words.ts';
import { asUsed } from './vote-words.ts';

/** What the votes came to, by which rules, and what plainer rules would have made of them. */
export function VerdictSection({ decision }: { decision: DecisionReply }) {
  const { action, p_up: pooled, sl_atr: stop, tp_atr: target, verdict_figures: figures } = decision;
  const rests = figures && restsOn(decision, figures);
  return (
    <>
      <VotesConverging votes={decision.votes.map(asUsed)} action={action} />
      <VerdictBar
        action={action}
        verdict={VERDICT_WORDS[action]}
        note={`${agreementWords(decision, figures)} · ${leanWords(pooled)}`}
      />
      {rests !== null && <p className="text-small font-medium">{rests}</p>}
      <p className={`text-small ${rests === null ? '' : 'text-muted'}`}>
        {storedSentence(decision.reason)}
      </p>
      {stop !== null && target !== null && (
        <p className="text-tiny text-muted">{t`Stop loss ${formatFigure(stop)} ATR, take profit ${formatFigure(target)} ATR from the entry.`}</p>
      )}
      {figures && <Figures figures={figures} />}
      {decision.rules.length > 0 && <RuleTable rules={decision.rules} />}
      {figures && <PlainRules actions={figures.rule_actions} />}
    </>
  );
}

/** By what it was decided, and what the trade was worth by that. */
function Figures({ figures }: { figures: VerdictFigures }) {
  const { expected_r: expected, expected_r_low: low, cost_atr: cost } = figures;
  const limits = limitsWords(figures);
  const rOf = (r: number | null) => (r === null ? '–' : formatR(r));
  return (
    <>
      <p className="text-tiny text-muted">{modeWords(figures)}.</p>
      {limits !== null && <p className="text-tiny text-muted">{limits}</p>}
      <FactList
        facts={[
          { label: t`Expected after costs`, value: rOf(expected) },
          { label: boundLabel(figures), value: rOf(low) },
          { label: t`Costs of a round trip`, value: t`${formatFigure(cost)} ATR` },
        ]}
      />
    </>
  );
}

/** Every rule of the verdict with its figure and its limit. */
function RuleTable({ rules }: { rules: DecisionReply['rules'] }) {
  return (
    <Table
      caption={t`Rules`}
      head={
        <>
          <HeadCell className="ps-0">{t`Rule`}</HeadCell>
          <HeadCell end>{t`Value`}</HeadCell>
          <HeadCell end>{t`Limit`}</HeadCell>
          <HeadCell end className="pe-0">{t`Result`}</HeadCell>
        </>
      }
    >
      {rules.map((rule) => (
        <tr key={rule.name} className="h-10 border-b border-dashed border-line">
          <th scope="row" className="py-1.5 text-start font-normal">
            {verdictRuleName(rule.name)}
          </th>
          <Cell end figures>
            {valueWords(rule)}
          </Cell>
          <Cell end figures>
            {limitWords(rule)}
          </Cell>
          <Cell end className={`pe-0 ${rule.pass ? 'text-gain' : 'text-loss'}`}>
            <Icon
              name={rule.pass ? 'check' : 'error'}
              label={rule.pass ? t`passed` : t`refused`}
              className="inline size-4"
            />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

const PLAIN_RULES = ['majority', 'unanimous', 'best_voter', 'equal_pool', 'hold'] as const;

/** What plainer rules would have done: the record of each is under Statistics. */
function PlainRules({ actions }: { actions: VerdictFigures['rule_actions'] }) {
  return (
    <Table
      caption={t`What five plain rules would have done`}
      head={
        <>
          <HeadCell className="ps-0">{t`Rule`}</HeadCell>
          <HeadCell end className="pe-0">{t`Its verdict`}</HeadCell>
        </>
      }
    >
      {PLAIN_RULES.map((rule) => (
        <tr key={rule} className="h-9 border-b border-dashed border-line">
          <th scope="row" className="text-start font-normal">
            {RULE_NAMES[rule]}
          </th>
          <Cell end figures className={`pe-0 font-semibold ${ACTION_TEXT[actions[rule]]}`}>
            {actions[rule]}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
