#!/usr/bin/env node
import { runProgram } from '../program.ts';
import { RELEASE_FACTS } from '../release-facts.ts';
import { desktopCommands } from './desktop-commands.ts';

const typed = process.argv.slice(2);
// A double click types nothing.
const isDoubleClick = typed.length === 0 && RELEASE_FACTS.kind === 'installed';
runProgram(desktopCommands, isDoubleClick ? ['ui'] : typed);
