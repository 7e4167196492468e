import { z } from 'zod';

/** A decimal as text, never a binary fraction: `1.10210`, `-3.50`, `0.12`. */
export const decimalText = z.string().regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'must be a decimal');
/** Moments: UTC in milliseconds, and the trade server's own clock in seconds or milliseconds. */
export const utcMs = z.int().min(0);
export const serverSeconds = z.int().min(0);
export const serverMs = z.int().min(0);
/** Tickets exceed the safe integers at some brokers. */
export const ticketText = z.string().regex(/^\d{1,20}$/, 'must be a ticket number');
/** As the broker names it, suffix included. */
export const terminalSymbol = z.string().min(1).max(32);
export const count = z.int().min(0);
/** Ten base32 characters that name one order or one closing. */
export const keyText = z.string().regex(/^[A-Z2-7]{10}$/, 'must be ten base32 characters');
export const terminalTimeframe = z.enum(['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1']);
export const sideText = z.enum(['BUY', 'SELL']);
/** Thirty-two random bytes in hex. */
export const hex64 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
/** What people wrote or brokers say. */
export const words = z.string().max(200);
