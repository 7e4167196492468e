import { type ButtonSize, type ButtonVariant, buttonClass } from '@quorate/ui/button-style';
import { Link, type LinkProps } from 'react-router';

type LinkButtonProps = LinkProps & { variant?: ButtonVariant; size?: ButtonSize };

/** A link that reads as a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link prefetch="intent" {...rest} className={buttonClass(variant, size, className)} />;
}
