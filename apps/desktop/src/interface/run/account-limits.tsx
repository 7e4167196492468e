import { t } from '@lingui/core/macro';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import { ruleSetWords } from '@quorate/trading/governor/rule-set-words';
import { LimitsFigures } from '@quorate/ui/limits-figures';
import { Notice } from '@quorate/ui/notice';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { currencyOf } from '@quorate/values/money';
import type { RunState } from '../../contract/runs.ts';
import { useAppState } from '../lib/contexts.tsx';
import { OutsideLink, servicePage } from '../lib/links.tsx';
import { lockOf } from './run-words.ts';

type Floors = NonNullable<RunState['floors']>;

type AccountLimitsProps = {
  run: RunState;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
};

/** How far the account is from its limits in figures, and the rules it keeps to. */
export function AccountLimits({ run, now, timeZone }: AccountLimitsProps) {
  const { floors } = run;
  if (floors === null)
    return (
      <p className="text-small text-muted">{t`Not known yet. Floor, open risk and headroom appear once the bot trades.`}</p>
    );
  return (
    <>
      <LimitsFigures
        floors={floors}
        currency={floors.state.currency}
        now={now}
        timeZone={timeZone}
        isOld={run.phase !== 'running'}
        isNarrow
      />
      <RulesInWords floors={floors} />
    </>
  );
}

type EntriesOffProps = { run: RunState; now: number; timeZone: string };

/** The lock, whatever else keeps entries off, and the floor that is about to rise. */
export function EntriesOff({ run, now, timeZone }: EntriesOffProps) {
  const { app } = useAppState();
  const lock = lockOf(run, now, timeZone);
  if (run.floors === null) return null;
  const { entries_off: off, warning } = run.floors;
  // What was said before the bot ended need not hold any more.
  const isNow = run.phase === 'running';
  return (
    <>
      {lock && (
        <Notice tone="warning" className="mt-2" title={lock.title}>
          {lock.words}
          {lock.canRebase && (
            <>
              {' '}
              <OutsideLink
                href={servicePage(app.service, '/dashboard')}
              >{t`Start again on your dashboard`}</OutsideLink>
            </>
          )}
        </Notice>
      )}
      {isNow && off.length > 0 && (
        <Notice tone="warning" className="mt-2" title={t`Nothing is opened`}>
          {off.map((sentence) => (
            <p key={sentence}>{storedSentence(sentence)}</p>
          ))}
        </Notice>
      )}
      {isNow && warning !== null && (
        <Notice tone="warning" className="mt-2" title={t`A floor is too near for what is open`}>
          {storedSentence(warning)}
        </Notice>
      )}
    </>
  );
}

/** Each rule as a sentence, and where the rules were chosen. */
function RulesInWords({ floors }: { floors: Floors }) {
  const { ruleSet } = ruleSetFromJson(floors.rule_set);
  const { currency, initial_minor: initialMinor } = floors.state;
  if (!ruleSet) return null;
  const account = { initialMinor, currency: currencyOf(currency) };
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">{t`What these rules say`}</summary>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-small">
        {ruleSetWords(ruleSet, account).map((sentence) => (
          <li key={sentence}>{storedSentence(sentence)}</li>
        ))}
      </ul>
      <p className="mt-2 text-tiny text-muted">
        {floors.revision > 0
          ? t`You chose these rules on your dashboard.`
          : t`These rules come from this configuration. Rules that you choose on your dashboard come first.`}
      </p>
    </details>
  );
}
