export { RECORDING as COMMITTED } from '../../apps/web/src/features/decisions/recorded-decisions.ts';
