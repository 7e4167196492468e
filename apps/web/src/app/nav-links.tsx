import { classNames } from '@quorate/ui/class-names';
import { NavLink } from 'react-router';

const LINKS = [
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About' },
  { to: '/guide', label: 'Guide' },
] as const;

export function navLinkClass(stacked: boolean) {
  return ({ isActive }: { isActive: boolean }) =>
    classNames(
      'flex min-h-11 items-center rounded-control font-medium transition-colors duration-150 hover:text-ink',
      isActive ? 'text-ink' : 'text-muted',
      stacked ? 'text-body' : 'px-3 text-small',
    );
}

/** The links that everybody sees. */
export function NavLinks({ stacked = false }: { stacked?: boolean }) {
  return LINKS.map(({ to, label }) => (
    <NavLink key={to} to={to} prefetch="intent" className={navLinkClass(stacked)}>
      {label}
    </NavLink>
  ));
}
