import { t } from '@lingui/core/macro';
import type { BrokenRecord } from '@quorate/record/verify-record';
import { Button } from '@quorate/ui/button';
import { formatNumber } from '@quorate/ui/format';
import { Icon, type IconName } from '@quorate/ui/icon';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { CheckedFacts } from './checked-facts.tsx';
import { kindName } from './kind-words.ts';
import { ruleWords } from './rule-words.ts';
import type { PageOutcome, Verification } from './use-verification.ts';

type VerifyResultProps = Omit<Extract<Verification, { kind: 'done' }>, 'kind' | 'file'> & {
  kind?: 'done';
  file: Pick<File, 'name' | 'size'>;
  /** Whether the key that it was checked with is that of this site. */
  isSiteKey: boolean;
  onWithoutKey: () => void;
  /** Verifies once more, with the certificate of an authority of time or without. */
  onAuthority: (certificate: File | undefined) => void;
};

/** What a file is, and what it holds or where it is broken. */
export function VerifyResult({ outcome, file, seconds, ...rest }: VerifyResultProps) {
  const { isSiteKey, onAuthority } = rest;
  const head = { file, seconds };
  switch (outcome.kind) {
    case 'verified':
      return (
        <>
          <Head {...head} tone="gain" icon="check" title={t`Verified`}>
            {isSiteKey
              ? t`Every entry is there and unchanged, what it says holds, and the log of this site signed it.`
              : t`Every entry is there and unchanged, what it says holds, and it is signed with your key.`}
          </Head>
          <CheckedFacts checked={outcome} onAuthority={onAuthority} />
        </>
      );
    case 'consistent':
      return (
        <>
          <Head
            {...head}
            tone="warn"
            icon="warning"
            title={t`Consistent in itself, who signed it is not known`}
          >
            {t`Nothing in it is wrong. But anyone can make such a file with a key of their own. Put in the key of the log, from a source that you trust, and verify again.`}
          </Head>
          <CheckedFacts checked={outcome} onAuthority={onAuthority} />
        </>
      );
    case 'broken':
      return (
        <Head
          {...head}
          tone="loss"
          icon="error"
          title={t({ message: 'Broken', context: 'record' })}
        >
          <BrokenWords {...rest} broken={outcome} />
        </Head>
      );
    default:
      return (
        <Head {...head} tone="warn" icon="warning" title={NO_VERDICTS[outcome.kind].title}>
          {NO_VERDICTS[outcome.kind].text}
          {outcome.kind === 'ledger' && (
            <code className="figures mt-3 block w-fit max-w-full rounded-md bg-sunk px-3 py-2 text-tiny wrap-anywhere">
              {LEDGER_COMMAND}
            </code>
          )}
        </Head>
      );
  }
}

const LEDGER_COMMAND = t`npm run verify-ledger -- FILE --key ledger-key.json`;

type NoVerdict = Exclude<PageOutcome['kind'], 'verified' | 'consistent' | 'broken'>;

const NO_VERDICTS: Readonly<Record<NoVerdict, { title: string; text: string }>> = {
  empty: {
    title: t`The file is empty`,
    text: t`There is nothing to verify in it. Download the record again.`,
  },
  ledger: {
    title: t`A decision ledger`,
    text: t`It was kept before there was a record, and this page does not read it. Verify it by command, in a checkout of the source:`,
  },
  other: {
    title: t`Not a record`,
    text: t`The file does not begin as a record does. Choose a file such as record-2026-03-05.jsonl. If this was one, it was changed.`,
  },
  several: {
    title: t`Several files`,
    text: t`Each file is verified on its own. Drop one file at a time.`,
  },
  unreadable: {
    title: t`The file could not be read`,
    text: t`It was moved, changed or deleted, or it is a folder. Choose it again.`,
  },
  bad_key: {
    title: t`The key is not whole`,
    text: t`Its name, id and key do not fit together. Copy the whole key again, and verify again with it.`,
  },
  bad_certificate: {
    title: t`Not a certificate`,
    text: t`The file that you chose for the authority of time holds no certificate in PEM. Verify again, and choose another one.`,
  },
  no_signatures: {
    title: t`This browser cannot verify signatures`,
    text: t`It lacks Ed25519, or this page was opened without https. Use a current version of Chrome, Edge, Firefox or Safari, or verify by command.`,
  },
  gone: {
    title: t`The record is no longer public`,
    text: t`Its owner has taken it back. There is nothing to verify any more.`,
  },
  limited: {
    title: t`Too many downloads`,
    text: t`Your network has asked for many of these files. Try again in an hour, or verify a file that you have.`,
  },
  unreachable: {
    title: t`The file did not arrive`,
    text: t`The download broke off or was refused. Check your network and try again.`,
  },
  unloaded: {
    title: t`The check could not start`,
    text: t`Its code did not arrive. Check your network, reload the page, and choose the file again.`,
  },
  fault: {
    title: t`The file could not be checked`,
    text: t`It has a form that this page does not know, so do not trust it. Ask for the file again.`,
  },
};

const TONES = {
  gain: 'border-gain/40 bg-gain/8 [--tone:var(--color-gain)]',
  warn: 'border-warn/45 bg-warn/8 [--tone:var(--color-warn)]',
  loss: 'border-loss/45 bg-loss/8 [--tone:var(--color-loss)]',
} as const;

type HeadProps = Pick<VerifyResultProps, 'file' | 'seconds'> & {
  tone: keyof typeof TONES;
  icon: IconName;
  title: string;
  children: ReactNode;
};

function Head({ file, seconds, tone, icon, title, children }: HeadProps) {
  return (
    <section
      aria-label={t`Result`}
      className={`animate-arrive rounded-card border p-4 xs:p-6 ${TONES[tone]}`}
    >
      <div className="flex items-start gap-3">
        <Icon name={icon} className="mt-1 size-6 shrink-0 text-(--tone)" />
        <div className="min-w-0 flex-1">
          <h2 className="font-serif text-heading">{title}</h2>
          <div className="mt-2">{children}</div>
          <p className="mt-3 text-tiny text-muted wrap-anywhere">
            {seconds > 0
              ? t`${file.name}, ${formatBytes(file.size)}, checked in ${formatSeconds(seconds)} s`
              : file.name}
          </p>
        </div>
      </div>
    </section>
  );
}

function formatSeconds(seconds: number): string {
  return formatNumber(Math.max(seconds, 0.1), { maximumFractionDigits: 1 });
}

type BrokenWordsProps = { broken: BrokenRecord } & Pick<
  VerifyResultProps,
  'usedKey' | 'onWithoutKey' | 'onAuthority'
>;

function BrokenWords({ broken, ...rest }: BrokenWordsProps) {
  return (
    <>
      <p className="wrap-anywhere">{ruleWords(broken)}</p>
      <BrokenMore broken={broken} {...rest} />
    </>
  );
}

/** Of whoever signed or stamped it, the reader may have named another one than is in the file. */
function BrokenMore({ broken, usedKey, onWithoutKey, onAuthority }: BrokenWordsProps) {
  const { line, entry, rule } = broken;
  switch (rule) {
    case 'signer':
      return <OtherSigner broken={broken} usedKey={usedKey} onWithoutKey={onWithoutKey} />;
    case 'authority':
      return (
        <div className="mt-3 space-y-3 text-small">
          <p className="text-muted">{t`A made-up stamp looks like this. So does the stamp of another authority than the one whose certificate you chose.`}</p>
          <Button variant="secondary" size="small" onClick={() => onAuthority(undefined)}>
            {t`Check it without the certificate`}
          </Button>
        </div>
      );
    default:
      return (
        <>
          <dl className="mt-3 grid gap-x-5 text-small sm:grid-cols-[auto_minmax(0,1fr)] [&>dd]:min-w-0 [&>dd]:wrap-anywhere [&>dt]:text-muted">
            <dt>{t`Line`}</dt>
            <dd className="figures">{line}</dd>
            {entry && (
              <>
                <dt>{t`Entry`}</dt>
                <dd>{t`${entry.position} of its stream: ${kindName(entry.kind)}`}</dd>
                <dt>{t`Stream`}</dt>
                <dd className="figures">{entry.stream}</dd>
              </>
            )}
            <dt>{t`Rule`}</dt>
            <dd className="figures">{rule}</dd>
          </dl>
          <p className="mt-3 text-small text-muted">{t`The check ends at the first fault. Ask for the file again: if a new download is broken, too, the record itself is not true.`}</p>
        </>
      );
  }
}

/** The file may be sound, and is none of the log whose key was put in. */
function OtherSigner({ broken, usedKey, onWithoutKey }: Omit<BrokenWordsProps, 'onAuthority'>) {
  const [log = ''] = String(broken.values.key ?? '').split(' ');
  const [own = ''] = usedKey.split('+');
  return (
    <div className="mt-3 space-y-3 text-small">
      <p className="text-muted wrap-anywhere">
        {log === own
          ? t`A made-up file looks like this. So does a file from before the log changed its key: put in the key of that time.`
          : t`The file is of the log ${log}, the key is of the log ${own}. Put in the key of ${log}, from a source that you trust.`}
      </p>
      <Button variant="secondary" size="small" onClick={onWithoutKey}>
        {t`Check it without a key`}
      </Button>
    </div>
  );
}
