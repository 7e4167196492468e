import { channel } from 'node:diagnostics_channel';

/** Something that happens in the service, told to whoever watches it; where nobody does, telling is free. */
export type Happening<News> = Readonly<{
  isHeard(): boolean;
  tell(news: News): void;
  /** @returns what ends the listening */
  hear(listener: (news: News) => void): () => void;
}>;

/** @param name of the channel of Node that it goes through */
export function happening<News>(name: string): Happening<News> {
  const through = channel(name);
  return {
    isHeard: () => through.hasSubscribers,
    tell: (news) => {
      if (through.hasSubscribers) through.publish(news);
    },
    hear: (listener) => {
      const heard = (news: unknown) => {
        try {
          listener(news as News);
        } catch (error) {
          // Whoever watches must not end what is watched; on a channel a fault would end the process.
          process.emitWarning(`a listener of ${name} failed: ${String(error)}`);
        }
      };
      through.subscribe(heard);
      return () => {
        through.unsubscribe(heard);
      };
    },
  };
}
