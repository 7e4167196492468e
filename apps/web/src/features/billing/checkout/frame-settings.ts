import type { CheckoutSettings, PaddleEventData, Theme } from '@paddle/paddle-js';
import { FRAME_TARGET } from './until-container.ts';

/** What every opening of the provider's frame is given. */
export type OpenOptions = {
  theme: Theme;
  listen: (event: PaddleEventData) => void;
  /** Closes the frame, or keeps it from being opened at all. */
  signal: AbortSignal;
};

/** Of a frame within the page, in its container. */
export function frameSettings(theme: Theme) {
  return {
    displayMode: 'inline',
    frameTarget: FRAME_TARGET,
    frameInitialHeight: 450,
    frameStyle: 'width: 100%; min-width: 280px; background-color: transparent; border: none;',
    theme,
    locale: 'en',
    allowLogout: false,
    showAddDiscounts: false,
  } as const satisfies CheckoutSettings;
}
