import { SIGNUP_PASSWORD_MIN } from '@quorate/contract/account';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';

export type SignupText = {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
};

type SignupFieldsProps = {
  text: SignupText;
  /** Names of the fields at fault. */
  invalid: readonly string[];
  onChange: (name: keyof SignupText, value: string) => void;
};

export function SignupFields({ text, invalid, onChange }: SignupFieldsProps) {
  const field = (name: keyof SignupText) => ({
    name,
    value: text[name],
    invalid: invalid.includes(name),
    required: true,
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <>
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint={`At least ${SIGNUP_PASSWORD_MIN} characters.`}
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  );
}
