import { Navigate } from 'react-router';

/** Any other path leads home. */
export default function Elsewhere() {
  return <Navigate to="/" replace />;
}
