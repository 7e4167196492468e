import type { ReactNode } from 'react';

type SettingsSectionProps = {
  /** Of the element, for links to it. */
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

/** A titled part of a settings page: what it is for at the left, what there is to do at the right. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="font-serif text-heading">
          {title}
        </h2>
        <div className="mt-1.5 max-w-[34rem] text-small text-muted">{lead}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
