// Loaded before node:test, whose async hook follows every promise to learn which test a stray error
// belongs to. With a hundred files in a process that takes most of its time. Timers and sockets are still
// followed; an error out of a promise fails the run all the same, if need be without the test's name.
const hooks = require('node:async_hooks');

const { createHook } = hooks;
hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  return createHook({ ...callbacks, trackPromises: false });
};
