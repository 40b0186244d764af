import { correctDetailsRequest, type CurrentUser } from '@shared/accounts'
import { useSubmitForm } from '@/lib/form'
import { patch } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { Form, SubmitButton } from '@/ui/form'
import { PhoneField, TextField } from '@/ui/form-fields'

/** A person's own name and phone, to be corrected. */
export function CorrectDetailsForm({ user }: { user: CurrentUser }) {
  const { firstName, lastName, phoneNumber } = user
  const submission = useSubmitForm(
    correctDetailsRequest,
    { firstName, lastName, phoneNumber },
    { name: 'details', of: user.id, never: { currentPassword: true, code: true } },
    {
      send: (correction) => patch<CurrentUser>('/api/user', correction),
      sets: sessionKey,
      done: 'Your details are saved',
      failure: 'Your details were not saved',
      onDone: (saved, { reset }) =>
        reset({
          firstName: saved.firstName,
          lastName: saved.lastName,
          phoneNumber: saved.phoneNumber,
        }),
    },
  )
  const { control } = submission.form

  return (
    <Form {...submission} label="Your details" actions={<SubmitButton>Save Details</SubmitButton>}>
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
