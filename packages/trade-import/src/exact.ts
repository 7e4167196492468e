/** A decimal text as whole units of its last decimal. Sums of any length stay exact. */
type Exact = { units: bigint; digits: number };

function exact(decimal: string): Exact {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return {
    units: BigInt(whole.replace('-', '') + fraction) * signOf(decimal),
    digits: fraction.length,
  };
}

function signOf(decimal: string): bigint {
  return decimal.startsWith('-') ? -1n : 1n;
}

function scaled({ units, digits }: Exact, to: number): bigint {
  return units * 10n ** BigInt(to - digits);
}

function text(units: bigint, digits: number): string {
  const negative = units < 0n;
  const all = (negative ? -units : units).toString().padStart(digits + 1, '0');
  const plain = digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
  return negative ? `-${plain}` : plain;
}

/** @example sumOf(['0.1', '0.02']) // '0.12' */
export function sumOf(decimals: readonly string[]): string {
  const parts = decimals.map(exact);
  const digits = Math.max(0, ...parts.map((part) => part.digits));
  return text(
    parts.reduce((sum, part) => sum + scaled(part, digits), 0n),
    digits,
  );
}

/** Less than, equal to or more than 0 as a is below, at or above b. */
export function compare(a: string, b: string): number {
  const difference = exact(sumOf([a, b.startsWith('-') ? b.slice(1) : `-${b}`])).units;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** The average of prices by volume, rounded to the prices' own decimals, halves upwards. */
export function averagePrice(parts: readonly { price: string; volume: string }[]): string {
  const digits = Math.max(0, ...parts.map(({ price }) => exact(price).digits));
  const volumeDigits = Math.max(0, ...parts.map(({ volume }) => exact(volume).digits));
  let weighted = 0n;
  let volumes = 0n;
  for (const { price, volume } of parts) {
    const lots = scaled(exact(volume), volumeDigits);
    weighted += scaled(exact(price), digits) * lots;
    volumes += lots;
  }
  return text(volumes === 0n ? 0n : (2n * weighted + volumes) / (2n * volumes), digits);
}
