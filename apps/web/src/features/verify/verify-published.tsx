import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PublishedMeasures } from '@quorate/contract/public-records';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { Button } from '@quorate/ui/button';
import { formatCount } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import type { CheckedFile } from './check-file.ts';
import { useLogKey } from './log-key.ts';
import { type AddressCheck, useAddressCheck } from './use-address-check.ts';
import type { PageOutcome } from './use-verification.ts';
import { VerifyResult } from './verify-result.tsx';

type VerifyPublishedProps = {
  /** Of the file that the figures are checked against. */
  address: string;
  /** What the page shows. */
  shown: PublishedMeasures;
  /** Loads what the page shows again: the record may have grown since. */
  onReload: () => void;
  reloading: boolean;
};

/** Downloads a public record and checks all of it in this browser, and that the page shows what it gives. */
export function VerifyPublished(props: VerifyPublishedProps) {
  const { address, shown, onReload, reloading } = props;
  const site = useLogKey();
  const { state, verify, cancel } = useAddressCheck(address);
  const key = site.kind === 'known' ? site.key : '';
  return (
    <section
      aria-label={t`Verify in your browser`}
      className="rounded-card border border-line bg-surface p-4 xs:p-6"
    >
      <h2 className="text-body font-semibold">{t`Verify in your browser`}</h2>
      <p className="mt-1 max-w-prose text-small text-muted">{t`Your browser downloads the record and checks every entry: signed, complete, unchanged. Then it computes each figure of this page again.`}</p>
      {state.kind === 'checking' ? (
        <Progress {...state} total={shown.facts.entries} onCancel={cancel} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button disabled={site.kind === 'reading'} onClick={() => verify(key)}>
            {state.kind === 'done' ? t`Verify again` : t`Verify in your browser`}
          </Button>
          <a
            className="inline-flex min-h-11 items-center text-small font-medium text-brand underline underline-offset-4"
            href={address}
            download
          >{t`Download the file`}</a>
        </div>
      )}
      <p role="status" className="sr-only">
        {said(state)}
      </p>
      {state.kind === 'cancelled' && (
        <p className="mt-3 text-small text-muted">{t`Cancelled. Nothing was verified.`}</p>
      )}
      {state.kind === 'done' && (
        <div className="mt-4 space-y-4">
          <Comparison
            key={state.seconds}
            {...{ outcome: state.outcome, shown, onReload, reloading }}
          />
          <VerifyResult
            outcome={state.outcome}
            seconds={state.seconds}
            usedKey={state.usedKey}
            file={{ name: `record-${shown.name}.jsonl`, size: state.read }}
            isSiteKey={state.usedKey !== ''}
            onWithoutKey={() => verify('')}
            onAuthority={(authority) => verify(state.usedKey, authority ?? null)}
          />
        </div>
      )}
    </section>
  );
}

function said(state: AddressCheck): string {
  switch (state.kind) {
    case 'checking':
      return t`Checking the record`;
    case 'cancelled':
      return t`Cancelled. Nothing was verified.`;
    case 'done':
      return state.outcome.kind === 'verified'
        ? t`The record is verified.`
        : t`The check has ended.`;
    case 'idle':
      return '';
  }
}

type ProgressProps = Extract<AddressCheck, { kind: 'checking' }> & {
  total: number;
  onCancel: () => void;
};

function Progress({ read, entries, total, onCancel }: ProgressProps) {
  // It may have grown since the page was loaded.
  const all = Math.max(total, entries);
  const [done, of] = [formatCount(entries), formatCount(all)];
  return (
    <div className="mt-4 max-w-[26rem] space-y-2">
      <ProgressBar
        label={t`Progress`}
        percent={all === 0 ? null : (100 * entries) / all}
        text={t`${done} of ${of} entries`}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-tiny text-muted tabular-nums">
          <Trans>
            {done} of {of} entries, {formatBytes(read)}
          </Trans>
        </span>
        <Button variant="secondary" size="small" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}

type ComparisonProps = Omit<VerifyPublishedProps, 'address'> & { outcome: PageOutcome };

/** Whether the page shows what the file gives. Where it does not, it is loaded again once: the file may be newer. */
function Comparison({ outcome, shown, onReload, reloading }: ComparisonProps) {
  const isSound = outcome.kind === 'verified' || outcome.kind === 'consistent';
  const published = isSound
    ? ((outcome as CheckedFile).published as PublishedMeasures | null)
    : null;
  const isSame = published !== null && textOf(published) === textOf(shown);
  const [asked, setAsked] = useState(false);
  const reload = useEffectEvent(onReload);
  useEffect(() => {
    if (!isSound || isSame || asked) return;
    setAsked(true);
    reload();
  }, [isSound, isSame, asked]);
  if (!isSound) return null;
  if (isSame)
    return (
      <Notice
        tone="success"
        title={t`The figures on this page are those of the file`}
      >{t`Each of them was computed again from the entries.`}</Notice>
    );
  if (!asked || reloading)
    return <p className="text-small text-muted">{t`Comparing with the figures on this page`}</p>;
  if (published && published.facts.entries > shown.facts.entries)
    return (
      <Notice
        tone="warning"
        title={t`The record has grown since these figures were made`}
        action={
          <Button
            variant="secondary"
            size="small"
            onClick={onReload}
          >{t`Load the figures again`}</Button>
        }
      >{t`The file has newer entries. Figures on this page are up to a minute old.`}</Notice>
    );
  return (
    <Notice
      tone="error"
      title={t`The figures on this page are not those of the file`}
    >{t`Believe the file, not the page. Reload the page and verify again. If it stays so, tell us.`}</Notice>
  );
}

/** Without the moment in which they were made, which says nothing of the record. */
function textOf({ at: _at, ...figures }: PublishedMeasures): string {
  return canonicalJson(figures as unknown as JsonValue);
}
