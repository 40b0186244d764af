import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  correctDetailsRequest,
  type CorrectDetailsRequest,
  type CurrentUser,
} from '@shared/accounts'
import { submitHandler, useZodForm } from '@/lib/form'
import { request } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { Form, SubmitButton } from '@/ui/form'
import { PasswordField, PhoneField, TextField } from '@/ui/form-fields'
import { toast } from '@/ui/toast'
import { CodeField } from '@/ui/code-input'
import { LoginName } from './login-name'

function useCorrectDetails() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CorrectDetailsRequest) =>
      request<CurrentUser>('/api/user', { method: 'PATCH', body }),
    onSuccess: (user) => queryClient.setQueryData(sessionKey, user),
  })
}

interface CorrectDetailsFormProps {
  user: CurrentUser
  /** Whether two-step login is on. */
  asksForCode: boolean
}

/** A person's own name and phone, to be corrected. */
export function CorrectDetailsForm({ user, asksForCode }: CorrectDetailsFormProps) {
  const { firstName, lastName, phoneNumber } = user
  const details = { firstName, lastName, phoneNumber }
  const form = useZodForm(correctDetailsRequest, { ...details, currentPassword: '', code: '' })
  const saving = useCorrectDetails()
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    async ({ code, ...correction }) => {
      const saved = await saving.mutateAsync({ ...correction, ...(code && { code }) })
      const { firstName: first, lastName: last, phoneNumber: phone } = saved
      form.reset({
        firstName: first,
        lastName: last,
        phoneNumber: phone,
        currentPassword: '',
        code: '',
      })
      toast({ title: 'Your details are saved' })
    },
    { failure: 'Your details were not saved' },
  )

  return (
    <Form
      form={form}
      label="Your details"
      onSubmit={handleSubmit}
      isSending={saving.isPending}
      before={<LoginName email={user.email} />}
      actions={<SubmitButton>Save Details</SubmitButton>}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="firstName"
          label="First name"
          autoComplete="given-name"
        />
        <TextField control={control} name="lastName" label="Last name" autoComplete="family-name" />
        <PhoneField control={control} name="phoneNumber" label="Phone number" autoComplete="tel" />
        <PasswordField control={control} name="currentPassword" label="Your password" />
      </div>
      <CodeField control={control} name="code" isAsked={asksForCode} className="max-w-md" />
    </Form>
  )
}
