import { useState } from 'react'
import { codeNeeded, passwordProof, type PasswordProof } from '@shared/accounts'
import { submitHandler, useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { PasswordField } from '@/ui/form-fields'
import { CodeField } from './code-input'

interface PasswordProofFormProps {
  email: string
  submitLabel: string
  /** Whether two-step login is on. */
  asksForCode?: boolean
  /** Title of what is said when the server refuses. */
  failure: string
  onProof: (proof: PasswordProof) => Promise<void>
  variant?: 'primary' | 'secondary'
  onCancel?: () => void
}

const proofWithCode = passwordProof.refine(({ code }) => Boolean(code), {
  error: codeNeeded,
  path: ['code'],
})

/**
 * Asks somebody who is logged in for the password, and for a code where two-step login is on, before
 * something delicate happens.
 */
export function PasswordProofForm({ asksForCode = false, ...props }: PasswordProofFormProps) {
  const form = useZodForm(asksForCode ? proofWithCode : passwordProof, {
    currentPassword: '',
    code: '',
  })
  const { control } = form
  const hasCodeError = form.formState.errors.code !== undefined
  const [isSending, setIsSending] = useState(false)

  const handleSubmit = submitHandler(
    form,
    async ({ currentPassword, code }) => {
      setIsSending(true)
      await props
        .onProof({ currentPassword, ...(code && { code }) })
        .finally(() => setIsSending(false))
    },
    { failure: props.failure, rename: { password: 'currentPassword' } },
  )

  return (
    <Form
      form={form}
      label={props.submitLabel}
      onSubmit={handleSubmit}
      isSending={isSending}
      before={<input type="text" autoComplete="username" value={props.email} hidden readOnly />}
      actions={
        <>
          <SubmitButton variant={props.variant ?? 'primary'}>{props.submitLabel}</SubmitButton>
          {props.onCancel ? (
            <Button variant="secondary" onClick={props.onCancel}>
              Cancel
            </Button>
          ) : null}
        </>
      }
    >
      <PasswordField
        control={control}
        name="currentPassword"
        label="Your password"
        className="max-w-md"
      />
      {asksForCode || hasCodeError ? (
        <CodeField control={control} name="code" className="max-w-md" />
      ) : null}
    </Form>
  )
}
