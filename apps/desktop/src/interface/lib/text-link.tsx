import { classNames } from '@quorate/ui/class-names';
import type { AnchorHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';

const LOOK =
  'font-medium text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand';

/** A link to another screen. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(LOOK, className)} />;
}

type OutsideLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel'> & {
  href: string;
};

/** A link that the browser opens in a window of its own, such as a page of the service. */
export function OutsideLink({ className, children, ...rest }: OutsideLinkProps) {
  return (
    <a {...rest} target="_blank" rel="noreferrer" className={classNames(LOOK, className)}>
      {children}
      <span className="sr-only"> (opens in the browser)</span>
    </a>
  );
}
