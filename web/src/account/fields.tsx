import { TextField } from '../ui/field.tsx';
import { errorAt } from './frame.tsx';
import { texts } from './texts.ts';

type Props = { /** Of the form. */ error?: Error | null; name?: string; label?: string };

const field = (name: string, error: Props['error']) => ({ name, required: true, error: errorAt(error, `/${name}`) });

/** `value`: known already, as from an invitation. */
export const EmailField = ({ error, value }: Props & { value?: string }) => (
  <TextField
    label={texts.fields.email}
    type="email"
    autoComplete="username"
    defaultValue={value}
    {...field('email', error)}
  />
);

/** Whose password is asked for, where only a password manager has to be told. */
export const Username = ({ of = '' }: { of?: string }) => (
  <input type="text" autoComplete="username" value={of} readOnly hidden />
);

/** The one that somebody has. */
export const PasswordField = ({ error, name = 'password', label = texts.fields.password }: Props) => (
  <TextField label={label} type="password" autoComplete="current-password" {...field(name, error)} />
);

/** The one that somebody chooses. */
export const NewPasswordField = ({ error, name = 'newPassword', label = texts.fields.newPassword }: Props) => (
  <TextField
    label={label}
    type="password"
    autoComplete="new-password"
    hint={texts.fields.passwordHint}
    {...field(name, error)}
  />
);
