import { Spinner } from '@quorate/ui/spinner';
import { useLocation } from 'react-router';
import { SITE } from '../lib/site.ts';
import { TextLink } from '../ui/text-link.tsx';

type Place = Readonly<{
  title: string;
  /** What comes here once the page's code runs. */
  note: string;
  /** Pages of the dashboard begin at the left; account forms stand in the middle. */
  wide?: true;
}>;

const PLACES: Readonly<Record<string, Place>> = {
  '/login': { title: 'Sign In', note: 'Sign in with your username or email and your password.' },
  '/signup': { title: 'Create an account', note: 'The free plan needs no card.' },
  '/forgot-password': {
    title: 'Forgot password',
    note: 'Enter the address of your account. We send a link to set a new password.',
  },
  '/reset-password': {
    title: 'Reset password',
    note: 'Set a new password with the link from your mail.',
  },
  '/verify-email': {
    title: 'Email verification',
    note: 'Your address is confirmed with the link from your mail.',
  },
  '/resend-verification': {
    title: 'Resend verification',
    note: 'Enter the address you signed up with. We send a new verification link.',
  },
  '/unsubscribe': {
    title: 'Weekly review by mail',
    note: 'You turn off the weekly review here, with the link from your mail.',
  },
  '/login/callback': { title: 'Signing in', note: 'You come back from your provider.' },
  '/checkout': {
    title: 'Checkout',
    note: 'Your order and the card payment. You need to be signed in.',
    wide: true,
  },
  '/dashboard': {
    title: 'Dashboard',
    note: 'Your plan, your token usage, your statistics and your trades. You need to be signed in.',
    wide: true,
  },
  '/dashboard/security': {
    title: 'Security',
    note: 'How you sign in, where you are signed in, and your data. You need to be signed in.',
    wide: true,
  },
  '/dashboard/statement': {
    title: 'Trading statement',
    note: 'Your trades and their figures, to print. You need to be signed in.',
    wide: true,
  },
  '/dashboard/decisions': {
    title: 'Story',
    note: 'Why a trade was made, refused or left. You need to be signed in.',
    wide: true,
  },
  '/demo/decisions': {
    title: 'Story',
    note: 'Why the live demo traded, refused or left a trade.',
    wide: true,
  },
  '/support': { title: 'Support', note: 'The assistant opens on the home page.' },
  '/admin': { title: 'Operators', note: 'Pages for operators of the service.', wide: true },
};

const HOME: Place = { title: SITE.name, note: 'You are taken to the home page.' };

/**
 * What a page that depends on its reader shows until the stored session is read: its heading, what is to come, and
 * what to do where no script runs. It is also what the service sends of it.
 */
export function PagePlace() {
  const { pathname } = useLocation();
  const path = pathname.toLowerCase().replace(/\/$/, '');
  const { title, note, wide } = PLACES[path] ?? PLACES[pageOf(path)] ?? HOME;
  return (
    <div
      className={
        wide
          ? // These pages fill the screen: a footer seen before them would jump out of it.
            'wrap min-h-dvh pt-6 pb-12 noscript:min-h-0 md:pt-8'
          : 'mx-auto w-full max-w-[29rem] px-4 pt-8 pb-12 text-center md:pt-14'
      }
    >
      <h1 className="font-serif text-title font-medium">{title}</h1>
      <p className="mt-2 text-small text-muted">{note}</p>
      <div className="grid min-h-[40dvh] place-items-center text-center noscript:hidden">
        <div>
          <Spinner label="Loading" />
          <p className="shown-late mt-4 max-w-prose text-small text-muted">
            This takes longer than usual. Check your connection, allow scripts for this page and
            load it again. Or write to <SupportAddress />.
          </p>
        </div>
      </div>
      <noscript>
        <div className="mt-6 rounded-card border border-line bg-surface p-5 text-left text-small">
          <p>This page needs JavaScript, which is switched off in your browser.</p>
          <p className="mt-2">
            Without it you can read our <TextLink to="/pricing">plans</TextLink>, the{' '}
            <TextLink to="/guide">setup guide</TextLink> and everything else that is public.
          </p>
          <p className="mt-2">
            Do you need help? Write to <SupportAddress /> or call{' '}
            <a className={LINK} href={`tel:${SITE.phoneDigits}`}>
              {SITE.phone}
            </a>
            .
          </p>
        </div>
      </noscript>
    </div>
  );
}

/** Below these one page is built for many addresses. */
function pageOf(path: string): string {
  const [, story] = /^(\/(dashboard|demo))\/(decisions|trades)\//.exec(path) ?? [];
  if (story !== undefined) return `${story}/decisions`;
  return path.startsWith('/admin/') ? '/admin' : path;
}

const LINK = 'font-medium text-brand underline underline-offset-4';

function SupportAddress() {
  return (
    <a className={`${LINK} wrap-anywhere`} href={`mailto:${SITE.supportEmail}`}>
      {SITE.supportEmail}
    </a>
  );
}
