import type { Match } from '@shared/matches'
import { z } from '@shared/zod'
import { useMatchStep, useUndoStep } from '@/features/matches/admin-api'
import { firstName, firstOfEntrepreneur } from '@/features/matches/match-words'
import { submitHandler, useZodForm } from '@/lib/form'
import { FormDialog } from '@/ui/form-dialog'
import { SelectField } from '@/ui/form-fields'
import { ChangedNotice } from './changed-notice'

const becauses = ['partner-declined', 'entrepreneur-declined'] as const
const findBecause = (typed: string) => becauses.find((one) => one === typed)

const declinedForm = z.object({
  because: z.string().refine((typed) => findBecause(typed) !== undefined, {
    error: 'Please choose who said no.',
  }),
})

/** Only people themselves say yes; the administrator records a no that they were told. */
export function DeclinedDialog({ match, onClose }: { match: Match; onClose: () => void }) {
  const sending = useMatchStep(match.id)
  const { sayDone } = useUndoStep()
  const form = useZodForm(declinedForm, { because: '' }, { name: 'declined', of: match.id })

  const handleSubmit = submitHandler(
    form,
    async (typed) => {
      const because = findBecause(typed.because)
      if (!because) return
      const body = { basedOn: match.basedOn, because }
      sayDone('Recorded, and ended', await sending.mutateAsync({ step: 'end', body }))
      onClose()
    },
    { failure: 'It was not recorded' },
  )

  return (
    <FormDialog
      title="Someone Said No"
      description="Record only what you heard from them. This ends the introduction. We tell the other person only that it isn’t going ahead."
      submitLabel="Record and End"
      isDanger
      form={form}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ChangedNotice step={sending} />
      <SelectField
        control={form.control}
        name="because"
        label="Who said no?"
        options={[
          { value: '', label: 'Choose' },
          { value: 'partner-declined', label: firstName(match.partner.name) },
          { value: 'entrepreneur-declined', label: firstOfEntrepreneur(match) },
        ]}
      />
    </FormDialog>
  )
}
