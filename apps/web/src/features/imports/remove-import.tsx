import { plural, t } from '@lingui/core/macro';
import type { ImportRecord } from '@quorate/contract/import-records';
import { Button } from '@quorate/ui/button';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { removeImported } from './imports.api.ts';

/** What is known of an import that may be taken back. */
export type Removable = Pick<ImportRecord, 'import_id' | 'file_name' | 'created'>;

type RemoveImportProps = {
  record: Removable;
  onRemoved: (words: string) => void;
  onKeep: () => void;
};

/** Asks before an import is taken back, and says what stays. */
export function RemoveImport({ record, onRemoved, onKeep }: RemoveImportProps) {
  const { import_id: id, file_name: name, created } = record;
  const { busy, error, submit } = useSubmission(async () => {
    onRemoved(outcome(await removeImported(id)));
  });
  return (
    <div className="space-y-4 text-small">
      <p className="wrap-anywhere">
        {plural(created, {
          one: `The # trade that ${name} brought leaves your history, your statistics and your charts. The file can be imported again.`,
          other: `The # trades that ${name} brought leave your history, your statistics and your charts. The file can be imported again.`,
        })}
      </p>
      <p className="text-muted">{t`Everything else stays: trades from your bot or from other reports, and those of this report that your bot has sent since.`}</p>
      <FailureNotice title={t`The trades could not be removed`} error={error} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          busy={busy}
          onClick={() => submit(undefined)}
        >{t`Remove these trades`}</Button>
        <Button variant="secondary" disabled={busy} onClick={onKeep}>{t`Keep them`}</Button>
      </div>
    </div>
  );
}

function outcome({ removed, kept }: { removed: number; kept: number }): string {
  const gone =
    removed > 0
      ? plural(removed, { one: '# trade removed.', other: '# trades removed.' })
      : t`There was nothing to remove.`;
  return kept > 0
    ? `${gone} ${plural(kept, { one: '# trade stays: your bot has sent it since.', other: '# trades stay: your bot has sent them since.' })}`
    : gone;
}
