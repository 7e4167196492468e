import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const TONES: Record<NoticeTone, { box: string; icon: IconName; word: string }> = {
  info: {
    box: 'border-brand/35 bg-brand/7 [--tone:var(--color-brand)]',
    icon: 'info',
    word: t`Note`,
  },
  success: {
    box: 'border-gain/35 bg-gain/8 [--tone:var(--color-gain)]',
    icon: 'check',
    word: t`Done`,
  },
  warning: {
    box: 'border-warn/40 bg-warn/8 [--tone:var(--color-warn)]',
    icon: 'warning',
    word: t`Warning`,
  },
  error: {
    box: 'border-loss/40 bg-loss/8 [--tone:var(--color-loss)]',
    icon: 'error',
    word: t`Error`,
  },
};

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link that says what to do about it. */
  action?: ReactNode;
  /** Read out when it appears: errors at once, the rest when the reader pauses. */
  live?: boolean;
  className?: string;
};

/** A message in place. Its tone shows by icon and word as well as by colour. */
export function Notice({ tone = 'info', title, children, action, live, className }: NoticeProps) {
  const { box, icon, word } = TONES[tone];
  const role = live ? (tone === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div
      role={role}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control border px-4 py-3 text-small',
        box,
        live && 'animate-arrive',
        className,
      )}
    >
      <Icon name={icon} label={word} className="mt-[0.2rem] size-4 shrink-0 text-(--tone)" />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? 'mt-0.5 text-muted' : undefined}>{children}</div>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  );
}
