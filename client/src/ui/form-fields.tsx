import type { ComponentProps, ComponentType, ReactNode } from 'react'
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  type Path,
  useController,
  useFormState,
} from 'react-hook-form'
import { Checkbox } from './checkbox'
import { Field } from './field'
import { EmailInput, Input, PasswordInput, Select, Textarea } from './input'

/** A field of a form, by the name its schema has for it, as `fieldsOf` binds it. */
export interface FieldBinding<Values extends FieldValues, Output, Value> {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, Value>
}

/** Registers a field and finds its error. */
function useField<Values extends FieldValues, Output>(
  control: Control<Values, unknown, Output>,
  name: Path<Values>,
) {
  const state = useFormState({ control, name })
  const { error } = control.getFieldState(name, state)
  return { registered: control.register(name), error: error?.message }
}

/** What browsers fill in, by the name that forms have for it: people's own data, as WCAG 1.3.5 lists it. */
const fills: Record<string, string | undefined> = {
  name: 'name',
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  phoneNumber: 'tel',
  phoneEnd: 'tel-local-suffix',
  code: 'one-time-code',
  // Of a payment by Zelle, which takes a phone number as well.
  contact: 'email',
}

type FieldProps<
  Values extends FieldValues,
  Output,
  Tag extends 'input' | 'textarea',
> = FieldBinding<Values, Output, string | undefined> &
  Omit<ComponentProps<Tag>, 'name' | 'id' | 'ref' | 'className' | 'autoComplete'> & {
    label: string
    hint?: ReactNode
    optional?: boolean
    className?: string
    /**
     * Where neither name nor kind of the field says what browsers fill in. What is not the reader's own, but someone
     * else's or the login of another site, is never filled in.
     */
    fill?: 'not-own' | 'username' | 'new-password'
  }

type TextFieldProps<Values extends FieldValues, Output> = FieldProps<Values, Output, 'input'> & {
  /** The control that takes the text. */
  as?: ComponentType<ComponentProps<'input'>>
}

/** Splits props into those of `Field` and those of the input. */
function useTypedField<Values extends FieldValues, Output, Tag extends 'input' | 'textarea'>(
  {
    control,
    name,
    label,
    hint,
    optional = false,
    className = '',
    fill,
    ...rest
  }: FieldProps<Values, Output, Tag>,
  ofKind = 'off',
) {
  const { registered, error } = useField(control, name)
  const autoComplete = fill === 'not-own' ? 'off' : (fill ?? fills[name] ?? ofKind)
  return {
    frame: { label, hint, optional, className, error },
    typed: { autoComplete, ...rest, ...registered },
  }
}

export function TextField<Values extends FieldValues, Output>({
  as: Typed = Input,
  ...props
}: TextFieldProps<Values, Output>) {
  const { frame, typed } = useTypedField<Values, Output, 'input'>(props)
  return <Field {...frame}>{(aria) => <Typed {...typed} {...aria} />}</Field>
}

export function EmailField<V extends FieldValues, O>(props: FieldProps<V, O, 'input'>) {
  const { frame, typed } = useTypedField<V, O, 'input'>(props, 'email')
  return <Field {...frame}>{(aria) => <EmailInput {...typed} {...aria} />}</Field>
}

export function PhoneField<V extends FieldValues, O>(props: FieldProps<V, O, 'input'>) {
  const { frame, typed } = useTypedField<V, O, 'input'>(props, 'tel')
  return (
    <Field {...frame}>{(aria) => <Input {...typed} {...aria} type="tel" inputMode="tel" />}</Field>
  )
}

/** The current password, unless `fill` says that it is a new one. */
export function PasswordField<V extends FieldValues, O>(props: FieldProps<V, O, 'input'>) {
  const { frame, typed } = useTypedField<V, O, 'input'>(props, 'current-password')
  return (
    <Field {...frame}>{(aria) => <PasswordInput {...typed} {...aria} label={frame.label} />}</Field>
  )
}

export function TextareaField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output, 'textarea'>,
) {
  const { frame, typed } = useTypedField<Values, Output, 'textarea'>(props)
  return <Field {...frame}>{(aria) => <Textarea {...typed} {...aria} />}</Field>
}

type SelectFieldProps<Values extends FieldValues, Output> = FieldBinding<
  Values,
  Output,
  string | undefined
> & {
  label: ReactNode
  optional?: boolean
  options: readonly { value: string; label: string }[]
}

export function SelectField<Values extends FieldValues, Output>({
  control,
  name,
  label,
  optional = false,
  options,
}: SelectFieldProps<Values, Output>) {
  // Controlled: what is chosen may be there before its option is.
  const { field, fieldState } = useController({ control, name })
  return (
    <Field {...{ label, optional, error: fieldState.error?.message }}>
      {(aria) => <Select {...aria} {...field} options={options} />}
    </Field>
  )
}

type CheckboxFieldProps<Values extends FieldValues, Output> = FieldBinding<
  Values,
  Output,
  boolean
> & { label: ReactNode; hint?: ReactNode }

export function CheckboxField<Values extends FieldValues, Output>({
  control,
  name,
  ...texts
}: CheckboxFieldProps<Values, Output>) {
  const { registered, error } = useField(control, name)
  return <Checkbox {...texts} {...registered} error={error} />
}

/**
 * The owner of the password that a form takes, where the form itself does not ask: password managers look in the
 * form for the name by which they saved it.
 */
export const LoginName = ({ email }: { email?: string }) => (
  <input type="text" autoComplete="username" value={email} hidden readOnly />
)

/**
 * For a code of an authenticator app, or a recovery code, whose letters a number pad does not have:
 * ask for one with `inputMode` only where no recovery code fits.
 */
export function CodeInput(props: ComponentProps<'input'>) {
  return (
    <Input
      inputMode="text"
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="figures"
    />
  )
}

type CodeFieldProps<Values extends FieldValues, Output> = FieldBinding<
  Values,
  Output,
  string | undefined
> & {
  /** Whether two-step login is on, as far as the page knows. */
  isAsked: boolean
  className?: string
}

/** Asks people with a second factor for a code; the server may know of one that the page does not. */
export function CodeField<V extends FieldValues, O>({ isAsked, ...props }: CodeFieldProps<V, O>) {
  const { control, name } = props
  const state = useFormState({ control, name })
  if (!isAsked && !control.getFieldState(name, state).invalid) return null
  return (
    <TextField
      {...props}
      as={CodeInput}
      label="Authentication code"
      hint="Enter the code from your authenticator app, or a recovery code."
    />
  )
}
