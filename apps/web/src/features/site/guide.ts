import { GUIDE } from '@quorate/content/guide';
import { translated } from '@quorate/content/translated';
import { sayText } from '@quorate/ui/i18n';

/** The setup guide in the reader's language. */
export const guide = translated(GUIDE, sayText);
