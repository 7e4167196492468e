/** The look of every box one types in or picks from. */
export const CONTROL_CLASS =
  'block w-full min-h-11 rounded-control border border-line-strong bg-surface px-3 py-2 text-body text-ink placeholder:text-muted transition-colors duration-150 hover:border-ink/60 aria-invalid:border-loss disabled:opacity-60';
