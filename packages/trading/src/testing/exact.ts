/** A fraction of whole numbers: exact whatever is done to it. The divisor is above zero. */
export type Exact = Readonly<{ over: bigint; under: bigint }>;

export function exact(over: bigint | number, under: bigint | number = 1n): Exact {
  return { over: BigInt(over), under: BigInt(under) };
}

/** A decimal as it is written. @example exactDecimal('0.05') // 5/100 */
export function exactDecimal(text: string): Exact {
  const [whole = '', decimals = ''] = text.split('.');
  return exact(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

export function times(...factors: readonly Exact[]): Exact {
  return factors.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }));
}

export function inverse({ over, under }: Exact): Exact {
  return { over: under, under: over };
}

export function plus(a: Exact, b: Exact): Exact {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

export function isAtMost(a: Exact, b: Exact): boolean {
  return a.over * b.under <= b.over * a.under;
}

export function larger(a: Exact, b: Exact): Exact {
  return isAtMost(a, b) ? b : a;
}

/** To the nearest whole number, halves up, of what is not below zero: as a broker books an amount. */
export function rounded({ over, under }: Exact): bigint {
  return (2n * over + under) / (2n * under);
}
