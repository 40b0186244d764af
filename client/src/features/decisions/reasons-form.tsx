import { reasonsChange, type ReasonKind } from '@shared/decisions'
import { z } from '@shared/zod'
import { forgetDraft } from '@/lib/draft'
import { submitHandler, useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { onSingleClick } from '@/ui/single-click'
import { listWords, useEditReasons } from './api'

const { reasons: reasonList } = reasonsChange.shape

const reasonsForm = z.object({
  /** One a line. */
  lines: z
    .string()
    .transform((text) => text.split('\n').filter((line) => line.trim() !== ''))
    .pipe(reasonList),
})

interface ReasonsFormProps {
  kind: ReasonKind
  reasons: readonly string[]
  onClose: () => void
}

/** The list of reasons, edited as the lines of a text. */
export function ReasonsForm({ kind, reasons, onClose }: ReasonsFormProps) {
  const words = listWords[kind === 'question' ? 'question' : 'reason']
  const form = useZodForm(reasonsForm, { lines: reasons.join('\n') }, { name: 'reasons', of: kind })
  const editing = useEditReasons(kind)

  const failure = `The ${words.many.toLowerCase()} were not saved`

  async function save(changed: string[] | null) {
    await editing.mutateAsync(changed)
    toast({ title: `${words.many} saved` })
    onClose()
  }

  /** Whatever is in the field, which is not sent. */
  async function restore() {
    try {
      await save(null)
      forgetDraft(form)
    } catch (error) {
      toastError(failure, error)
    }
  }

  return (
    <Form
      form={form}
      onSubmit={submitHandler(form, ({ lines }) => save(lines), { failure })}
      actions={
        <>
          <SubmitButton>Save {words.many}</SubmitButton>
          <CancelButton onCancel={onClose} />
          <Button
            variant="ghost"
            disabled={editing.isPending}
            onClick={onSingleClick(() => void restore())}
          >
            Restore Original {words.many}
          </Button>
        </>
      }
    >
      <TextareaField
        control={form.control}
        name="lines"
        label={words.many}
        hint={`One ${words.one} per line, nine at most. Leave it empty to always use your own words.`}
        rows={8}
        data-autofocus
      />
    </Form>
  )
}
