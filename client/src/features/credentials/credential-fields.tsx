import { useWatch, type UseFormReturn } from 'react-hook-form'
import { shareCredentialsRequest, type ShareCredentialsRequest } from '@shared/credentials'
import { z } from '@shared/zod'
import { fieldsOf, useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { PasswordField, TextareaField, TextField } from '@/ui/form-fields'

/** 'creditkarma.com', as people type it, is taken for what it means. */
const withScheme = (typed: string) =>
  typed.includes('://') || !typed.includes('.') ? typed : `https://${typed.trim()}`

const { serviceUrl } = shareCredentialsRequest.shape
const credentialForm = shareCredentialsRequest.extend({
  serviceUrl: z.string().transform(withScheme).pipe(serviceUrl),
})
type CredentialInput = z.input<typeof credentialForm>

const empty: Required<CredentialInput> = {
  serviceName: '',
  serviceUrl: '',
  username: '',
  password: '',
  notes: '',
}

/** `of`: the login that is corrected, or what a new one is part of. `known`: what there is of it already. */
export const useCredentialForm = (
  of: number | 'application' | 'referrer-application',
  known: Partial<CredentialInput> = {},
) =>
  useZodForm(
    credentialForm,
    { ...empty, ...known },
    {
      name: 'login',
      of,
      never: { username: true, password: true, notes: true },
    },
  )
export type CredentialForm = UseFormReturn<CredentialInput, unknown, ShareCredentialsRequest>

const commonServices = [
  { serviceName: 'Credit Karma', serviceUrl: 'https://www.creditkarma.com' },
  { serviceName: 'Experian', serviceUrl: 'https://www.experian.com' },
  { serviceName: 'Equifax', serviceUrl: 'https://www.equifax.com' },
  { serviceName: 'TransUnion', serviceUrl: 'https://www.transunion.com' },
] as const

function CommonServices({ form }: { form: CredentialForm }) {
  const chosen = useWatch({ control: form.control, name: 'serviceName' })
  const shouldValidate = form.formState.isSubmitted
  return (
    <div role="group" aria-label="Common services" className="flex flex-wrap gap-2">
      {commonServices.map(({ serviceName, serviceUrl: address }) => (
        <Button
          key={serviceName}
          size="sm"
          variant="secondary"
          aria-pressed={chosen === serviceName}
          className="aria-pressed:border-evergreen aria-pressed:bg-success-surface"
          onClick={() => {
            form.setValue('serviceName', serviceName, { shouldValidate, shouldDirty: true })
            form.setValue('serviceUrl', address, { shouldValidate, shouldDirty: true })
            form.setFocus('username')
          }}
        >
          {serviceName}
        </Button>
      ))}
    </div>
  )
}

/** The login of a credit-monitoring service. Browsers must not offer the person's own logins here. */
export function CredentialFields({ form }: { form: CredentialForm }) {
  const field = fieldsOf(form)
  const plain = { autoCapitalize: 'none', spellCheck: false }
  return (
    <>
      <CommonServices form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('serviceName')}
          label="Service name"
          placeholder="Your credit-monitoring service"
        />
        <TextField
          {...field('serviceUrl')}
          {...plain}
          label="Service URL"
          type="url"
          inputMode="url"
          placeholder="https://"
        />
        <TextField {...field('username')} {...plain} label="Username" />
        <PasswordField {...field('password')} label="Service password" fill="not-own" />
      </div>
      <TextareaField
        {...field('notes')}
        label="Notes"
        optional
        hint="Anything our team needs to log in, such as the answer to a security question."
        rows={3}
      />
    </>
  )
}
