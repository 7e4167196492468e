import { vi } from 'vitest';

/** Media queries that hold in the test at hand. */
const holding = new Set<string>();

/** What jsdom lacks of a browser, as a desktop of 1280 px in a light theme. */
export function stubBrowser(): void {
  holding.clear();
  setMedia('(min-width: 48rem)', true);
  setMedia('(min-width: 60rem)', true);
  setMedia('(min-width: 64rem)', true);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: holding.has(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLElement.prototype.showPopover = function showPopover() {
    this.style.display = 'block';
  };
  HTMLElement.prototype.hidePopover = function hidePopover() {
    this.style.display = '';
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

export function setMedia(query: string, holds: boolean): void {
  if (holds) holding.add(query);
  else holding.delete(query);
}
