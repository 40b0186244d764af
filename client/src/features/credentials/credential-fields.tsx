import type { UseFormReturn } from 'react-hook-form'
import { shareCredentialsRequest, type ShareCredentialsRequest } from '@shared/credentials'
import { z } from '@shared/zod'
import { useZodForm } from '@/lib/form'
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

/** `known`: what there is already to be corrected. */
export const useCredentialForm = (known: Partial<CredentialInput> = {}) =>
  useZodForm(credentialForm, { ...empty, ...known })
export type CredentialForm = UseFormReturn<CredentialInput, unknown, ShareCredentialsRequest>

/** The login of a credit-monitoring service. Browsers must not offer the person's own logins here. */
export function CredentialFields({ form: { control } }: { form: CredentialForm }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="serviceName"
          label="Service name"
          autoComplete="off"
          placeholder="Your credit-monitoring service"
        />
        <TextField
          control={control}
          name="serviceUrl"
          label="Service URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
        />
        <TextField
          control={control}
          name="username"
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          control={control}
          name="password"
          label="Service password"
          autoComplete="off"
        />
      </div>
      <TextareaField
        control={control}
        name="notes"
        label="Notes"
        optional
        hint="Anything our team needs to log in, such as the answer to a security question."
        rows={3}
        autoComplete="off"
      />
    </>
  )
}
