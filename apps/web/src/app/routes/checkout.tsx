import { Navigate } from 'react-router';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageSpinner } from '../../ui/page-spinner.tsx';

export function meta() {
  return [...pageMeta('Checkout', 'Buy a plan.'), { name: 'robots', content: 'noindex' }];
}

export default function CheckoutPage() {
  const { status, token } = useSession();
  if (status === 'checking') return <PageSpinner />;
  if (token === null) return <Navigate to="/login" replace />;
  return (
    <div className="wrap pt-10">
      <h1 className="sr-only">Checkout</h1>
      <EmptyState
        title="Checkout opens soon"
        action={<LinkButton to="/pricing">Back to Pricing</LinkButton>}
      >
        Paid plans cannot be bought yet. The Free plan works without one.
      </EmptyState>
    </div>
  );
}
