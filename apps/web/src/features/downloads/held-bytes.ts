/** Small pieces are joined when so much has come: a browser may then keep them on the disk. */
const JOINED_BYTES = 16_000_000;

/** What has arrived of a file. */
export type HeldBytes = {
  readonly size: number;
  add: (piece: Uint8Array<ArrayBuffer>) => void;
  drop: () => void;
  toBlob: (type: string) => Blob;
};

export function createHeldBytes(): HeldBytes {
  let joined: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let loose = 0;
  let size = 0;
  const join = () => {
    if (loose > 0) joined.push(new Blob(pieces));
    pieces = [];
    loose = 0;
  };
  return {
    get size() {
      return size;
    },
    add(piece) {
      pieces.push(piece);
      loose += piece.byteLength;
      size += piece.byteLength;
      if (loose >= JOINED_BYTES) join();
    },
    drop() {
      joined = [];
      pieces = [];
      loose = 0;
      size = 0;
    },
    toBlob(type) {
      join();
      return new Blob(joined, { type });
    },
  };
}
