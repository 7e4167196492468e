/** A vote as a model writes it. */
export type WrittenVote = Readonly<{
  snapshot_hash: string;
  action: string;
  p_up: number;
  sl_atr: number | null;
  tp_atr: number | null;
  evidence: readonly Readonly<{ field: string; value: number | string }>[];
  reason: string;
  abstain: boolean;
}>;

/** A sound vote to buy, made from what the prompt shows: its hash, and two of its figures. */
export function goodVote(prompt: string): WrittenVote {
  const [, hash = '', document = '{}'] =
    /snapshot_hash: ([0-9a-f]{64})\nsnapshot:\n(.+)/.exec(prompt) ?? [];
  const { indicators = {} } = JSON.parse(document) as { indicators?: Record<string, number> };
  const { adx14 = 0, rsi14 = 0 } = indicators;
  return {
    snapshot_hash: hash,
    action: 'BUY',
    p_up: 0.62,
    sl_atr: 1.5,
    tp_atr: 3,
    evidence: [
      { field: 'indicators.adx14', value: adx14 },
      { field: 'indicators.rsi14', value: rsi14 },
    ],
    reason: `The trend is strong: ADX ${adx14}, RSI ${rsi14}.`,
    abstain: false,
  };
}
