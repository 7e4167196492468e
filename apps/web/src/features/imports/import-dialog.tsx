import { IMPORT_BYTES_MAX, REPORT_BYTES_MAX } from '@quorate/contract/trade-import';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { Spinner } from '@quorate/ui/spinner';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ImportChoices } from './import-choices.tsx';
import { ImportChoose } from './import-choose.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { FIRST_STEP, type ImportStep, TITLES } from './import-step.ts';
import { importsKey, previewReport } from './imports.api.ts';
import { packReport } from './pack-report.ts';
import { RemoveImport } from './remove-import.tsx';

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
    if (file.size > REPORT_BYTES_MAX) return refuse('150 MB');
    const ending = new AbortController();
    leave.current = ending;
    setStep({ kind: 'reading', name: file.name });
    try {
      const bytes = await packReport(file);
      if (bytes.byteLength > IMPORT_BYTES_MAX) return refuse('20 MB');
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
            <span className="min-w-0 flex-1 wrap-anywhere">Reading {step.name}</span>
            <Button variant="secondary" size="small" onClick={startAgain}>
              Cancel
            </Button>
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
