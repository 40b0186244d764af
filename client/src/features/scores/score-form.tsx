import { useEffect, useId } from 'react'
import { bureaus, scoreModels, scoreRequest, type ScoreRequest } from '@shared/scores'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { SelectField, TextField } from '@/ui/form-fields'
import { InlineForm } from '@/ui/form'
import { scoreConfirmation } from './api'

/** As fields hold it: an empty one is not known. */
const scoreForm = z
  .object({
    score: z.string(),
    model: z.string(),
    bureau: z.enum(['', ...bureaus]),
    reportDate: z.string(),
    nameOnReport: z.string(),
  })
  .transform((typed): z.input<typeof scoreRequest> => ({
    ...typed,
    bureau: typed.bureau || null,
    reportDate: typed.reportDate || null,
  }))
  .pipe(scoreRequest)

interface ScoreFormProps {
  userId: number
  start: Omit<ScoreRequest, 'fileId'> | null
  fileId: number | null
  onClose: () => void
}

/** A score as the document has it: only the figure has to be there. */
export function ScoreForm({ userId, start, fileId, onClose }: ScoreFormProps) {
  const models = useId()
  const { send, ...confirmation } = scoreConfirmation(userId)
  const submission = useSubmitForm({
    schema: scoreForm,
    defaultValues: {
      score: start ? String(start.score) : '',
      model: start?.model ?? '',
      bureau: start?.bureau ?? '',
      reportDate: start?.reportDate ?? '',
      nameOnReport: start?.nameOnReport ?? '',
    },
    kept: { name: 'score', of: userId },
    ...confirmation,
    send: (typed) => send({ ...typed, fileId }),
    failure: 'The score was not saved',
    onDone: onClose,
  })
  const { field } = submission
  const { setFocus } = submission.form
  useEffect(() => setFocus('score', { shouldSelect: true }), [setFocus])

  return (
    <InlineForm {...submission} label="Credit score" submitLabel="Save Score" onCancel={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('score')} label="Score" inputMode="numeric" />
        <TextField {...field('model')} label="Model" optional list={models} />
        <SelectField
          {...field('bureau')}
          label="Bureau"
          optional
          options={[
            { value: '', label: 'Not known' },
            ...bureaus.map((one) => ({ value: one, label: one })),
          ]}
        />
        <TextField {...field('reportDate')} label="Report date" optional type="date" />
        <TextField
          {...field('nameOnReport')}
          label="Name on the report"
          optional
          className="sm:col-span-2"
        />
      </div>
      <datalist id={models}>
        {scoreModels.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
    </InlineForm>
  )
}
