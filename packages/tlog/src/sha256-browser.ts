export { sha256 as digest } from '@noble/hashes/sha2.js';
