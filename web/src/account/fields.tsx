import { TextField } from '../ui/field.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { texts } from './texts.ts';

type Props = { /** The error of the whole form. */ error?: Error | null; name?: string; label?: string };

const createFieldProps = (name: string, error: Props['error']) => ({
  name,
  required: true,
  error: findFieldError(error, `/${name}`),
});

/** `defaultEmail` is filled in, for example from an invitation. */
export const EmailField = ({ error, defaultEmail }: Props & { defaultEmail?: string }) => (
  <TextField
    label={texts.fields.email}
    type="email"
    autoComplete="username"
    defaultValue={defaultEmail}
    {...createFieldProps('email', error)}
  />
);

/** Hidden username field, for password managers. */
export const HiddenUsernameField = ({ email = '' }: { email?: string }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
);

export const PasswordField = ({ error, name = 'password', label = texts.fields.password }: Props) => (
  <TextField label={label} type="password" autoComplete="current-password" {...createFieldProps(name, error)} />
);

export const NewPasswordField = ({ error, name = 'newPassword', label = texts.fields.newPassword }: Props) => (
  <TextField
    label={label}
    type="password"
    autoComplete="new-password"
    hint={texts.fields.passwordHint}
    {...createFieldProps(name, error)}
  />
);
