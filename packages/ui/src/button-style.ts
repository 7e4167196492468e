import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'medium' | 'small';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-brand-ink hover:bg-brand-strong',
  secondary: 'border-line-strong/60 text-ink hover:border-brand hover:text-brand',
  quiet: 'border-transparent text-muted hover:bg-sunk hover:text-ink',
  danger: 'border-transparent bg-loss text-paper hover:bg-ink',
};

const SIZES: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-[1.125rem] py-2 text-small',
  small: 'min-h-9 px-3 py-1.5 text-small',
};

/** The look of a button, shared by buttons and by links that read as one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  extra?: string,
): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border text-center font-medium leading-tight',
    'transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
    extra,
  );
}
