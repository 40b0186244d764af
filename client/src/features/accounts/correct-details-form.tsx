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
import { PhoneField, TextField } from '@/ui/form-fields'
import { toast } from '@/lib/toast-store'

function useCorrectDetails() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CorrectDetailsRequest) =>
      request<CurrentUser>('/api/user', { method: 'PATCH', body }),
    onSuccess: (user) => queryClient.setQueryData(sessionKey, user),
  })
}

/** A person's own name and phone, to be corrected. */
export function CorrectDetailsForm({ user }: { user: CurrentUser }) {
  const { firstName, lastName, phoneNumber } = user
  const form = useZodForm(
    correctDetailsRequest,
    { firstName, lastName, phoneNumber },
    {
      name: 'details',
      of: user.id,
      never: { currentPassword: true, code: true },
    },
  )
  const saving = useCorrectDetails()
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    async (correction) => {
      const saved = await saving.mutateAsync(correction)
      const { firstName: first, lastName: last, phoneNumber: phone } = saved
      form.reset({ firstName: first, lastName: last, phoneNumber: phone })
      toast({ title: 'Your details are saved' })
    },
    { failure: 'Your details were not saved' },
  )

  return (
    <Form
      form={form}
      label="Your details"
      onSubmit={handleSubmit}
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
      </div>
    </Form>
  )
}
