export { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';
