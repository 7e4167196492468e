import type { ReactNode } from 'react';

/** Rows between hairlines. */
export function SettingList({ label, children }: { label?: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>;
}

type SettingRowProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** One thing with what is known of it and what can be done about it. */
export function SettingRow({ title, children, action }: SettingRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small font-medium">
          {title}
        </div>
        {children && <div className="mt-0.5 text-small text-muted">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </li>
  );
}
