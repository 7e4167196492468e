import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import {
  isOwnDocument,
  readBillLink,
  readChoice,
  withoutBill,
} from '../../features/billing/checkout/checkout-address.ts';
import { PayBill } from '../../features/billing/checkout/pay-bill.tsx';
import { Checkout } from '../../features/billing/checkout/purchase.tsx';
import { forgetReturn } from '../../lib/after-sign-in.ts';
import { BASE_PATH } from '../../lib/base-path.ts';
import { keepChosenPlan, readChosenPlan } from '../../lib/chosen-plan.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { PageSpinner } from '../../ui/page-spinner.tsx';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [...pageMeta(t`Checkout`, t`Buy a plan.`), { name: 'robots', content: 'noindex' }];
}

/** The plan that was chosen waits until somebody has signed in. */
function SignInFirst({ own, search }: { own: boolean; search: string }) {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    const choice = readChoice(new URLSearchParams(search));
    const chosen = choice && readChosenPlan(choice.planName, choice.cycle);
    if (chosen) keepChosenPlan(chosen);
    forgetReturn();
    setKept(true);
  }, [search]);
  if (!kept) return <PagePlace />;
  return own ? <ToDocument to="/login" /> : <Navigate to="/login" replace />;
}

export default function CheckoutPage() {
  const { status, token } = useSession();
  const { search } = useLocation();
  if (status === 'checking') return <PagePlace />;
  const own = isOwnDocument();
  const reload = <ToDocument to={`/checkout${search}`} />;
  const query = new URLSearchParams(search);
  const bill = readBillLink(query);
  if (bill !== null) return own ? <PayBill key={bill} transactionId={bill} /> : reload;
  const rest = withoutBill(query);
  if (rest !== null) return <Navigate to={{ search: rest }} replace />;
  if (token === null) return <SignInFirst own={own} search={search} />;
  return own ? <Checkout /> : reload;
}

/** Goes to an address of the site as a document of its own, in place of the one at hand. */
function ToDocument({ to }: { to: string }) {
  useEffect(() => window.location.replace(`${BASE_PATH}${to}`), [to]);
  return <PageSpinner />;
}
