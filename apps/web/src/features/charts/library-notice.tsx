/** What the licence of the library of the canvas charts asks for on the page. */
export function LibraryNotice() {
  return (
    <>
      Drawn with TradingView Lightweight Charts™, Copyright © 2026{' '}
      <a href="https://www.tradingview.com/" className="underline underline-offset-4">
        TradingView, Inc.
      </a>
    </>
  );
}
