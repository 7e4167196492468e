import { type ButtonVariant, buttonClass } from '@quorate/ui/button-style';
import { Link } from 'react-router';

type PlaceLinkProps = { to: string; label: string; variant?: ButtonVariant };

/** A link to another screen that reads as a button. */
export function PlaceLink({ to, label, variant = 'secondary' }: PlaceLinkProps) {
  return (
    <Link to={to} className={buttonClass(variant, 'small')}>
      {label}
    </Link>
  );
}
