import { EmptyState } from '@quorate/ui/empty-state';
import { TextLink } from '../lib/text-link.tsx';

export function NotHere() {
  return (
    <EmptyState isScreen title="There is no such screen">
      <TextLink to="/">Go to your configurations</TextLink>
    </EmptyState>
  );
}
