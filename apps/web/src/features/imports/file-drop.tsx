import { classNames } from '@quorate/ui/class-names';
import { type DragEvent, useId, useState } from 'react';

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
      aria-label="Report"
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
      <label htmlFor={id} className="mb-3 block font-medium">
        Choose a report, or drop it here
      </label>
      <input
        id={id}
        type="file"
        accept=".html,.htm,.xlsx,.csv,.txt"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
        className="mx-auto block w-full max-w-72 text-small file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-line-strong/60 file:bg-transparent file:px-4 file:font-medium file:text-ink"
      />
      <p className="mt-3 text-tiny text-muted">HTML, XLSX or CSV, up to 150 MB</p>
    </fieldset>
  );
}
