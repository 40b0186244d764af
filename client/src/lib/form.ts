import { zodResolver } from '@hookform/resolvers/zod'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from '@shared/zod'
import { forgetDraft, usePersistedFields, type Kept } from './draft'
import { HttpError, getErrorMessage } from './http'
import { type Done, toastDone, toastError } from './toast-store'
import { useSend, type SendOptions } from './use-send'

type FormSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>

/** Forms whose last sending failed. */
const refused = new WeakSet<object>()

/**
 * A form checked by a schema from `shared/`: on submit, then on every change of a wrong field. What is typed is `kept`
 * until it is sent.
 */
export function useZodForm<Schema extends FormSchema>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
  kept: Kept<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues,
    // `Form` does, or leads to its summary.
    shouldFocusError: false,
  })
  usePersistedFields(form, kept, defaultValues)
  return {
    ...form,
    handleSubmit: (send, onInvalid) =>
      form.handleSubmit(async (...sent) => {
        refused.delete(form.control)
        const result = await send(...sent)
        if (!refused.has(form.control)) forgetDraft(form)
        return result
      }, onInvalid),
  }
}

interface FormProblem {
  title: string
  message: string
}

interface SubmitOptions<Input extends FieldValues> {
  /** The failure, above the reason: 'Your message was not sent'. */
  failure: string
  /** The reason, when the server gives none. */
  fallback?: string
  /** Says the failure in a toast as well. */
  alsoToast?: boolean
  /** The form’s words then in place of the toast's words, so that they are not said twice. */
  explain?: (reason: string) => FormProblem
  /** Names of fields that differ between server and form. */
  rename?: Partial<Record<string, FieldPath<Input>>>
  onInvalid?: (errors: FieldErrors<Input>) => void
}

/**
 * Sends what the schema finds right. Whatever `send` throws is shown by the form: at its fields what
 * the server has against them, and the reason as a whole beside the button.
 */
export function submitHandler<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  send: (values: Output) => Promise<unknown>,
  options: SubmitOptions<Input>,
) {
  const {
    failure,
    fallback = 'Please try again.',
    alsoToast = false,
    explain,
    rename,
    onInvalid,
  } = options
  return form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      refused.add(form.control)
      const atFields = showServerErrors(form, error, rename)
      const reason = getErrorMessage(error, fallback)
      // Said once is enough.
      const message = atFields.includes(reason) ? '' : reason
      const problem = explain?.(reason) ?? { title: failure, message }
      showFormError(form, problem, { isToasted: alsoToast && !explain })
      if (alsoToast) toastError(failure, error, fallback, { isOneLine: Boolean(explain) })
    }
  }, onInvalid)
}

interface SubmitFormOptions<Input extends FieldValues, Output, Answer>
  extends SubmitOptions<Input>, SendOptions<Answer, Output> {
  send: (values: Output) => Promise<Answer>
  /** The toast that says it was sent; none where what is shown then says it. */
  done?: Done<Answer, Output>
  /** Comes last: most often, what closes the form. */
  onDone?: (answer: Answer, form: UseFormReturn<Input, unknown, Output>) => unknown
}

interface FormOptions<Schema extends FormSchema> {
  schema: Schema
  defaultValues: DefaultValues<z.input<Schema>>
  kept: Kept<z.input<Schema>>
}

/** A form and what sends it, to be spread into `<Form>` and its like. */
export function useSubmitForm<Schema extends FormSchema, Answer>(
  options: FormOptions<Schema> & SubmitFormOptions<z.input<Schema>, z.output<Schema>, Answer>,
) {
  const { schema, defaultValues, kept } = options
  const form = useZodForm(schema, defaultValues, kept)
  return useSubmit<z.input<Schema>, z.output<Schema>, Answer>(form, options)
}

/** Binds a form's fields by name: `<TextField {...field('email')} label="Email" />`. */
export const fieldsOf =
  <Input extends FieldValues, Output>({ control }: UseFormReturn<Input, unknown, Output>) =>
  <Name extends FieldPath<Input>>(name: Name) => ({ control, name })

/** Sends a form that is made elsewhere. */
export function useSubmit<Input extends FieldValues, Output, Answer>(
  form: UseFormReturn<Input, unknown, Output>,
  options: SubmitFormOptions<Input, Output, Answer>,
) {
  const { send, done, onDone } = options
  const { mutateAsync } = useSend(send, options)
  const onSubmit = submitHandler(
    form,
    async (values) => {
      const answer = await mutateAsync(values)
      toastDone(done, answer, values)
      onDone?.(answer, form)
    },
    options,
  )
  return { form, onSubmit, field: fieldsOf(form) }
}

/** The outcome of a test. */
interface TestOutcome {
  success: boolean
  message: string
}

/** Tries what is in a form. What the server has against fields is said there, the outcome by `TestResult`. */
export function useTest<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  call: (values: Output) => Promise<TestOutcome>,
  onInvalid?: (errors: FieldErrors<Input>) => void,
) {
  const { mutateAsync, reset, isIdle, isPending, data, error } = useSend(call)
  const failed = { success: false, message: getErrorMessage(error, 'Please try again') }
  const run = form.handleSubmit(async (values) => {
    await mutateAsync(values).catch((refusal: unknown) => showServerErrors(form, refusal))
  }, onInvalid)
  return { run, reset, isPending, outcome: isIdle || isPending ? null : (data ?? failed) }
}

/** The error of the form as a whole, until it is sent again. The form's `root` error holds it. */
function showFormError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { title, message }: FormProblem,
  { isToasted }: { isToasted: boolean },
): void {
  form.setError('root', { type: title, message })
  if (isToasted) form.setError('root.toast', { type: 'shown' })
}

/** Puts the server's field errors at the fields of the same name. Returns what is said there. */
export function showServerErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  rename: Partial<Record<string, FieldPath<Input>>> = {},
): string[] {
  const errors = error instanceof HttpError ? (error.data?.errors ?? {}) : {}
  const values = form.getValues()
  const isField = (name: string): name is FieldPath<Input> => name in values
  const found = Object.entries(errors).flatMap(([field, message]) => {
    const name = rename[field] ?? field
    return isField(name) ? [{ name, message }] : []
  })
  for (const { name, message } of found) form.setError(name, { message })
  return found.map(({ message }) => message)
}
