import { newPasswordHint, SIGNUP_PASSWORD_MIN } from '@quorate/contract/account';
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
  /** What is wrong with a field, to stand beside it. */
  noteOf: (name: keyof SignupText) => string | null;
  onChange: (name: keyof SignupText, value: string) => void;
};

export function SignupFields({ text, noteOf, onChange }: SignupFieldsProps) {
  const field = (name: keyof SignupText) => ({
    name,
    value: text[name],
    error: noteOf(name),
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
        hint={newPasswordHint(SIGNUP_PASSWORD_MIN)}
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  );
}
