import { Notice } from '@quorate/ui/notice';
import type { LocalCallError } from '../lib/local-client.ts';
import { PlaceLink } from './place-link.tsx';
import { placesOf } from './places.ts';

type ActionFailureProps = {
  /** What did not come to pass. */
  title: string;
  error: LocalCallError;
  /** Of the configuration. */
  name: string;
};

/** Why something was not done, and the place where it can be mended. */
export function ActionFailure({ title, error, name }: ActionFailureProps) {
  const next = nextOf(error.code, name);
  return (
    <Notice tone="error" live title={title} action={next && <PlaceLink {...next} />}>
      {error.message}
    </Notice>
  );
}

function nextOf(code: string, name: string): { to: string; label: string } | null {
  const places = placesOf(name);
  switch (code) {
    case 'signed_out':
      return { to: places.signIn, label: 'Sign in' };
    case 'setup_problem':
    case 'setup_check_needed':
      return { to: places.setup, label: 'Setup check' };
    case 'real_money_locked':
      return { to: places.realMoney, label: 'Real money' };
    case 'profile':
      return { to: places.edit, label: 'Edit configuration' };
    default:
      return null;
  }
}
