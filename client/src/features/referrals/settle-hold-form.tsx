import { useEffect } from 'react'
import { holdSettlement, type HoldSettlement } from '@shared/rewards'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { useSettleHold } from './referred-people-api'

const noteForm = holdSettlement.pick({ note: true })

const words = {
  released: {
    label: 'Why are you releasing it?',
    submit: 'Release the Reward',
    done: 'Hold released',
  },
  voided: { label: 'Why are you voiding it?', submit: 'Void the Reward', done: 'Reward voided' },
}

interface SettleHoldFormProps {
  holdId: number
  outcome: HoldSettlement['outcome']
  onDone: () => void
}

export function SettleHoldForm({ holdId, outcome, onDone }: SettleHoldFormProps) {
  const form = useZodForm(noteForm, { note: '' }, { name: `hold-${outcome}`, of: holdId })
  const settling = useSettleHold()
  const { control, setFocus } = form
  const { label, submit, done } = words[outcome]
  useEffect(() => setFocus('note'), [setFocus])

  const handleSubmit = submitHandler(
    form,
    async ({ note }) => {
      await settling.mutateAsync({ id: holdId, outcome, note })
      toast({ title: done })
      onDone()
    },
    { failure: 'The hold was not settled' },
  )

  return (
    <Form
      form={form}
      label={label}
      onSubmit={handleSubmit}
      className="mt-3"
      actions={
        <>
          <SubmitButton size="sm" variant={outcome === 'voided' ? 'danger' : 'primary'}>
            {submit}
          </SubmitButton>
          <CancelButton size="sm" onCancel={onDone} />
        </>
      }
    >
      <TextareaField control={control} name="note" label={label} rows={3} />
    </Form>
  )
}
