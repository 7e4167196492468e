import { TextField } from '@quorate/ui/text-field';
import { useAppState } from '../lib/app-state-context.tsx';

type ServiceFieldProps = { value: string; onChange: (service: string) => void };

/** Address of the service, where this copy does not belong to one. */
export function ServiceField({ value, onChange }: ServiceFieldProps) {
  const { app } = useAppState();
  if (app.service_fixed) return null;
  return (
    <TextField
      label="Service address"
      name="service"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What is sent of it: nothing where it is fixed. */
export function serviceOf(fixed: boolean, service: string): { service?: string } {
  return fixed ? {} : { service: service.trim() };
}
