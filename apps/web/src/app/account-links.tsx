import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { NavLink } from 'react-router';
import { signOut } from '../lib/session/sign-out.ts';
import { useSession } from '../lib/session/use-session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { navLinkClass } from './nav-links.tsx';

/** The links that depend on who is looking. They keep their place while the session is checked. */
export function AccountLinks({ stacked = false }: { stacked?: boolean }) {
  const { status, user } = useSession();
  if (user) {
    return (
      <>
        {user.role === 'admin' && (
          <NavLink to="/admin" prefetch="intent" className={navLinkClass(stacked)}>
            Operators
          </NavLink>
        )}
        <NavLink to="/dashboard" prefetch="intent" className={navLinkClass(stacked)}>
          Dashboard
        </NavLink>
        <Button
          variant="secondary"
          className={stacked ? undefined : 'ml-2'}
          onClick={() => void signOut()}
        >
          Sign Out
        </Button>
      </>
    );
  }
  // A prerendered page cannot know who looks at it; the head's script marks one with a token.
  const waiting = status === 'checking' && '[html[data-token]_&]:invisible';
  return (
    <>
      <NavLink
        to="/login"
        prefetch="intent"
        className={(state) => classNames(navLinkClass(stacked)(state), waiting)}
      >
        Sign In
      </NavLink>
      <LinkButton to="/signup" className={classNames(!stacked && 'ml-2', waiting)}>
        Start for Free
      </LinkButton>
    </>
  );
}
