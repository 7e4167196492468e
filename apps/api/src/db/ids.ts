import type { Brand } from '@quorate/values/brand';
import { idOf } from '@quorate/values/ids';
import { v7 } from 'uuid';

/** A new id of the kind the caller names; ids sort by the time they were made. */
export function newId<Id extends Brand<string, string>>(): Id {
  return idOf<Id>(v7());
}
