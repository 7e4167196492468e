import type { ReactNode } from 'react';

type AdminPageProps = {
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

/** A page of the back office: its heading, one sentence of what stands here, and its parts below. */
export function AdminPage({ title, lead, aside, children }: AdminPageProps) {
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-serif text-title font-medium wrap-anywhere">{title}</h1>
          {lead && <p className="mt-1 max-w-prose text-small text-muted">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}
