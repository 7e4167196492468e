/** A field that no person sees or reaches. Programs fill it in, and the service drops what they send. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[100vw] size-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
