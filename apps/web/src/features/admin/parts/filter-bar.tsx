import type { ReactNode } from 'react';

/** The choices above a list, side by side where there is room. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}
