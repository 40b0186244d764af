import { type ReferralReceipt, referralRequest, type ReferralRequest } from '@shared/messages'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { Form, WideSubmitButton } from '@/ui/form'
import { EmailField, PhoneField, TextField } from '@/ui/form-fields'
import { Honeypot } from './public-form'

const empty = {
  name: '',
  email: '',
  phone: '',
  referralName: '',
  referralEmail: '',
  referralPhone: '',
  website: '',
}

/** A referral as it was sent, with the sender's link. */
export type SentReferral = ReferralRequest & Pick<ReferralReceipt, 'link' | 'claim'>

interface ReferralFormProps {
  /** The code of the link that the form before was answered with. */
  claim: string | undefined
  onSent: (sent: SentReferral) => void
}

/** Asks who refers, and who is referred; the answers stay until the server has them. */
export function ReferralForm({ claim: held, onSent }: ReferralFormProps) {
  const submission = useSubmitForm({
    schema: referralRequest,
    defaultValues: empty,
    kept: { name: 'referral', of: null, never: { website: true } },
    send: async (values) => {
      const body = { ...values, ...(held && { claim: held }) }
      const { link, claim } = await post<ReferralReceipt>('/api/referrals', body)
      return { ...values, link, claim }
    },
    failure: 'Your referral was not sent',
    onDone: onSent,
  })
  const { form, field } = submission

  return (
    <Form
      {...submission}
      label="Refer Someone"
      actions={<WideSubmitButton>Submit Referral</WideSubmitButton>}
    >
      <fieldset className="grid gap-5">
        <legend className="mb-5 font-display text-xl">About you</legend>
        <TextField {...field('name')} label="Your name" />
        <div className="grid gap-5 sm:grid-cols-2">
          <EmailField {...field('email')} label="Your email" />
          <PhoneField {...field('phone')} label="Your phone" />
        </div>
      </fieldset>
      {/* The browser’s address book offers one’s own details, which are not meant here. */}
      <fieldset className="mt-5 grid gap-5">
        <legend className="mb-5 font-display text-xl">About the person you’re referring</legend>
        <TextField {...field('referralName')} label="Referral name" />
        <div className="grid gap-5 sm:grid-cols-2">
          <EmailField {...field('referralEmail')} label="Referral email" fill="not-own" />
          <PhoneField {...field('referralPhone')} label="Referral phone" fill="not-own" />
        </div>
      </fieldset>
      <Honeypot registration={form.register('website')} />
      <p className="mt-1 text-sm text-muted">
        Please ask before you give us someone’s details. We’ll tell them who referred them, and
        we’ll stop contacting them as soon as they ask us to.
      </p>
    </Form>
  )
}
