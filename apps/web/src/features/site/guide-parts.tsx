import type { ReactNode } from 'react';

/** Numbered steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="list-decimal space-y-2 pl-5 marker:text-brand">{children}</ol>;
}

/** Plain points. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-2 pl-5">{children}</ul>;
}

/** What a thing on the screen is called. */
export function Name({ children }: { children: ReactNode }) {
  return <strong className="font-medium text-ink">{children}</strong>;
}
