/** Long enough for a browser to begin writing; the file's memory is let go after it. */
const KEEP_MS = 60_000;

/** Gives the reader a file to keep, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
