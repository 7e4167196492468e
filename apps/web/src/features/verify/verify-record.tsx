import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { classNames } from '@quorate/ui/class-names';
import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { Icon } from '@quorate/ui/icon';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { Spinner } from '@quorate/ui/spinner';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { latePart } from '../../lib/late-part.tsx';
import { isKeyForm, type LogKey, useLogKey } from './log-key.ts';
import { useVerification, type Verification } from './use-verification.ts';

const result = latePart(
  async () => (await import('./verify-result.tsx')).VerifyResult,
  <div className="grid min-h-40 place-items-center">
    <Spinner />
  </div>,
  t`Failed to load the result`,
);

/** A file is chosen or dropped, checked in this browser against a key, and what it is stands below. */
export function VerifyRecord() {
  const site = useLogKey();
  const [typed, setTyped] = useState<string | null>(null);
  const { state, verify, cancel, refuse } = useVerification();
  const siteKey = site.kind === 'known' ? site.key : '';
  const key = typed ?? siteKey;
  const isKey = key === '' || isKeyForm(key);

  const take = (files: readonly File[]) => {
    const [file, ...more] = files;
    if (!file) return;
    result.prepare();
    if (more.length > 0) refuse(file, { kind: 'several' });
    else verify(file, { key });
  };
  const isOver = useFileDrop(take);
  const checked = state.kind === 'done' ? state : null;
  const isOtherKey = checked !== null && isVerdict(checked) && checked.usedKey !== key && isKey;

  return (
    <div className="space-y-6">
      <section
        aria-label={t`File and key`}
        className="rounded-card border border-line bg-surface p-4 xs:p-6"
      >
        <div
          className={classNames(
            'grid min-h-44 place-items-center rounded-card border border-dashed px-4 py-7 text-center transition-colors duration-150',
            isOver ? 'border-brand bg-brand/7' : 'border-line-strong',
          )}
        >
          <div className="w-full">
            <FileChoice again={checked !== null} onFiles={take} />
            <p className="mt-3 text-small text-muted">{t`or drop it anywhere on this page`}</p>
            {state.kind === 'checking' ? (
              <Progress {...state} onCancel={cancel} />
            ) : (
              <p className="mt-1 text-tiny text-muted">{t`Such as record-2026-03-05.jsonl, of any size. It stays on your device.`}</p>
            )}
          </div>
        </div>
        <div className="mt-5">
          <KeyField
            value={typed ?? siteKey}
            onChange={setTyped}
            isKey={isKey}
            hint={keyNote(site, key)}
          />
          <div className="mt-2 flex flex-wrap gap-3 empty:hidden">
            {siteKey !== '' && key !== siteKey && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => setTyped(null)}
              >{t`Use the key of this site`}</Button>
            )}
            {isOtherKey && (
              <Button
                size="small"
                onClick={() => verify(checked.file, { key })}
              >{t`Verify again with this key`}</Button>
            )}
          </div>
        </div>
      </section>
      <p role="status" className="sr-only">
        {said(state)}
      </p>
      {checked && (
        <Shown key={`${checked.file.name} ${checked.seconds}`}>
          <result.Part
            {...checked}
            isSiteKey={siteKey !== '' && checked.usedKey === siteKey}
            onWithoutKey={() => {
              setTyped('');
              verify(checked.file, { key: '' });
            }}
            onAuthority={(authority) => verify(checked.file, { key: checked.usedKey, authority })}
          />
        </Shown>
      )}
    </div>
  );
}

type KeyFieldProps = {
  value: string;
  onChange: (value: string) => void;
  isKey: boolean;
  hint: string;
};

/** A key is longer than a line of most screens, and somebody compares it with one from elsewhere. */
function KeyField({ value, onChange, isKey, hint }: KeyFieldProps) {
  const id = useId();
  const error = t`This is no key of a log. Copy the whole key, from its name to its end.`;
  return (
    <FieldFrame id={id} label={t`Key of the log`} hint={hint} error={isKey ? null : error}>
      <textarea
        id={id}
        rows={2}
        value={value}
        // Mails and chats break long lines.
        onChange={(event) => onChange(event.target.value.replaceAll(/\s+/g, ''))}
        placeholder="log.example/log+1a2b3c4d+AQ…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={isKey ? undefined : true}
        aria-describedby={`${id}-note`}
        className={`${CONTROL_CLASS} resize-none font-mono text-small break-all field-sizing-content`}
      />
    </FieldFrame>
  );
}

/** Whether another key could make another verdict of it. */
function isVerdict({ outcome }: Extract<Verification, { kind: 'done' }>): boolean {
  return ['verified', 'consistent', 'broken', 'bad_key'].includes(outcome.kind);
}

/** What is read out; the page shows the same in more words. */
function said(state: Verification): string {
  switch (state.kind) {
    case 'checking':
      return t`Checking ${state.file.name}`;
    case 'cancelled':
      return t`Cancelled. Nothing was verified.`;
    case 'done':
      return saidOf(state);
    case 'idle':
      return '';
  }
}

function saidOf({ outcome, file }: Extract<Verification, { kind: 'done' }>): string {
  switch (outcome.kind) {
    case 'verified':
      return t`${file.name} is verified.`;
    case 'consistent':
      return t`${file.name} is consistent in itself. Who signed it is not known.`;
    case 'broken':
      return t`${file.name} is broken.`;
    default:
      return t`${file.name} could not be verified.`;
  }
}

function keyNote(site: LogKey, key: string): string {
  if (site.kind === 'known' && key === site.key) {
    if (site.at === null)
      return t`The key of this site. For a file of another log, put in the key of that log.`;
    return t`The key of this site, as read on ${formatTime(site.at, viewerTimeZone())}. It could not be read now.`;
  }
  if (key !== '')
    return t`A key of your own. A file is verified only where it is signed with this key.`;
  if (site.kind === 'reading') return t`Reading the key of this site`;
  return site.kind === 'unknown'
    ? t`The key of this site could not be read. Put in the key of the log: without it, no file is called verified.`
    : t`Without a key, who signed the file is not known, and it is never called verified.`;
}

type FileChoiceProps = { again: boolean; onFiles: (files: readonly File[]) => void };

function FileChoice({ again, onFiles }: FileChoiceProps) {
  return (
    <label
      className={buttonClass(
        'primary',
        'medium',
        'relative cursor-pointer has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand',
      )}
    >
      <Icon name="shield" className="size-5" />
      {again ? t`Choose another file` : t`Choose a file`}
      <input
        type="file"
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again, after it was changed.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </label>
  );
}

type ProgressProps = Extract<Verification, { kind: 'checking' }> & { onCancel: () => void };

function Progress({ file, read, entries, onCancel }: ProgressProps) {
  return (
    <div className="mx-auto mt-4 max-w-[26rem] space-y-2 text-small">
      <p className="wrap-anywhere">{t`Checking ${file.name}`}</p>
      <ProgressBar
        label={t`Progress`}
        percent={file.size === 0 ? null : (read / file.size) * 100}
        text={t`${formatBytes(read)} of ${formatBytes(file.size)}`}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-tiny text-muted tabular-nums">
          <Trans>
            {formatBytes(read)} of {formatBytes(file.size)},{' '}
            {plural(entries, { one: '# entry', other: '# entries' })}
          </Trans>
        </span>
        <Button variant="secondary" size="small" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}

/** On a phone what was found lies below the edge: it comes into sight. */
function Shown({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="scroll-mb-24 scroll-mt-24">
      {children}
    </div>
  );
}

/** Takes files that are dropped anywhere. @returns whether some are held over the page */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const leave = new AbortController();
    const listen = (name: 'dragover' | 'dragleave' | 'drop', take: (event: DragEvent) => void) =>
      window.addEventListener(name, take, { signal: leave.signal });
    const hasFiles = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.includes('Files') ?? false;
    listen('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    // Between two elements there is a next one; at the edge of the window there is none.
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      drop([...(event.dataTransfer?.files ?? [])]);
    });
    return () => leave.abort();
  }, []);
  return isOver;
}
