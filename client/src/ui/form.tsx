import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import { announce } from '@/lib/announce'
import { Button } from './button'
import {
  ErrorSummary,
  focusControl,
  listProblems,
  type Problem,
  useErrorTitle,
} from './error-summary'
import { FieldErrorMark } from './field'
import { Notice } from './notice'

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
  /** Around the forms that are sent together, of which the first one's summary lists all; null for the others. */
  together?: RefObject<HTMLElement | null> | null
  /** The fields. */
  children: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

/**
 * Fields, which can't be changed while they are sent; below them what is wrong with the form as a whole, and the buttons.
 * When it is sent with one wrong field, the focus goes there; with more of them, to a summary above it.
 */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, isLive = false, label, id, className, before, children, actions } = props
  const element = useRef<HTMLFormElement>(null)
  const { together = element } = props
  const { submitCount, isDirty, isSubmitting, isSubmitSuccessful, errors } = useFormState({
    control: form.control,
  })
  const [problems, setProblems] = useState<readonly Problem[]>([])
  useErrorTitle(problems.length > 0 || errors.root !== undefined)
  useEffect(() => {
    const { current } = element
    current?.addEventListener('focusout', sayError)
    current?.addEventListener('keydown', pressSubmit)
    return () => {
      current?.removeEventListener('focusout', sayError)
      current?.removeEventListener('keydown', pressSubmit)
    }
  }, [])
  useEffect(() => {
    if (submitCount === 0 || !together) return undefined
    // The fields were disabled while they were checked.
    const looking = setTimeout(() => {
      const found = listProblems(together)
      setProblems(found)
      if (found[0] && found.length === 1) focusControl(together, found[0].id)
    })
    return () => clearTimeout(looking)
  }, [submitCount, together])

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
        {together && problems.length > 1 ? (
          <ErrorSummary problems={problems} within={together} />
        ) : null}
        {before}
        {/* Without a legend it would be a group of no name. */}
        <fieldset role="presentation" disabled={isSubmitting && !isLive} className="grid gap-5">
          {children}
        </fieldset>
        <FormError />
        {actions ? <div className="mt-6 flex flex-wrap gap-3">{actions}</div> : null}
      </form>
    </FormProvider>
  )
}

/** Ctrl or ⌘ and Enter send what is written over several lines, too. */
function pressSubmit(this: HTMLFormElement, event: KeyboardEvent): void {
  const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isMeant || event.defaultPrevented) return
  event.preventDefault()
  // A dialog has its button outside of the form.
  const buttons = [...this.elements].filter((control) => control instanceof HTMLButtonElement)
  buttons.find(({ type }) => type === 'submit')?.click()
}

/** The errors came silently, all at once; each is said when its field is left with it. */
function sayError({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return
  const described = target.getAttribute('aria-describedby')?.split(' ') ?? []
  const texts = described.map((id) => document.getElementById(id))
  announce(
    texts
      .filter((text) => text?.hasAttribute(FieldErrorMark))
      .map((text) => text?.textContent ?? ''),
  )
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'pending' | 'disabled'> & {
  /**
   * The id of the text that says why nothing can be sent at all, such as that no sender is configured. A missing answer
   * is no reason: the button is pressed, and the form says what is missing.
   */
  lockedBy?: string | false | undefined
}

/** Pending from the first check to the answer. */
export function SubmitButton({ lockedBy, ...props }: SubmitButtonProps) {
  const { isSubmitting } = useFormState()
  const lock = lockedBy ? { disabled: true, 'aria-describedby': lockedBy } : {}
  return <Button {...props} {...lock} type="submit" pending={isSubmitting} />
}

/** At the end of a public form: as wide as a phone. */
export const WideSubmitButton = ({ children }: { children: ReactNode }) => (
  <SubmitButton size="lg" className="w-full sm:w-auto">
    {children}
  </SubmitButton>
)

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

  if (!root) return null
  return (
    <div ref={element} data-refusal className="mt-5 scroll-my-24">
      <Notice tone="danger" title={root.type}>
        {root.message}
      </Notice>
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
