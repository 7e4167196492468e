import { t } from '@lingui/core/macro';
import { type ButtonVariant, buttonClass } from '@quorate/ui/button-style';
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
      <span className="sr-only"> {t`(opens in the browser)`}</span>
    </a>
  );
}

/**
 * Address of a page of the service.
 *
 * @example servicePage('https://quorate.example/', '/pricing') // 'https://quorate.example/pricing'
 */
export function servicePage(service: string, path: `/${string}`): string {
  return `${service.replace(/\/+$/, '')}${path}`;
}

type PlaceLinkProps = { to: string; label: string; variant?: ButtonVariant };

/** A link to another screen that reads as a button. */
export function PlaceLink({ to, label, variant = 'secondary' }: PlaceLinkProps) {
  return (
    <Link to={to} className={buttonClass(variant, 'small')}>
      {label}
    </Link>
  );
}

/** Addresses of the screens of one configuration. @param name of the configuration */
export function placesOf(name: string) {
  const home = `/configurations/${encodeURIComponent(name)}`;
  return {
    run: home,
    setup: `${home}/setup`,
    edit: `${home}/edit`,
    realMoney: `${home}/real-money`,
    trades: `${home}/trades`,
    journal: `${home}/journal`,
    logs: `${home}/logs`,
    signIn: '/sign-in',
  } as const;
}
