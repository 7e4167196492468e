import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Dialog } from '@quorate/ui/dialog';
import { COLUMNS, type useColumns } from './trade-columns.tsx';

type ColumnChoiceProps = { columns: ReturnType<typeof useColumns>; onClose: () => void };

/** Which columns the table has, kept in this browser. */
export function ColumnChoice({ columns, onClose }: ColumnChoiceProps) {
  const { shown, isDefault, toggle, reset } = columns;
  return (
    <Dialog title={t`Columns`} onClose={onClose}>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-3">
        <legend className="mb-3 text-small text-muted">{t`Choose what the table shows. This browser keeps your choice.`}</legend>
        {COLUMNS.map((column) => {
          const checked = shown.includes(column);
          return (
            <Checkbox
              key={column.key}
              label={column.label}
              checked={checked}
              // A table without a column has no row to open.
              disabled={checked && shown.length === 1}
              onChange={() => toggle(column.key)}
            />
          );
        })}
      </fieldset>
      {shown.length === 1 && (
        <p className="mt-3 text-tiny text-muted">{t`The last column stays.`}</p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={isDefault} onClick={reset}>
          {isDefault ? t`These are the defaults` : t`Reset columns`}
        </Button>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </Dialog>
  );
}
