import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ImportRecord } from '@quorate/contract/import-records';
import {
  IMPORT_BYTES_MAX,
  type ImportPreview,
  type ImportResult,
  REPORT_BYTES_MAX,
} from '@quorate/contract/trade-import';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Notice } from '@quorate/ui/notice';
import { Spinner } from '@quorate/ui/spinner';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { ImportChoices } from './import-choices.tsx';
import { ImportList } from './import-list.tsx';
import { importsKey, previewReport } from './imports.api.ts';
import { type Removable, RemoveImport } from './remove-import.tsx';

type ImportDialogProps = {
  userId: string;
  timeZone: string;
  /** Trades came or went: what is shown is not what is there. */
  onChanged: () => void;
  onClose: () => void;
};

/** A report is chosen, looked at with the clock it is read by, and stored; an earlier one is taken back. */
export function ImportDialog({ userId, timeZone, onChanged, onClose }: ImportDialogProps) {
  const [step, setStep] = useState<ImportStep>(FIRST_STEP);
  const client = useQueryClient();
  const leave = useRef<AbortController>(null);
  useEffect(() => () => leave.current?.abort(), []);
  const { kind } = step;

  const read = async (file: File) => {
    const refuse = (limit: string) =>
      setStep({ ...FIRST_STEP, tooLarge: { name: file.name, limit } });
    if (file.size > REPORT_BYTES_MAX) return refuse(t`150 MB`);
    const ending = new AbortController();
    leave.current = ending;
    setStep({ kind: 'reading', name: file.name });
    try {
      const bytes = await packReport(file);
      if (bytes.byteLength > IMPORT_BYTES_MAX) return refuse(t`20 MB`);
      const preview = await previewReport(bytes, ending.signal);
      setStep({ kind: 'preview', name: file.name, bytes, preview });
    } catch (error) {
      if (!ending.signal.aborted) setStep({ ...FIRST_STEP, error });
    }
  };
  const startAgain = () => {
    leave.current?.abort();
    setStep(FIRST_STEP);
  };
  const tellChanged = () => {
    onChanged();
    void client.invalidateQueries({ queryKey: importsKey(userId) });
  };

  return (
    <Dialog title={TITLES[kind]} onClose={onClose} wide={kind === 'preview'}>
      <StepBody key={kind}>
        {step.kind === 'choose' && (
          <ImportChoose
            {...step}
            userId={userId}
            timeZone={timeZone}
            onFile={(file) => void read(file)}
            onRemove={(record) => setStep({ kind: 'remove', record })}
          />
        )}
        {step.kind === 'reading' && (
          <div role="status" className="flex flex-wrap items-center gap-3 py-6 text-small">
            <Spinner size="small" />
            <span className="min-w-0 flex-1 wrap-anywhere">{t`Reading ${step.name}`}</span>
            <Button variant="secondary" size="small" onClick={startAgain}>{t`Cancel`}</Button>
          </div>
        )}
        {step.kind === 'preview' && (
          <ImportChoices
            {...step}
            timeZone={timeZone}
            onOther={startAgain}
            onDone={(result) => {
              setStep({ kind: 'done', name: step.name, result });
              if (result.created + result.updated > 0) tellChanged();
            }}
          />
        )}
        {step.kind === 'done' && (
          <ImportOutcome
            result={step.result}
            onAnother={startAgain}
            onRemove={(import_id) =>
              setStep({
                kind: 'remove',
                record: { import_id, file_name: step.name, created: step.result.created },
              })
            }
            onClose={onClose}
          />
        )}
        {step.kind === 'remove' && (
          <RemoveImport
            record={step.record}
            onKeep={startAgain}
            onRemoved={(done) => {
              setStep({ ...FIRST_STEP, done });
              tellChanged();
            }}
          />
        )}
      </StepBody>
    </Dialog>
  );
}

/** The control that led here is gone with its step: the keyboard goes on at the top of the next one. */
function StepBody({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body)
      box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** The first letters of a zip file, which a workbook is. */
const ZIP_MARK = [0x50, 0x4b];

/**
 * The file as it travels: pages of text packed with gzip, where the browser can. A report of fifty thousand
 * trades has a hundred megabytes, and packed five. A workbook is packed by itself.
 */
export async function packReport(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = ZIP_MARK.every((mark, index) => bytes[index] === mark);
  const { body } = new Response(bytes);
  if (isZip || !body || !('CompressionStream' in globalThis)) return bytes;
  const packed = body.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Where the window is between a file and its trades. */
export type ImportStep =
  | {
      kind: 'choose';
      error: unknown;
      tooLarge: { name: string; limit: string } | null;
      done: string | null;
    }
  | { kind: 'reading'; name: string }
  | { kind: 'preview'; name: string; bytes: Uint8Array<ArrayBuffer>; preview: ImportPreview }
  | { kind: 'done'; name: string; result: ImportResult }
  | { kind: 'remove'; record: Removable };

export const FIRST_STEP: Extract<ImportStep, { kind: 'choose' }> = {
  kind: 'choose',
  error: null,
  tooLarge: null,
  done: null,
};

export const TITLES: Readonly<Record<ImportStep['kind'], string>> = {
  choose: t`Import trades`,
  reading: t`Import trades`,
  preview: t`Import trades`,
  done: t`Import trades`,
  remove: t`Remove these trades?`,
};

type ImportChooseProps = {
  userId: string;
  timeZone: string;
  /** Why the last report could not be read; null: it could, or there was none. */
  error: unknown;
  /** A file that was not even sent. */
  tooLarge: { name: string; limit: string } | null;
  /** What was just done. */
  done: string | null;
  onFile: (file: File) => void;
  onRemove: (record: ImportRecord) => void;
};

/** The window's first step: a report is chosen, or an earlier one taken back. */
export function ImportChoose(props: ImportChooseProps) {
  const { userId, timeZone, error, tooLarge, done, onFile, onRemove } = props;
  return (
    <div className="space-y-4 text-small">
      <DoneNotice>{done}</DoneNotice>
      <FailureNotice title={t`The report could not be read`} error={error} />
      {tooLarge && (
        <Notice
          tone="error"
          live
          title={t`The report could not be read`}
        >{t`${tooLarge.name} is larger than ${tooLarge.limit}. Save it for a shorter period, in parts.`}</Notice>
      )}
      <FileDrop onFile={onFile} />
      <p className="text-muted">
        <Trans>
          In MetaTrader 5, open <strong className="font-medium text-ink">{t`History`}</strong>,
          right-click, and choose <strong className="font-medium text-ink">{t`Report`}</strong>:
          HTML or Open XML. A table saved as CSV works, too. Nothing is stored before you have seen
          it, and trades that are here already are not stored twice.
        </Trans>
      </p>
      <ImportList userId={userId} timeZone={timeZone} onRemove={onRemove} />
    </div>
  );
}

type FileDropProps = { onFile: (file: File) => void };

/** A file is dropped here, or chosen; the keyboard reaches the browser's own field. */
export function FileDrop({ onFile }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    // The field inside does the same for the keyboard.
    <fieldset
      aria-label={t`Report`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'min-w-0 rounded-card border border-dashed px-4 py-7 text-center transition-colors duration-150',
        over ? 'border-brand bg-brand/7' : 'border-line-strong',
      )}
    >
      <label
        htmlFor={id}
        className="mb-3 block font-medium"
      >{t`Choose a report, or drop it here`}</label>
      <input
        id={id}
        type="file"
        accept=".html,.htm,.xlsx,.csv,.txt"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
        className="mx-auto block w-full max-w-72 text-small file:me-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-line-strong/60 file:bg-transparent file:px-4 file:font-medium file:text-ink"
      />
      <p className="mt-3 text-tiny text-muted">{t`HTML, XLSX or CSV, up to 150 MB`}</p>
    </fieldset>
  );
}

type ImportOutcomeProps = {
  result: ImportResult;
  onAnother: () => void;
  onRemove: (importId: string) => void;
  onClose: () => void;
};

export function ImportOutcome({ result, onAnother, onRemove, onClose }: ImportOutcomeProps) {
  const { import_id: importId, created, updated } = result;
  return (
    <div className="space-y-4 text-small">
      <DoneNotice tone={created + updated > 0 ? 'success' : 'info'}>{outcome(result)}</DoneNotice>
      {importId !== null && (
        <p className="text-muted">{t`Your history and statistics hold them from now on. If something is wrong, such as the clock, take this import back, now or later under Import.`}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onClose}>{t`Close`}</Button>
        <Button variant="secondary" onClick={onAnother}>{t`Import another report`}</Button>
        {importId !== null && (
          <Button
            variant="quiet"
            onClick={() => onRemove(importId)}
          >{t`Remove these trades`}</Button>
        )}
      </div>
    </div>
  );
}

function outcome({ created, updated, unchanged, faults }: ImportResult): string {
  const parts = [
    created > 0
      ? plural(created, { one: '# trade imported.', other: '# trades imported.' })
      : t`No new trade was in this report.`,
    updated > 0 ? plural(updated, { one: '# trade updated.', other: '# trades updated.' }) : '',
    unchanged > 0
      ? plural(unchanged, {
          one: '# trade stood here already, unchanged.',
          other: '# trades stood here already, unchanged.',
        })
      : '',
    faults > 0 ? plural(faults, { one: '# row left out.', other: '# rows left out.' }) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
