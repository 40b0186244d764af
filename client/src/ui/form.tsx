import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import { Button } from './button'
import { cx } from './class-names'
import { Notice } from './notice'
import { useRestoreFocus } from './use-restore-focus'

interface FormProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  onSubmit: (event: SubmitEvent) => unknown
  /** For a form whose fields stay as they are while it is sent. */
  isLive?: boolean
  /** The form's name for screen readers. */
  label?: string
  /** For a button outside of the form. */
  id?: string
  className?: string
  /** Above the fields; stays enabled while they are sent. */
  before?: ReactNode
  /** The fields. */
  children: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

/** Fields, which can't be changed while they are sent; below them what is wrong with the form as a whole, and the buttons. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, isLive = false, label, id, className, before, children, actions } = props
  const element = useRef<HTMLFormElement>(null)
  const { submitCount, isDirty, isSubmitting, isSubmitSuccessful } = useFormState({
    control: form.control,
  })
  // Browsers leave a field where it is whose label alone is under the header.
  useEffect(() => {
    if (submitCount === 0) return undefined
    // The fields were disabled while they were checked: the wrong one gets the focus a moment later.
    const looking = setTimeout(() => {
      const wrong = element.current?.querySelector('[aria-invalid=true]:focus')
      wrong?.scrollIntoView({ block: 'nearest' })
    })
    return () => clearTimeout(looking)
  }, [submitCount])
  // Disabling a field takes its focus.
  useRestoreFocus(element, () => () => null)

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={id}
        aria-label={label}
        noValidate
        // No key leaves the page then.
        data-draft={(isDirty && !isSubmitSuccessful) || undefined}
        onSubmit={(event) => void onSubmit(event)}
        className={className}
      >
        {before}
        <fieldset disabled={isSubmitting && !isLive} className="grid gap-5">
          {children}
        </fieldset>
        <FormError />
        {actions ? <div className="mt-6 flex flex-wrap gap-3">{actions}</div> : null}
      </form>
    </FormProvider>
  )
}

/** Pending from the first check to the answer. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'pending'>) {
  const { isSubmitting } = useFormState()
  return <Button {...props} type="submit" pending={isSubmitting} />
}

type CancelButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'disabled' | 'children'> & {
  onCancel: (() => void) | undefined
}

/** Leaves the form, and forgets what was typed in it. */
export function CancelButton({ onCancel, children = 'Cancel', ...button }: CancelButtonProps) {
  const { reset } = useFormContext()
  function handleClick() {
    reset()
    onCancel?.()
  }
  return (
    <Button {...button} variant="secondary" onClick={handleClick}>
      {children}
    </Button>
  )
}

/** The form's `root` error; its `type` is the title. What a toast says is not read out twice. */
function FormError() {
  const { root } = useFormState().errors
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (root) element.current?.scrollIntoView({ block: 'nearest' })
  }, [root])

  return (
    <div
      ref={element}
      role={root?.['toast'] ? undefined : 'alert'}
      className={cx('scroll-my-24', root && 'mt-5')}
    >
      {root ? (
        <Notice tone="danger" title={root.type}>
          {root.message}
        </Notice>
      ) : null}
    </div>
  )
}

type InlineFormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Form<Input, Output>>,
  'actions' | 'before' | 'id'
> & {
  /** On the button. */
  submitLabel: string
  isDanger?: boolean
  size?: 'sm' | 'md'
  onCancel: () => void
}

/** A short form that opens in the midst of a page: its first field has the focus, and Cancel closes it. */
export function InlineForm<Input extends FieldValues, Output>({
  submitLabel,
  isDanger = false,
  size = 'sm',
  onCancel,
  ...form
}: InlineFormProps<Input, Output>) {
  const element = useRef<HTMLDivElement>(null)
  const { isSubmitting } = useFormState({ control: form.form.control })
  useEffect(
    () => element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(),
    [],
  )

  return (
    <div ref={element}>
      <Form
        {...form}
        actions={
          <>
            <SubmitButton size={size} variant={isDanger ? 'danger' : 'primary'}>
              {submitLabel}
            </SubmitButton>
            <CancelButton size={size} disabled={isSubmitting} onCancel={onCancel} />
          </>
        }
      />
    </div>
  )
}
