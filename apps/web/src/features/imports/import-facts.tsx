import type { ImportPreview } from '@quorate/contract/trade-import';
import { countOf, formatCount } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';

const FORMATS = { html: 'HTML', xlsx: 'Excel', csv: 'CSV' } as const;
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
};

/** What was found, in a few lines. */
export function ImportFacts({ name, preview }: { name: string; preview: ImportPreview }) {
  const { account } = preview;
  const language =
    preview.language === null ? 'columns told by their order' : LANGUAGES[preview.language];
  const left = leftOut(preview);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 border-y border-line py-3">
        <Fact label="File">
          {name} · {[FORMATS[preview.format], language].join(', ')}
        </Fact>
        {account.login !== null && (
          <Fact label="Account">
            {[account.login, account.server, account.currency].filter(Boolean).join(' · ')}
            {!account.known && <span className="text-muted">, new here</span>}
          </Fact>
        )}
        <Fact label="Trades">
          {formatCount(preview.trades)}
          {newness(preview)}
        </Fact>
        {preview.first_opened_server !== null && (
          <Fact label="Server time">
            {shown(preview.first_opened_server)} to {shown(preview.last_closed_server ?? '')}
          </Fact>
        )}
        {left !== '' && <Fact label="Left out">{left}</Fact>}
      </dl>
      {preview.trades === 0 && (
        <Notice tone="warning">There is no closed trade in this report to import.</Notice>
      )}
      {isAllKnown(preview) && (
        <Notice tone="info">
          Every trade of this report is here already. Importing it again would change nothing.
        </Notice>
      )}
    </>
  );
}

/** Whether the same file came before, or the bot had sent all of it. */
export function isAllKnown({ trades, known_trades: known }: ImportPreview): boolean {
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

function newness({ new_trades: fresh, known_trades: known }: ImportPreview): string {
  if (fresh > 0 && known > 0)
    return `, ${formatCount(fresh)} new and ${formatCount(known)} here already`;
  if (fresh > 0) return ', all new';
  return known > 0 ? ', all here already' : '';
}

function leftOut({ balance_deals: balance, open_positions: open }: ImportPreview): string {
  return [
    balance > 0
      ? countOf(balance, 'deposit, withdrawal or credit', 'deposits, withdrawals and credits')
      : '',
    open > 0 ? countOf(open, 'position that is still open', 'positions that are still open') : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** @example shown('2025-01-02T14:00:00') // '2025-01-02 14:00' */
function shown(serverTime: string): string {
  return serverTime.slice(0, 16).replace('T', ' ');
}
