import { vi } from 'vitest';

export type Download = { name: string; content: Blob };

/** Takes the files that the page gives its reader; jsdom has no downloads. */
export function catchDownloads(): Download[] {
  const downloads: Download[] = [];
  const contents = new Map<string, Blob>();
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(content: Blob): string {
        const address = `blob:http://localhost/${contents.size}`;
        contents.set(address, content);
        return address;
      }
      static override revokeObjectURL(address: string): void {
        contents.delete(address);
      }
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const content = contents.get(this.href);
    if (content) downloads.push({ name: this.download, content });
  });
  return downloads;
}
