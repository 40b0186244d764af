import { referralRequest, type ReferralRequest } from '@shared/messages'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput, Input } from '@/ui/input'
import { Notice } from '@/ui/notice'
import { useSendReferral } from './api'
import { Honeypot } from './honeypot'

const empty = {
  name: '',
  email: '',
  phone: '',
  referralName: '',
  referralEmail: '',
  referralPhone: '',
  website: '',
}

/** Who refers, and who is referred. What was typed stays until the server has it. */
export function ReferralForm({ onSent }: { onSent: (sent: ReferralRequest) => void }) {
  const form = useZodForm(referralRequest, empty)
  const sending = useSendReferral()
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (values) => {
    try {
      await sending.mutateAsync(values)
      onSent(values)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form onSubmit={handleSubmit} noValidate aria-label="Refer someone">
      <fieldset disabled={sending.isPending} className="grid gap-10">
        <Person
          title="About you"
          own
          fields={[
            { label: 'Your name', error: errors.name?.message, ...at(form.register('name')) },
            { label: 'Your email', error: errors.email?.message, ...at(form.register('email')) },
            { label: 'Your phone', error: errors.phone?.message, ...at(form.register('phone')) },
          ]}
        />
        <Person
          title="About the person you refer"
          fields={[
            {
              label: 'Referral name',
              error: errors.referralName?.message,
              ...at(form.register('referralName')),
            },
            {
              label: 'Referral email',
              error: errors.referralEmail?.message,
              ...at(form.register('referralEmail')),
            },
            {
              label: 'Referral phone',
              error: errors.referralPhone?.message,
              ...at(form.register('referralPhone')),
            },
          ]}
        />
        <Honeypot registration={form.register('website')} />
      </fieldset>
      <p className="mt-6 text-sm text-muted">
        Please ask before you give us somebody’s details. We say who referred them, and stop at once
        when they ask us to.
      </p>
      {sending.isError ? (
        <Notice tone="danger" role="alert" title="Your referral was not sent" className="mt-5">
          {messageOf(sending.error, 'Please try again.')}
        </Notice>
      ) : null}
      <Button type="submit" size="lg" pending={sending.isPending} className="mt-6 w-full sm:w-auto">
        Submit Referral
      </Button>
    </form>
  )
}

const at = (registration: UseFormRegisterReturn) => ({ registration })

interface PersonField {
  label: string
  error: string | undefined
  registration: UseFormRegisterReturn
}

interface PersonProps {
  title: string
  own?: boolean
  fields: [name: PersonField, email: PersonField, phone: PersonField]
}

/** Name, email and phone; only one's own are offered from the browser's address book. */
function Person({ title, own = false, fields: [name, email, phone] }: PersonProps) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-5 font-display text-xl">{title}</legend>
      <Field label={name.label} error={name.error}>
        {(aria) => <Input {...aria} {...name.registration} autoComplete={own ? 'name' : 'off'} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={email.label} error={email.error}>
          {(aria) => (
            <EmailInput
              {...aria}
              {...email.registration}

              autoComplete={own ? 'email' : 'off'}
            />
          )}
        </Field>
        <Field label={phone.label} error={phone.error}>
          {(aria) => (
            <Input
              {...aria}
              {...phone.registration}
              type="tel"
              inputMode="tel"
              autoComplete={own ? 'tel' : 'off'}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
