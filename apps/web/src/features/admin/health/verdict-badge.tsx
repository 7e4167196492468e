import type { HealthVerdict } from '@quorate/contract/admin-health';
import { Badge } from '@quorate/ui/badge';

const WORDS = {
  fine: ['gain', 'Fine'],
  look: ['warn', 'Look'],
  broken: ['loss', 'Broken'],
} as const;

/** The verdict in a word as well as in a colour. */
export function VerdictBadge({ verdict }: { verdict: HealthVerdict }) {
  const [tone, word] = WORDS[verdict];
  return <Badge tone={tone}>{word}</Badge>;
}
