import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/ui/field'
import { Input, PasswordInput, Textarea } from '@/ui/input'

export type CredentialField = 'serviceName' | 'serviceUrl' | 'username' | 'password' | 'notes'

interface CredentialFieldsProps {
  register: (field: CredentialField) => UseFormRegisterReturn
  errors: Partial<Record<CredentialField, string | undefined>>
}

/** The login of a credit-monitoring service. Browsers must not offer the person's own logins here. */
export function CredentialFields({ register, errors }: CredentialFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Service name" error={errors.serviceName}>
          {(aria) => (
            <Input
              {...aria}
              {...register('serviceName')}
              autoComplete="off"
              placeholder="Your credit-monitoring service"
            />
          )}
        </Field>
        <Field label="Service URL" error={errors.serviceUrl}>
          {(aria) => (
            <Input
              {...aria}
              {...register('serviceUrl')}
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
            />
          )}
        </Field>
        <Field label="Username" error={errors.username}>
          {(aria) => (
            <Input
              {...aria}
              {...register('username')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Service password" error={errors.password}>
          {(aria) => <PasswordInput {...aria} {...register('password')} autoComplete="off" />}
        </Field>
      </div>
      <Field
        label="Notes"
        optional
        hint="Anything our team needs to log in, such as a security question."
        error={errors.notes}
      >
        {(aria) => <Textarea {...aria} {...register('notes')} rows={3} autoComplete="off" />}
      </Field>
    </>
  )
}
