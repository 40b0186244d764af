import { entrepreneurStatuses } from '@shared/list-choices'
import {
  entrepreneurRequest,
  entrepreneurSummaryLength,
  type Entrepreneur,
} from '@shared/entrepreneurs'
import { z } from '@shared/zod'
import { dollars, writeDollars } from '@/lib/dollars'
import { fieldsOf, submitHandler, useZodForm } from '@/lib/form'
import { formatPhone, fullName } from '@/lib/format'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { FormDialog } from '@/ui/form-dialog'
import { EmailField, PhoneField, SelectField, TextareaField, TextField } from '@/ui/form-fields'
import { nameZone, usZones } from '@shared/meeting-time'
import { describeMatch, stateWords, useDeleteEntrepreneur, useSaveEntrepreneur } from './api'

/** As fields hold it: dollars, and an empty score where any will do. */
const entrepreneurForm = entrepreneurRequest.omit({ amountCents: true, minScore: true }).extend({
  amount: dollars.pipe(entrepreneurRequest.shape.amountCents),
  minScore: z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .pipe(entrepreneurRequest.shape.minScore),
})

const statuses = entrepreneurStatuses.map((value) => ({ value, label: stateWords[value] }))

interface EntrepreneurFormProps {
  entrepreneur: Entrepreneur | null
  onClose: () => void
}

export function EntrepreneurForm({ entrepreneur, onClose }: EntrepreneurFormProps) {
  const saving = useSaveEntrepreneur(entrepreneur?.id ?? null)
  const remove = useDeleteEntrepreneur()
  const form = useZodForm(
    entrepreneurForm,
    {
      firstName: entrepreneur?.firstName ?? '',
      lastName: entrepreneur?.lastName ?? '',
      businessName: entrepreneur?.businessName ?? '',
      email: entrepreneur?.email ?? '',
      phoneNumber: entrepreneur ? formatPhone(entrepreneur.phoneNumber) : '',
      timeZone: entrepreneur?.timeZone ?? 'America/New_York',
      summary: entrepreneur?.summary ?? '',
      partnerPay: entrepreneur?.partnerPay ?? '',
      partnerSigns: entrepreneur?.partnerSigns ?? '',
      amount: entrepreneur ? writeDollars(entrepreneur.amountCents) : '',
      minScore: entrepreneur?.minScore ? String(entrepreneur.minScore) : '',
      status: entrepreneur?.status ?? 'vetting',
      notes: entrepreneur?.notes ?? '',
    },
    { name: 'entrepreneur', of: entrepreneur?.id ?? 'new' },
  )
  const field = fieldsOf(form)
  const { dirtyFields } = form.formState

  const handleSubmit = submitHandler(
    form,
    async ({ amount: amountCents, notes, ...rest }) => {
      if (!mayWithdraw(entrepreneur, rest.status)) return
      // Notes that no key opens stay as they are, unless other ones are written.
      const isKept = entrepreneur?.notes === null && !dirtyFields.notes
      await saving.mutateAsync({ ...rest, amountCents, ...(isKept ? {} : { notes }) })
      toast({ title: entrepreneur ? 'Entrepreneur saved' : 'Entrepreneur added' })
      onClose()
    },
    { failure: 'The entrepreneur was not saved', rename: { amountCents: 'amount' } },
  )

  async function handleDelete(deleted: Entrepreneur) {
    if (await remove(deleted)) onClose()
  }

  return (
    <FormDialog
      form={form}
      label={entrepreneur ? 'Edit entrepreneur' : 'Add entrepreneur'}
      onSubmit={handleSubmit}
      size="lg"
      title={entrepreneur ? fullName(entrepreneur) : 'Add Entrepreneur'}
      description={
        (entrepreneur && describeMatch(entrepreneur)) ||
        'They don’t have an account. We email them a link when you offer times.'
      }
      submitLabel={entrepreneur ? 'Save Changes' : 'Add Entrepreneur'}
      discardQuestion="Discard your changes?"
      onClose={onClose}
    >
      {/* The browser’s own details are not meant here. */}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('firstName')} label="First name" fill="not-own" />
        <TextField {...field('lastName')} label="Last name" fill="not-own" />
        <TextField {...field('businessName')} label="Business name" className="sm:col-span-2" />
        <EmailField {...field('email')} label="Email" fill="not-own" />
        <PhoneField {...field('phoneNumber')} label="US phone number" fill="not-own" />
        <SelectField
          {...field('timeZone')}
          label="Time zone"
          options={listTimeZones(entrepreneur?.timeZone ?? '')}
        />
        <SelectField {...field('status')} label="Status" options={statuses} />
        <TextField {...field('amount')} label="Looking for ($)" inputMode="decimal" />
        <TextField
          {...field('minScore')}
          label="Lowest credit score"
          optional
          inputMode="numeric"
        />
      </div>
      <TextareaField
        {...field('summary')}
        label="Summary"
        hint={`The partner reads this before they choose a time. At most ${entrepreneurSummaryLength} characters. Leave out the last name, email, and phone number.`}
        rows={4}
      />
      <TextareaField
        {...field('partnerPay')}
        label="What the partner would be paid"
        optional
        hint="The partner reads this, too."
        rows={2}
      />
      <TextareaField
        {...field('partnerSigns')}
        label="What the partner would sign"
        optional
        hint="The partner reads this, too."
        rows={2}
      />
      <TextareaField
        {...field('notes')}
        label="Notes"
        optional
        hint={
          entrepreneur?.notes === null
            ? 'We can’t open the notes anymore, because their key is gone. What you write here replaces them.'
            : 'Only you see these.'
        }
        rows={4}
      />
      {entrepreneur ? (
        <Button
          variant="ghost"
          className="justify-self-start"
          onClick={() => void handleDelete(entrepreneur)}
        >
          Delete
        </Button>
      ) : null}
    </FormDialog>
  )
}

/** Withdrawing ends an introduction that is open, and both of its people are told. */
function mayWithdraw(entrepreneur: Entrepreneur | null, status: Entrepreneur['status']): boolean {
  const match = entrepreneur?.match
  if (!match || match.isSucceeded || status !== 'withdrawn') return true
  return window.confirm(
    `This ends the introduction to ${match.partner}. Both get an email that it won’t move forward. Continue?`,
  )
}

/** The choice of time zones, the US first; the one on record is always among them. */
function listTimeZones(onRecord: string) {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usZones.includes(zone))
  const isKnown = !onRecord || usZones.includes(onRecord) || others.includes(onRecord)
  return [
    ...usZones.map((value) => ({ value, label: nameZone(value) })),
    ...[...others, ...(isKnown ? [] : [onRecord])].map((value) => ({
      value,
      label: value.replaceAll('_', ' '),
    })),
  ]
}
