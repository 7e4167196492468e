import { useTheme } from '@quorate/ui/theme';
import { useMediaQuery } from '@quorate/ui/use-media-query';

const NAMES = ['ink', 'muted', 'line', 'line-strong', 'gain', 'loss', 'hold', 'brand'] as const;

/** Colours of the theme in force, as a canvas takes them: rgb(10, 113, 99). */
export type ChartColours = Record<(typeof NAMES)[number], string> & { face: string };

/** Changes whenever the colours do: for the dependencies of an effect that paints. */
export function useColourScheme(): string {
  const theme = useTheme();
  const dark = useMediaQuery('(prefers-color-scheme: dark)');
  return `${theme} ${dark}`;
}

/**
 * Reads the tokens of the style sheet. A custom property reads as it was written, `light-dark(…)` and all;
 * only a property that takes a colour resolves it.
 */
export function readColours(within: HTMLElement): ChartColours {
  const probe = document.createElement('span');
  // Where less motion is asked for, the style sheet gives all things a short transition, and a colour in
  // transition still reads as the one before.
  probe.style.transition = 'none';
  within.append(probe);
  const colourOf = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(NAMES.map((name) => [name, colourOf(name)]));
  const face = getComputedStyle(probe).getPropertyValue('--face-mono').trim() || 'monospace';
  probe.remove();
  return { ...(colours as Record<(typeof NAMES)[number], string>), face };
}
