import { Navigate, useLocation } from 'react-router';

/** Any other path leads home; /support opens the assistant there. */
export default function Elsewhere() {
  const { pathname } = useLocation();
  const asksForSupport = /^\/support\/?$/.test(pathname);
  return <Navigate to="/" replace state={asksForSupport ? { assistant: 'open' } : null} />;
}
