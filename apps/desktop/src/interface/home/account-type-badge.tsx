import { Badge } from '@quorate/ui/badge';

/** Demo or Real, in the word and in the colour. */
export function AccountTypeBadge({ type }: { type: 'demo' | 'real' }) {
  return type === 'real' ? <Badge tone="warn">Real</Badge> : <Badge>Demo</Badge>;
}
