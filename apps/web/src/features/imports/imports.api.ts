import type { AccountType } from '@quorate/contract/fields';
import { listImports, removeImport } from '@quorate/contract/import-records';
import {
  type ImportPreview,
  type ImportResult,
  importTrades,
  previewImport,
} from '@quorate/contract/trade-import';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { type ClockKey, clockQuery } from './server-clock.ts';

/** Who the trades belong to, where the report does not say. */
export type Owner = { login: string; server: string; currency: string };

/** A few fit into the window beside the field for the next report. */
const IMPORTS_A_PAGE = 5;

/** The longest name that the service takes. */
const NAME_CHARS = 200;

export function importsKey(userId: string) {
  return ['imports', userId];
}

export function useImports(userId: string, page: number) {
  return useQuery({
    queryKey: [...importsKey(userId), page],
    queryFn: ({ signal }) =>
      callApi(listImports, { query: { page, per_page: IMPORTS_A_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function removeImported(importId: string) {
  return callApi(removeImport, { params: { import_id: importId } });
}

export function previewReport(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<ImportPreview> {
  return callApi(previewImport, { query: {}, body: bytes }, { signal });
}

export function importReport(
  report: { name: string; bytes: Uint8Array<ArrayBuffer> },
  choice: { owner: Owner; accountType: AccountType; clock: ClockKey },
): Promise<ImportResult> {
  const { login, server, currency } = choice.owner;
  return callApi(importTrades, {
    query: {
      ...(login === '' ? {} : { login }),
      ...(server === '' ? {} : { server }),
      ...(currency === '' ? {} : { currency }),
      account_type: choice.accountType,
      file_name: report.name.slice(0, NAME_CHARS),
      ...clockQuery(choice.clock),
    },
    body: report.bytes,
  });
}
