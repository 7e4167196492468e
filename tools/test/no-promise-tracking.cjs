// Loaded before node:test, whose async hook follows every promise to learn which test a stray error
// belongs to. That takes a third of the time, more with each file of a process. Without it such an error
// still fails the run, named by the error alone.
const hooks = require('node:async_hooks');

const { createHook } = hooks;
hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  return { ...createHook(callbacks), enable() {}, disable() {} };
};
