import { zodResolver } from '@hookform/resolvers/zod'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from '@shared/zod'
import { HttpError } from './http'

type FormSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>

/** A form checked by a schema from `shared/`: on submit, then on every change of a wrong field. */
export function useZodForm<Schema extends FormSchema>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
) {
  return useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues,
  })
}

/**
 * Puts the server's field errors at their fields, the first one focused. `rename` maps the server's
 * field names to the form's. True when there was a field to show one at.
 */
export function showServerErrors<Input extends Record<string, unknown>, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  rename: Partial<Record<string, FieldPath<Input>>> = {},
): boolean {
  const errors = error instanceof HttpError ? (error.data?.errors ?? {}) : {}
  const values = form.getValues()
  const isField = (name: string): name is FieldPath<Input> => name in values
  let hasShown = false
  for (const [field, message] of Object.entries(errors)) {
    const name = rename[field] ?? field
    if (!isField(name)) continue
    form.setError(name, { message })
    // Once the fields are enabled again.
    if (!hasShown) setTimeout(() => form.setFocus(name))
    hasShown = true
  }
  return hasShown
}

/** What is wrong, by field. */
export function fieldMessages(errors: FieldErrors): Partial<Record<string, string>> {
  const messages: Partial<Record<string, string>> = {}
  for (const [field, error] of Object.entries(errors)) {
    if (typeof error?.message === 'string') messages[field] = error.message
  }
  return messages
}
