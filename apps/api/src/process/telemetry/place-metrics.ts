import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { Gauge, type Registry } from 'prom-client';

/** Where a copy stands: its disk, and the address that it is reached at. */
export type PlaceDeps = Readonly<{ dataDir: string; publicUrl: string }>;

const LOOK_EVERY_MS = 3_600_000;
/** While it could not be seen, somebody may be repairing it. */
const LOOK_AGAIN_MS = 60_000;
const WAIT_MS = 10_000;
const HTTPS_PORT = 443;

export type SeenCertificate = Readonly<{
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Whether a client would take it: its name, its issuer and its time. */
  trusted: boolean;
}>;

/** Figures of the disk that DATA_DIR is on, and of the certificate that visitors are shown. @returns what ends it */
export function watchPlace(registry: Registry, place: PlaceDeps | undefined): () => void {
  const registers = [registry];
  const disk = async () => (place ? statfs(place.dataDir).catch(() => null) : null);
  new Gauge({
    name: 'quorate_disk_size_bytes',
    help: 'Size of the file system that DATA_DIR is on.',
    registers,
    async collect() {
      const facts = await disk();
      if (facts) this.set(facts.blocks * facts.bsize);
      else this.remove();
    },
  });
  new Gauge({
    name: 'quorate_disk_free_bytes',
    help: 'What is free of it, for the user of the service.',
    registers,
    async collect() {
      const facts = await disk();
      if (facts) this.set(facts.bavail * facts.bsize);
      else this.remove();
    },
  });
  const ends = new Gauge({
    name: 'quorate_certificate_end_timestamp_seconds',
    help: 'When the certificate at PUBLIC_URL ends, in seconds since 1970.',
    registers,
  });
  const trusted = new Gauge({
    name: 'quorate_certificate_trusted',
    help: '1 where clients would take the certificate at PUBLIC_URL, else 0.',
    registers,
  });
  for (const gauge of [ends, trusted]) gauge.remove();
  if (!place?.publicUrl.startsWith('https://')) return () => {};
  const { publicUrl } = place;
  let timer: NodeJS.Timeout;
  const look = async () => {
    const seen = await seeCertificate(publicUrl);
    if (seen) {
      ends.set(seen.endsAt / 1_000);
      trusted.set(seen.trusted ? 1 : 0);
    } else for (const gauge of [ends, trusted]) gauge.remove();
    timer = setTimeout(look, seen ? LOOK_EVERY_MS : LOOK_AGAIN_MS).unref();
  };
  timer = setTimeout(look, 0).unref();
  return () => clearTimeout(timer);
}

/** @returns null where nobody answers there, or not with TLS */
export function seeCertificate(
  url: string,
  options: Readonly<{ ca?: string; host?: string }> = {},
): Promise<SeenCertificate | null> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: options.host ?? hostname,
    port: Number(port || HTTPS_PORT),
    servername: hostname,
    // One that is not to be trusted is what is looked for; nothing is sent to it.
    rejectUnauthorized: false,
    ...(options.ca !== undefined && { ca: options.ca }),
  });
  return new Promise<SeenCertificate | null>((resolve) => {
    socket.setTimeout(WAIT_MS, () => resolve(null));
    socket.once('error', () => resolve(null));
    socket.once('secureConnect', () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
      resolve(Number.isNaN(endsAt) ? null : { endsAt, trusted: socket.authorized });
    });
  }).finally(() => socket.destroy());
}
