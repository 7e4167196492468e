#!/usr/bin/env node
import { runProgram } from '@quorate/bot/program';
import { RELEASE_FACTS } from '@quorate/bot/release-facts';
import { desktopCommands } from './desktop-commands.ts';

const typed = process.argv.slice(2);
// A double click types nothing.
const isDoubleClick = typed.length === 0 && RELEASE_FACTS.kind === 'installed';
runProgram(desktopCommands, isDoubleClick ? ['ui'] : typed);
