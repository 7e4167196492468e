export type PageSize = {
  page: string;
  /** Bytes are those of the compressed file. */
  modules: readonly { address: string; bytes: number }[];
};

export type Budget = {
  bytes: number;
  /** Addresses of modules that no public page may load. */
  notPublic: RegExp;
};

/**
 * What is wrong with the pages, a sentence each. A page that loads nothing is wrong, too: then we look in
 * the wrong place.
 */
export function budgetFaults(pages: readonly PageSize[], budget: Budget): string[] {
  if (pages.length === 0) return ['There are no pages to weigh.'];
  return pages.flatMap(({ page, modules }) => {
    const faults: string[] = [];
    const bytes = modules.reduce((sum, module) => sum + module.bytes, 0);
    if (bytes === 0) faults.push(`${page} loads no module at all; its pages cannot work.`);
    if (bytes > budget.bytes) {
      faults.push(`${page} loads ${bytes} bytes of script, more than ${budget.bytes}.`);
    }
    for (const { address } of modules) {
      if (budget.notPublic.test(address)) faults.push(`${page} loads ${address}.`);
    }
    return faults;
  });
}
