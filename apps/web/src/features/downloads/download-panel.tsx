import { Panel } from '../../ui/panel.tsx';

/** The Windows app, as far as it is. */
export function DownloadPanel() {
  return (
    <Panel title="Desktop app">
      <p className="text-small">The Windows app is not released yet.</p>
      <p className="mt-1 text-small text-muted">
        It will need Windows 10 or 11 (64-bit), 4 GB of memory (8 GB recommended) and about 720 MB
        to download. It will be offered here.
      </p>
    </Panel>
  );
}
