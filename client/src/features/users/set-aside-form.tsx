import { useState } from 'react'
import {
  dateOfDay,
  easternMoment,
  formatBusinessDay,
  nextBusinessDays,
} from '@shared/business-days'
import { type ListedUser, snoozeRequest } from '@shared/users'
import { useSubmitForm } from '@/lib/form'
import { put } from '@/lib/http'
import { everyAdminPage } from '@/lib/use-send'
import { InlineForm } from '@/ui/form'
import { SelectField, TextareaField } from '@/ui/form-fields'

interface SetAsideFormProps {
  path: string
  /** Whom it is about. */
  name: string
  /** Returns what is to be done once they are set aside. */
  onOpen: () => (() => void) | undefined
  onClose: () => void
}

const daysOffered = 10

const offerDays = () =>
  nextBusinessDays(new Date(), daysOffered).map((day) => ({
    value: dateOfDay(day),
    label: formatBusinessDay(easternMoment(day, { hour: 12 })),
  }))

export function SetAsideForm({ path, name, onOpen, onClose }: SetAsideFormProps) {
  const [goOn] = useState(onOpen)
  const [days] = useState(offerDays)
  const submission = useSubmitForm({
    schema: snoozeRequest,
    defaultValues: { until: days[0]?.value ?? '', note: '' },
    kept: { name: 'set-aside', of: path },
    send: (typed) => put<ListedUser>(path, typed),
    refreshes: everyAdminPage,
    done: (_user, { until }) => ({
      title: `${name} is set aside`,
      description: `They’re back in the queue on ${days.find(({ value }) => value === until)?.label ?? until}.`,
    }),
    failure: 'They were not set aside',
    onDone: () => {
      onClose()
      goOn?.()
    },
  })
  return (
    <InlineForm
      {...submission}
      label={`Set ${name} aside`}
      submitLabel="Set Aside"
      onCancel={onClose}
    >
      <SelectField {...submission.field('until')} label="Back in the queue on" options={days} />
      <TextareaField
        {...submission.field('note')}
        label="Note (optional)"
        hint="Saved with the other notes on this person."
        rows={3}
      />
    </InlineForm>
  )
}
