import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AccountType } from '@quorate/contract/fields';
import type {
  ImportPreview,
  ImportPreviewTrade,
  ImportResult,
} from '@quorate/contract/trade-import';
import { Button } from '@quorate/ui/button';
import { formatCount, formatMoney, formatVolume } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import { formatTime } from '@quorate/ui/time-format';
import { type FormEvent, useId, useState } from 'react';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { importReport, type Owner } from './imports.api.ts';
import { type ClockKey, clockOptions, proposedClock, utcTimes } from './server-clock.ts';

const TYPE_OPTIONS: ReadonlyArray<{ value: AccountType; label: string }> = [
  { value: 'demo', label: t`Demo` },
  { value: 'real', label: t`Real` },
  { value: 'unknown', label: t`Unknown` },
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
              label={t`Clock of the trading server`}
              value={clock}
              options={clockOptions(proposedClock(preview))}
              onChange={setClock}
            />
            <SelectField
              label={t`Account type`}
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
      <FailureNotice title={t`The trades could not be imported`} error={error} />
      <div className="flex flex-wrap gap-3">
        {canImport && (
          <Button type="submit" busy={busy}>
            {importWords(preview)}
          </Button>
        )}
        <Button
          variant={canImport ? 'secondary' : 'primary'}
          onClick={onOther}
          disabled={busy}
        >{t`Choose another file`}</Button>
      </div>
      {busy && preview.trades >= LONG_IMPORT && (
        <p
          role="status"
          className="text-tiny text-muted"
        >{t`So many take a while. You may close this window: the import goes on.`}</p>
      )}
    </form>
  );
}

function importWords({ trades, new_trades: fresh, known_trades: known }: ImportPreview): string {
  return known > 0
    ? plural(fresh, { one: 'Import # new trade', other: 'Import # new trades' })
    : plural(trades, { one: 'Import # trade', other: 'Import # trades' });
}

function clockReason({ measured_on: measured, proposed_clock: clock }: ImportPreview): string {
  if (measured > 0)
    return t`Measured on ${plural(measured, { one: '# trade', other: '# trades' })} that your bot has stored with exact times.`;
  return clock === 'new_york_plus_7'
    ? t`Reports carry the server’s times without a zone. Most servers keep New York’s time plus 7 h; check a trade whose time you know.`
    : t`Proposed by the report.`;
}

/** The rows that are left out, each with its line and its reason. */
function ImportFaults({ preview }: { preview: ImportPreview }) {
  const { faults, fault_count: count, format } = preview;
  if (count === 0) return null;
  const place = format === 'xlsx' ? t`Row` : t`Line`;
  return (
    <Notice
      tone="warning"
      title={plural(count, {
        one: '# row cannot be read and is left out',
        other: '# rows cannot be read and are left out',
      })}
    >
      <details>
        <summary className="min-h-8 py-1">
          {plural(count, { one: 'Show it', other: 'Show them' })}
        </summary>
        <ul className="max-h-40 space-y-1 overflow-y-auto pt-1 text-tiny">
          {faults.map(({ line, message }) => (
            <li key={`${line} ${message}`} className="wrap-anywhere">
              <span className="figures">
                {place} {line}
              </span>
              : {message}
            </li>
          ))}
        </ul>
        {count > faults.length && (
          <p className="pt-1 text-tiny">{t`And ${formatCount(count - faults.length)} more.`}</p>
        )}
      </details>
    </Notice>
  );
}

type OwnerFieldsProps = {
  found: ImportPreview['account'];
  owner: Owner;
  onChange: (owner: Owner) => void;
};

/** Asks for what the report does not name of its account; usually that is nothing. */
function OwnerFields({ found, owner, onChange }: OwnerFieldsProps) {
  if (found.login !== null && found.server !== null && found.currency !== null) return null;
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-medium">{t`The report does not name its account`}</legend>
      <div className="grid gap-3 xs:grid-cols-3">
        {found.login === null && (
          <TextField
            label={t`Login`}
            value={owner.login}
            onChange={(event) => onChange({ ...owner, login: event.target.value })}
            required
            maxLength={64}
            autoComplete="off"
          />
        )}
        {found.server === null && (
          <TextField
            label={t`Server`}
            value={owner.server}
            onChange={(event) => onChange({ ...owner, server: event.target.value })}
            required
            maxLength={64}
            autoComplete="off"
          />
        )}
        {found.currency === null && (
          <TextField
            label={t`Currency`}
            value={owner.currency}
            onChange={(event) => onChange({ ...owner, currency: event.target.value.toUpperCase() })}
            required
            pattern="[A-Z]{3}"
            title={t`Three letters, such as USD`}
            maxLength={3}
            autoComplete="off"
          />
        )}
      </div>
      <p className="text-tiny text-muted">{t`Write login and server as the terminal shows them: trades that the bot has stored are known by them.`}</p>
    </fieldset>
  );
}

type SampleTradesProps = { preview: ImportPreview; clock: ClockKey; timeZone: string };

/** Trades of the whole report by both clocks: a wrong one shows at once, in summer and in winter. */
function SampleTrades({ preview, clock, timeZone }: SampleTradesProps) {
  const titleId = useId();
  const { sample_trades: trades, account } = preview;
  if (trades.length === 0) return null;
  return (
    <div>
      <h3 id={titleId} className="mb-1.5 font-medium">
        {preview.trades > trades.length
          ? t`Some of the trades, in your time (${timeZone})`
          : t`The trades, in your time (${timeZone})`}
      </h3>
      <section
        aria-labelledby={titleId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
        tabIndex={0}
        className="max-h-52 overflow-y-auto border-y border-line"
      >
        <ul>
          {trades.map((trade) => (
            <SampleTrade
              key={`${trade.line} ${trade.position_ticket}`}
              trade={trade}
              clock={clock}
              timeZone={timeZone}
              currency={account.currency}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

type SampleTradeProps = {
  trade: ImportPreviewTrade;
  clock: ClockKey;
  timeZone: string;
  currency: string | null;
};

function SampleTrade({ trade, clock, timeZone, currency }: SampleTradeProps) {
  const { opened, closed } = utcTimes(trade, clock);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
      <span className="figures text-tiny">
        <span className="font-medium">{trade.symbol}</span>{' '}
        <span className="text-tiny font-semibold">{trade.trade_type}</span>{' '}
        {formatVolume(trade.volume)}
      </span>
      <span className="figures text-tiny">
        {trade.profit !== null &&
          currency !== null &&
          formatMoney(trade.profit, currency, 'always')}
      </span>
      <span className="basis-full text-tiny text-muted tabular-nums">
        <Trans>
          <time dateTime={opened}>{formatTime(opened, timeZone)}</time> to{' '}
          <time dateTime={closed}>{formatTime(closed, timeZone)}</time>
          {' · '}
          {t`server ${trade.opened_server.slice(11, 16)}`}
        </Trans>
      </span>
    </li>
  );
}

const FORMATS = { html: 'HTML', xlsx: t`Excel`, csv: 'CSV' } as const;
const LANGUAGES: Readonly<Record<string, string>> = {
  en: t`English`,
  de: t`German`,
  es: t`Spanish`,
  fr: t`French`,
  it: t`Italian`,
  pt: t`Portuguese`,
  ru: t`Russian`,
};

/** What was found, in a few lines. */
function ImportFacts({ name, preview }: { name: string; preview: ImportPreview }) {
  const { account } = preview;
  const language =
    preview.language === null ? t`columns told by their order` : LANGUAGES[preview.language];
  const left = leftOut(preview);
  const named = [account.login, account.server, account.currency].filter(Boolean).join(' · ');
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 border-y border-line py-3">
        <Fact label={t`File`}>
          {name} · {[FORMATS[preview.format], language].join(', ')}
        </Fact>
        {account.login !== null && (
          <Fact label={t`Account`}>
            {account.known ? (
              named
            ) : (
              <Trans>
                {named}
                <span className="text-muted">, new here</span>
              </Trans>
            )}
          </Fact>
        )}
        <Fact label={t`Trades`}>{tradesWords(preview)}</Fact>
        {preview.first_opened_server !== null && (
          <Fact
            label={t`Server time`}
          >{t`${shown(preview.first_opened_server)} to ${shown(preview.last_closed_server ?? '')}`}</Fact>
        )}
        {left !== '' && <Fact label={t`Left out`}>{left}</Fact>}
      </dl>
      {preview.trades === 0 && (
        <Notice tone="warning">{t`There is no closed trade in this report to import.`}</Notice>
      )}
      {isAllKnown(preview) && (
        <Notice tone="info">{t`Every trade of this report is here already. Importing it again would change nothing.`}</Notice>
      )}
    </>
  );
}

/** Whether the same file came before, or the bot had sent all of it. */
function isAllKnown({ trades, known_trades: known }: ImportPreview): boolean {
  return trades > 0 && known === trades;
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function tradesWords({ trades, new_trades: fresh, known_trades: known }: ImportPreview): string {
  const all = formatCount(trades);
  if (fresh > 0 && known > 0)
    return t`${all}, ${formatCount(fresh)} new and ${formatCount(known)} here already`;
  if (fresh > 0) return t`${all}, all new`;
  return known > 0 ? t`${all}, all here already` : all;
}

function leftOut({ balance_deals: balance, open_positions: open }: ImportPreview): string {
  return [
    balance > 0
      ? plural(balance, {
          one: '# deposit, withdrawal or credit',
          other: '# deposits, withdrawals and credits',
        })
      : '',
    open > 0
      ? plural(open, {
          one: '# position that is still open',
          other: '# positions that are still open',
        })
      : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** @example shown('2025-01-02T14:00:00') // '2025-01-02 14:00' */
function shown(serverTime: string): string {
  return serverTime.slice(0, 16).replace('T', ' ');
}
