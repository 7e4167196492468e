import type { ReactNode } from 'react';
import { TextLink } from '../../ui/text-link.tsx';

/** Pages of the site as a reply names them; what looks like any other address stays text. */
const ADDRESS =
  /(?<=^|[\s(“])\/(?:about|contact|dashboard(?:\/security)?|developers|forgot-password|guide|login|pricing|privacy|refund|resend-verification|signup|terms)(?:\?[a-z0-9=&_-]+)?(?:#[a-z0-9-]+)?(?![\w/-])/g;

type ChatTextProps = { text: string; onFollow: () => void };

/** A reply: plain text, in which the site's own addresses are links. Markup in it stays visible as text. */
export function ChatText({ text, onFollow }: ChatTextProps) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    pieces.push(
      text.slice(end, index),
      <TextLink key={index} to={address} onClick={onFollow}>
        {address}
      </TextLink>,
    );
    end = index + address.length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}
