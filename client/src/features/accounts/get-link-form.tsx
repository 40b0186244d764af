import type { CurrentUser, ReferrerRequest } from '@shared/accounts'
import { post } from '@/lib/http'
import { withReferralCode } from '@/lib/referral-code'
import { submitHandler } from '@/lib/form'
import { useSend } from '@/lib/use-send'
import { Form, SubmitButton } from '@/ui/form'
import { AccountFields, useAccountForm } from './account-fields'
import { startsSession } from './api'

interface GetLinkFormProps {
  /** Of a link that becomes theirs. */
  claim: string | null
  onDone: () => void
}

/** An account for someone who refers others, without a proof of credit. */
export function GetLinkForm({ claim, onDone }: GetLinkFormProps) {
  const form = useAccountForm()
  const registration = useSend(
    (person: ReferrerRequest) => post<CurrentUser>('/api/referrers', withReferralCode(person)),
    startsSession,
  )

  const handleSubmit = submitHandler(
    form,
    async ({ confirmPassword: _confirmed, contactConsent: _notAsked, ...person }) => {
      await registration.mutateAsync({ ...person, agreeToTerms: true, ...(claim && { claim }) })
      onDone()
    },
    { failure: 'Your link was not created' },
  )

  return (
    <Form
      form={form}
      label="Get your link"
      onSubmit={handleSubmit}
      actions={
        <SubmitButton size="lg" className="w-full sm:w-auto">
          Get Your Link
        </SubmitButton>
      }
    >
      <AccountFields form={form} asksConsent={false} />
    </Form>
  )
}
