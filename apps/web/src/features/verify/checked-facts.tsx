import { plural, t } from '@lingui/core/macro';
import type { EventKind } from '@quorate/record/leaf';
import type { RuleCode } from '@quorate/record/rules';
import { buttonClass } from '@quorate/ui/button-style';
import { CopyButton } from '@quorate/ui/copy-button';
import { formatCount } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type ReactNode, useState } from 'react';
import type { CheckedFile } from './check-file.ts';
import { kindName, uncheckedWords } from './kind-words.ts';

type CheckedFactsProps = Readonly<{
  checked: CheckedFile;
  onAuthority: (certificate: File) => void;
}>;

/** What a sound record holds, what was taken from it, and what nobody could check. */
export function CheckedFacts({ checked, onAuthority }: CheckedFactsProps) {
  const [timeZone] = useState(viewerTimeZone);
  const { origin, size, key, madeAt, user, entries, firstAt, lastAt } = checked;
  const time = (iso: string) => formatTime(iso, timeZone);
  return (
    <section
      aria-label={t`What is in it`}
      className="mt-4 rounded-card border border-line bg-surface p-4 text-small xs:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-body font-semibold">{t`What is in it`}</h3>
        <p className="text-tiny text-muted">{t`Times in ${timeZone}`}</p>
      </div>
      <dl className="mt-3">
        <Fact term={t`Log`}>
          <span className="figures wrap-anywhere">{origin}</span>
          <Note>
            {plural(size, {
              one: '# entry of all traders when the file was made',
              other: '# entries of all traders when the file was made',
            })}
          </Note>
        </Fact>
        <Fact term={t`Key`}>
          <span className="figures block text-tiny wrap-anywhere">{key}</span>
          <span className="mt-2 block">
            <CopyButton label={t`Copy key`} text={key} />
          </span>
        </Fact>
        <Fact term={t`File made`}>{time(madeAt)}</Fact>
        <Fact term={t`Stamp of time`}>
          <Stamp stamp={checked.stamp} time={time} onAuthority={onAuthority} />
        </Fact>
        <Fact term={t`User`}>
          {user === null ? (
            t`not said`
          ) : (
            <span className="figures text-tiny wrap-anywhere">{user}</span>
          )}
        </Fact>
        <Fact term={t`Entries`}>
          {formatCount(entries)}
          {firstAt !== null && lastAt !== null && (
            <Note>{t`from ${time(firstAt)} to ${time(lastAt)}`}</Note>
          )}
        </Fact>
        {checked.published && (
          <Fact term={t`Published figures`}>
            <span className="wrap-anywhere">{checked.published.name}</span>
            <Note>{t`Each published figure was computed again from the entries, and is the same.`}</Note>
          </Fact>
        )}
        <Fact term={t`Corrections`}>
          {formatCount(checked.kinds.correction ?? 0)}
          <Note>{t`Trades that were reported again with other figures. Both versions are on record.`}</Note>
        </Fact>
        <Fact term={t`Erased`}>
          {formatCount(checked.erased)}
          <Note>{t`Entries whose text was deleted. Each has a deletion on record.`}</Note>
        </Fact>
        <Fact term={t`Withheld`}>
          {formatCount(checked.withheld)}
          <Note>{t`Texts or amounts that the owner does not show. Their entries still count.`}</Note>
        </Fact>
        <Fact term={t`Not checked`}>
          <Unchecked unchecked={checked.unchecked} />
        </Fact>
      </dl>
      <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
        <Counts
          caption={t`Entries by kind`}
          heads={[t`Kind`, t`Entries`]}
          rows={Object.entries(checked.kinds).map(([kind, count]) => ({
            id: kind,
            name: kindName(kind as EventKind),
            count,
          }))}
        />
        <Counts
          caption={t`Accounts`}
          heads={[t`Account`, t`Entries`]}
          rows={checked.streams.map(({ id, subject, entries: count }) => ({
            id,
            name: <span className="figures text-tiny wrap-anywhere">{subject ?? id}</span>,
            count,
          }))}
        />
      </div>
    </section>
  );
}

type StampProps = Pick<CheckedFile, 'stamp'> &
  Pick<CheckedFactsProps, 'onAuthority'> & { time: (iso: string) => string };

/** Who says that the tree existed, and when; by a certificate of the reader's, or as the file has it. */
function Stamp({ stamp, time, onAuthority }: StampProps) {
  if (!stamp)
    return (
      <>
        {t`none`}
        <Note>{t`Nobody but the log itself says when it had these entries.`}</Note>
      </>
    );
  const { at, authority, size, vouched } = stamp;
  return (
    <>
      <span className="wrap-anywhere">
        {vouched ? t`by ${authority}, ${time(at)}` : t`said to be by ${authority}, ${time(at)}`}
      </span>
      <Note>
        {plural(size, {
          one: 'The first entry of the log existed then.',
          other: 'The first # entries of the log existed then.',
        })}
      </Note>
      {!vouched && (
        <>
          <Note>{t`Whether the stamp is theirs is not known. Choose the certificate of the authority to check it: a file in PEM.`}</Note>
          <label
            className={buttonClass(
              'secondary',
              'small',
              'relative mt-2 cursor-pointer has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand',
            )}
          >
            {t`Choose certificate`}
            <input
              type="file"
              accept=".pem,.crt,.cer"
              className="sr-only"
              onChange={(event) => {
                const [certificate] = event.target.files ?? [];
                if (certificate) onAuthority(certificate);
              }}
            />
          </label>
        </>
      )}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 border-t border-line py-2.5 first:border-t-0 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-tiny text-muted">{children}</span>;
}

function Unchecked({ unchecked }: Pick<CheckedFile, 'unchecked'>) {
  const rules = Object.entries(unchecked);
  return (
    <>
      {rules.length === 0 ? (
        t`Nothing was left out.`
      ) : (
        <ul className="space-y-1">
          {rules.map(([rule, count]) => (
            <li key={rule}>{uncheckedWords(rule as RuleCode, count)}</li>
          ))}
        </ul>
      )}
      <Note>
        {t`Cosignatures of witnesses, and an earlier file of the same record, are checked by command.`}
      </Note>
    </>
  );
}

type CountsProps = {
  caption: string;
  heads: readonly [string, string];
  rows: readonly { id: string; name: ReactNode; count: number }[];
};

function Counts({ caption, heads: [name, count], rows }: CountsProps) {
  return (
    <Table
      caption={caption}
      head={
        <>
          <HeadCell className="ps-0">{name}</HeadCell>
          <HeadCell end className="pe-0">
            {count}
          </HeadCell>
        </>
      }
    >
      {rows.length === 0 && (
        <tr className="h-9 border-b border-line">
          <Cell className="ps-0 text-muted" colSpan={2}>{t`No entries`}</Cell>
        </tr>
      )}
      {rows.map((row) => (
        <tr key={row.id} className="h-9 border-b border-line">
          <Cell className="py-1.5 ps-0 first-letter:uppercase">{row.name}</Cell>
          <Cell end figures className="py-1.5 pe-0">
            {formatCount(row.count)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
