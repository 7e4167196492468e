import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { readBillLink, withoutBill } from '../../features/billing/checkout/bill-link.ts';
import { Checkout } from '../../features/billing/checkout/checkout.tsx';
import { isOwnDocument } from '../../features/billing/checkout/own-document.ts';
import { PayBill } from '../../features/billing/checkout/pay-bill.tsx';
import { readChoice } from '../../features/billing/checkout/plan-choice.ts';
import { ToDocument } from '../../features/billing/checkout/to-document.tsx';
import { forgetReturn } from '../../lib/after-sign-in.ts';
import { keepChosenPlan, readChosenPlan } from '../../lib/chosen-plan.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { PagePlace } from '../page-place.tsx';

export function meta() {
  return [...pageMeta('Checkout', 'Buy a plan.'), { name: 'robots', content: 'noindex' }];
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
