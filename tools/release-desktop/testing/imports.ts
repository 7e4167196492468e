import { readFileSync } from 'node:fs';
import { NtExecutable } from 'resedit';

/** Of the directories of a program: what is loaded with it, and what is loaded when it is first called. */
const IMPORTS = { directory: 1, size: 20, name: 12 };
const DELAYED = { directory: 13, size: 32, name: 4 };

/** What every Windows 10 has, from its first version on, without anything that has to be installed. */
const OF_WINDOWS_10 = new Set(
  `advapi32 api-ms-win-core-synch-l1-2-0 bcrypt comctl32 comdlg32 crypt32 dbghelp gdi32 iphlpapi kernel32 msvcrt ntdll ole32 oleaut32 psapi
  secur32 shell32 shlwapi user32 userenv version winmm ws2_32`.split(/\s+/),
);

/** Libraries that a program of Windows is loaded with, in small letters. */
export function importsOf(file: string): readonly string[] {
  const program = NtExecutable.from(readFileSync(file), { ignoreCert: true });
  const at = (address: number): Buffer => {
    const section = program
      .getAllSections()
      .find(
        ({ info, data }) =>
          data && address >= info.virtualAddress && address < info.virtualAddress + data.byteLength,
      );
    if (!section?.data) throw new Error(`${file} has nothing at ${address.toString(16)}`);
    return Buffer.from(section.data).subarray(address - section.info.virtualAddress);
  };
  const found = new Set<string>();
  for (const { directory, size, name } of [IMPORTS, DELAYED]) {
    const { virtualAddress } = program.newHeader.optionalHeaderDataDirectory.get(directory);
    if (virtualAddress === 0) continue;
    const table = at(virtualAddress);
    for (let entry = 0; table.readUInt32LE(entry + name) !== 0; entry += size) {
      const text = at(table.readUInt32LE(entry + name));
      found.add(text.toString('latin1', 0, text.indexOf(0)).toLowerCase());
    }
  }
  return [...found].toSorted();
}

/** Those that a Windows 10 may lack. @param host the program that loads a module, which is there by then */
export function foreignImports(file: string, host = ''): readonly string[] {
  return importsOf(file).filter(
    (name) => name !== host && !OF_WINDOWS_10.has(name.replace(/\.(dll|drv)$/, '')),
  );
}
