import type { AccountType } from '@quorate/contract/fields';
import type { ImportPreview, ImportResult } from '@quorate/contract/trade-import';
import { Button } from '@quorate/ui/button';
import { countOf } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { type FormEvent, useState } from 'react';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { ImportFacts, isAllKnown } from './import-facts.tsx';
import { ImportFaults } from './import-faults.tsx';
import { importReport } from './imports.api.ts';
import { OwnerFields } from './owner-fields.tsx';
import { SampleTrades } from './sample-trades.tsx';
import { clockOptions, proposedClock } from './server-clock.ts';

const TYPE_OPTIONS: ReadonlyArray<{ value: AccountType; label: string }> = [
  { value: 'demo', label: 'Demo' },
  { value: 'real', label: 'Real' },
  { value: 'unknown', label: 'Unknown' },
];

/** From here on, storing takes more than a few seconds. */
const LONG_IMPORT = 5_000;

type ImportChoicesProps = {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  preview: ImportPreview;
  timeZone: string;
  onOther: () => void;
  onDone: (result: ImportResult) => void;
};

/** What is in the report, and what it does not say of itself: its clock, and its account where it has none. */
export function ImportChoices({
  name,
  bytes,
  preview,
  timeZone,
  onOther,
  onDone,
}: ImportChoicesProps) {
  const { account } = preview;
  const [clock, setClock] = useState(proposedClock(preview));
  const [accountType, setAccountType] = useState(account.account_type);
  const [owner, setOwner] = useState({
    login: account.login ?? '',
    server: account.server ?? '',
    currency: account.currency ?? '',
  });
  const { busy, error, submit } = useSubmission(async () => {
    onDone(await importReport({ name, bytes }, { owner, accountType, clock }));
  });
  const canImport = preview.trades > 0 && !isAllKnown(preview);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <form onSubmit={onSubmit} className="space-y-5 text-small">
      <ImportFacts name={name} preview={preview} />
      {canImport && (
        <>
          <OwnerFields found={account} owner={owner} onChange={setOwner} />
          <div className="grid gap-4 xs:grid-cols-[1fr_9rem]">
            <SelectField
              label="Clock of the trading server"
              value={clock}
              options={clockOptions(proposedClock(preview))}
              onChange={setClock}
            />
            <SelectField
              label="Account type"
              value={accountType}
              options={TYPE_OPTIONS}
              onChange={setAccountType}
            />
          </div>
          <p className="-mt-3 text-tiny text-muted">{clockReason(preview)}</p>
          <SampleTrades preview={preview} clock={clock} timeZone={timeZone} />
        </>
      )}
      <ImportFaults preview={preview} />
      <FailureNotice title="The trades could not be imported" error={error} />
      <div className="flex flex-wrap gap-3">
        {canImport && (
          <Button type="submit" busy={busy}>
            Import {tradesToImport(preview)}
          </Button>
        )}
        <Button variant={canImport ? 'secondary' : 'primary'} onClick={onOther} disabled={busy}>
          Choose another file
        </Button>
      </div>
      {busy && preview.trades >= LONG_IMPORT && (
        <p role="status" className="text-tiny text-muted">
          So many take a while. You may close this window: the import goes on.
        </p>
      )}
    </form>
  );
}

function tradesToImport({ trades, new_trades: fresh, known_trades: known }: ImportPreview): string {
  return known > 0 ? countOf(fresh, 'new trade') : countOf(trades, 'trade');
}

function clockReason({ measured_on: measured, proposed_clock: clock }: ImportPreview): string {
  if (measured > 0)
    return `Measured on ${countOf(measured, 'trade')} that your bot has stored with exact times.`;
  return clock === 'new_york_plus_7'
    ? 'Reports carry the server’s times without a zone. Most servers keep New York’s time plus 7 h; check a trade whose time you know.'
    : 'Proposed by the report.';
}
