import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

// Loads test files into this process, one after the other; node:test runs them once all are loaded.
for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    test(`${file} cannot be loaded`, () => {
      throw error;
    });
  }
}
