import { linkContactsRequest } from '@shared/matches'
import { useSubmitForm } from '@/lib/form'
import { Form, SubmitButton } from '@/ui/form'
import type { MatchCalls } from './api'
import { PhoneEndField } from './phone-end-field'

interface ContactsFormProps {
  /** Whose contacts. */
  name: string
  calls: MatchCalls
}

/** A link alone doesn't show how to reach someone: it may have been forwarded. */
export function ContactsForm({ name, calls }: ContactsFormProps) {
  const submission = useSubmitForm(linkContactsRequest, { phoneEnd: '' }, 'nothing', {
    send: calls.showContacts,
    failure: 'We couldn’t show the contact details',
  })
  return (
    <Form
      {...submission}
      label="Contact details"
      className="my-5"
      actions={<SubmitButton>Show Contact Details</SubmitButton>}
    >
      <p>To see {name}’s email and phone number, please enter:</p>
      <PhoneEndField control={submission.form.control} name="phoneEnd" />
    </Form>
  )
}
