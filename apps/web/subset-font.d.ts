/** The package has no types of its own: what we call of it. */
declare module 'subset-font' {
  /** @param text the letters that stay */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      /** A figure pins an axis, a range narrows it. */
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
