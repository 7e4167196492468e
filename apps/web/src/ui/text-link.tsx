import { classNames } from '@quorate/ui/class-names';
import { Link, type LinkProps } from 'react-router';

/** A link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={classNames(
        'font-medium text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand',
        className,
      )}
    />
  );
}
