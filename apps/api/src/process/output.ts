/**
 * Lets this process go on when the reader of its lines has gone, as after `| head -1`. Node would end it in the
 * middle of its work; the lines go nowhere instead.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
