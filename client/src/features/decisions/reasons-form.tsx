import { reasonsChange, type ReasonKind, type RejectionReasons } from '@shared/decisions'
import { z } from '@shared/zod'
import { forgetDraft } from '@/lib/draft'
import { useSubmitForm } from '@/lib/form'
import { del, patch } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { Button, onSingleClick } from '@/ui/button'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { listWords, reasonsPath } from './api'

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

export function ReasonsForm({ kind, reasons, onClose }: ReasonsFormProps) {
  const words = listWords[kind === 'question' ? 'question' : 'reason']
  const path = `${reasonsPath}/${kind}`
  const change = {
    sets: [reasonsPath],
    done: `${words.many} saved`,
    failure: `The ${words.many.toLowerCase()} were not saved`,
  }
  const submission = useSubmitForm({
    schema: reasonsForm,
    defaultValues: { lines: reasons.join('\n') },
    kept: { name: 'reasons', of: kind },
    ...change,
    send: ({ lines }) => patch<RejectionReasons>(path, { reasons: lines }),
    onDone: onClose,
  })
  const { form } = submission
  // The list is again as it was delivered; what is in the field is not sent.
  const restoration = useAction({
    ...change,
    send: () => del<RejectionReasons>(path),
    onDone: () => {
      forgetDraft(form)
      onClose()
    },
  })

  return (
    <Form
      {...submission}
      actions={
        <>
          <SubmitButton>Save {words.many}</SubmitButton>
          <CancelButton onCancel={onClose} />
          <Button
            variant="ghost"
            disabled={restoration.isPending || form.formState.isSubmitting}
            onClick={onSingleClick(() => void restoration.act())}
          >
            Restore Original {words.many}
          </Button>
        </>
      }
    >
      <TextareaField
        {...submission.field('lines')}
        disabled={restoration.isPending}
        label={words.many}
        hint={`One ${words.one} per line, nine at most. Leave it empty to always use your own words.`}
        rows={8}
        data-autofocus
      />
    </Form>
  )
}
