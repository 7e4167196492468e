import type { Usage } from '@quorate/contract/usage';
import { formatCount } from '@quorate/ui/format';

/** Tokens of the cycle that runs, of those that the plan has. */
export function TokensUsed({ usage }: { usage: Usage }) {
  const { tokens_used, token_limit } = usage;
  return (
    <span>
      {formatCount(tokens_used)}
      <span className="block text-tiny text-muted">
        {token_limit === -1 ? 'no limit' : `of ${formatCount(token_limit)}`}
      </span>
    </span>
  );
}
