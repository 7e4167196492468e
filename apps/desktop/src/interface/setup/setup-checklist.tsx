import { Button } from '@quorate/ui/button';
import { Panel } from '@quorate/ui/panel';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import type { SetupCheck } from '../../contract/setup.ts';
import { localTime } from '../run/local-time.ts';
import { useNow } from '../run/use-now.ts';
import { FindingsFold } from './findings-fold.tsx';
import { SetupComplete } from './setup-complete.tsx';
import { SetupRow } from './setup-row.tsx';
import { SetupSteps } from './setup-steps.tsx';

type SetupChecklistProps = {
  configuration: ConfigurationSummary;
  check: SetupCheck;
  isChecking: boolean;
  isSettingUp: boolean;
  onSetUp: () => void;
  onCheck: () => void;
};

/** The six items as they turn green, and what was done and found on the way. */
export function SetupChecklist(props: SetupChecklistProps) {
  const { configuration, check, isChecking, isSettingUp, onSetUp, onCheck } = props;
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow();
  const green = check.items.filter(({ status }) => status === 'green').length;
  const isComplete = green === check.items.length && green > 0 && !check.running;
  const at = (iso: string) => localTime(iso, now, timeZone);
  return (
    <>
      {isComplete && <SetupComplete configuration={configuration} />}
      <SetupSteps steps={check.steps} />
      <Panel
        title={
          <>
            <span role="status">
              {green} of {check.items.length} done
            </span>
            {check.running && (
              <span className="ml-2 text-small font-normal text-muted">Looking at the rest</span>
            )}
          </>
        }
        aside={
          <span className="text-tiny text-muted">
            {check.checked_at === null ? 'Not looked at yet' : `Looked at ${at(check.checked_at)}`}
          </span>
        }
      >
        <div aria-hidden="true" className="mb-5 h-1.5 overflow-hidden rounded-full bg-sunk">
          <div
            className="h-full rounded-full bg-gain transition-[width] duration-200"
            style={{ width: `${(green / Math.max(1, check.items.length)) * 100}%` }}
          />
        </div>
        <ul aria-label="Setup checklist">
          {check.items.map((item) => (
            <SetupRow
              key={item.id}
              item={item}
              name={configuration.configuration_name}
              isChecking={isChecking}
              isSettingUp={isSettingUp}
              onSetUp={onSetUp}
              onCheck={onCheck}
            />
          ))}
        </ul>
        <p className="mt-4 border-t border-line pt-3 text-tiny text-muted">
          {check.reported_at === null
            ? 'The checklist on the website has not been told yet. The app does it by itself once something is green and the service answers.'
            : `The checklist on the website was told at ${at(check.reported_at)}.`}
        </p>
      </Panel>
      <FindingsFold findings={check.findings} />
      {!isComplete &&
        !isSettingUp &&
        check.items.every(({ action }) => action !== 'set-up-terminal') && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-muted">
            The expert can be put into the terminal anew at any time.
            <Button variant="secondary" size="small" onClick={onSetUp}>
              Set up terminal
            </Button>
          </p>
        )}
    </>
  );
}
