import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  '/login': { title: t`Sign In`, note: t`Sign in with your username or email and your password.` },
  '/signup': { title: t`Create an account`, note: t`The free plan needs no card.` },
  '/forgot-password': {
    title: t`Forgot password`,
    note: t`Enter the address of your account. We send a link to set a new password.`,
  },
  '/reset-password': {
    title: t`Reset password`,
    note: t`Set a new password with the link from your mail.`,
  },
  '/verify-email': {
    title: t`Email verification`,
    note: t`Your address is confirmed with the link from your mail.`,
  },
  '/resend-verification': {
    title: t`Resend verification`,
    note: t`Enter the address you signed up with. We send a new verification link.`,
  },
  '/unsubscribe': {
    title: t`Weekly review by mail`,
    note: t`You turn off the weekly review here, with the link from your mail.`,
  },
  '/login/callback': { title: t`Signing in`, note: t`You come back from your provider.` },
  '/checkout': {
    title: t`Checkout`,
    note: t`Your order and the card payment. You need to be signed in.`,
    wide: true,
  },
  '/dashboard': {
    title: t`Dashboard`,
    note: t`Your plan, your token usage, your statistics and your trades. You need to be signed in.`,
    wide: true,
  },
  '/dashboard/security': {
    title: t`Security`,
    note: t`How you sign in, where you are signed in, and your data. You need to be signed in.`,
    wide: true,
  },
  '/dashboard/statement': {
    title: t`Trading statement`,
    note: t`Your trades and their figures, to print. You need to be signed in.`,
    wide: true,
  },
  '/dashboard/decisions': {
    title: t`Story`,
    note: t`Why a trade was made, refused or left. You need to be signed in.`,
    wide: true,
  },
  '/demo/decisions': {
    title: t`Story`,
    note: t`Why the live demo traded, refused or left a trade.`,
    wide: true,
  },
  '/record/name': {
    title: t`Public record`,
    note: t`A trading record that anyone can check in the browser.`,
    wide: true,
  },
  '/support': { title: t`Support`, note: t`The assistant opens on the home page.` },
  '/admin': { title: t`Operators`, note: t`Pages for operators of the service.`, wide: true },
};

const HOME: Place = { title: SITE.name, note: t`You are taken to the home page.` };

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
          <Spinner label={t`Loading`} />
          <p className="shown-late mt-4 max-w-prose text-small text-muted">
            <Trans>
              This takes longer than usual. Check your connection, allow scripts for this page and
              load it again. Or write to <SupportAddress />.
            </Trans>
          </p>
        </div>
      </div>
      <noscript>
        <div className="mt-6 rounded-card border border-line bg-surface p-5 text-start text-small">
          <p>{t`This page needs JavaScript, which is switched off in your browser.`}</p>
          <p className="mt-2">
            <Trans>
              Without it you can read our <TextLink to="/pricing">{t`plans`}</TextLink>, the{' '}
              <TextLink to="/guide">{t`setup guide`}</TextLink> and everything else that is public.
            </Trans>
          </p>
          <p className="mt-2">
            <Trans>
              Do you need help? Write to <SupportAddress /> or call{' '}
              <a className={LINK} href={`tel:${SITE.phoneDigits}`}>
                {SITE.phone}
              </a>
              .
            </Trans>
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
  if (path.startsWith('/record/')) return '/record/name';
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
