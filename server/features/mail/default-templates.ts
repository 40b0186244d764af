import type { TemplateId } from '@shared/mail'
import { pageOfCard } from '@shared/pages'

interface Template {
  name: string
  subject: string
  body: string
  button?: { label: string; page: string }
}

const signature = `The Credit Partner team
{{supportPhone}} · {{supportEmail}}`

const choices = 'You can turn emails like this one off under “Account & Security”: {{accountLink}}'

const label = 'Open Your Dashboard'
const toReferrals = { label, page: pageOfCard('referrals') }
const toPayments = { label, page: pageOfCard('payments') }

export const defaultTemplates = {
  welcome: {
    name: 'Welcome',
    subject: 'Welcome to the Credit Partner Program, {{firstName}}',
    body: `Hi {{firstName}},

Thank you for applying to the Credit Partner Program. Your account is {{email}}, and our team is reviewing your application.

If your personal credit score is 650+, here’s what the program offers:

- $2,500 in advances: $500 on contract signing and $2,000 on first funding approval
- A potential $2,500 to $6,000+ a month, paid by the entrepreneurs you partner with

These figures are estimates. Results are not guaranteed; see {{disclosuresLink}}

You can follow your review and manage your documents at any time:

{{loginLink}}

${signature}`,
  },
  approved: {
    name: 'Application Approved',
    subject: 'Your Credit Partner application is approved',
    body: `Hi {{firstName}},

Congratulations: your Credit Partner application has been approved.

What happens next:

- We’ll contact you within 2 business days to set up your onboarding call
- On the call, we’ll explain how matching works and answer your questions
- You’ll then meet an entrepreneur on a video call, with a member of our team there to help

In the meantime, your dashboard shows where things stand. If it lists anything under To Do, please finish that, so we can introduce you:

{{dashboardLink}}

${signature}`,
    button: { label, page: pageOfCard('introduction') },
  },
  rejected: {
    name: 'Application Not Approved',
    subject: 'An update on your Credit Partner application',
    body: `Hi {{firstName}},

Thank you for your interest in the Credit Partner Program. After reviewing your application, we are not able to approve it at this time.

This decision is not final. You may reapply after 90 days.

If you have questions about the decision, email {{supportEmail}} or call {{supportPhone}}. You can still log in here:

{{loginLink}}

${signature}`,
  },
  'referral-signed-up': {
    name: 'Referral Signed Up',
    subject: 'Your referral signed up',
    body: `Hi {{firstName}},

{{referralName}} signed up through your referral link. Our team is reviewing their application, and we’ll tell you if it’s approved.

You can follow all of your referrals on your dashboard:

{{dashboardLink}}

Rewards depend on approval and are not guaranteed; see {{disclosuresLink}}

${choices}

${signature}`,
    button: toReferrals,
  },
  'referral-approved': {
    name: 'Referral Approved',
    subject: 'Your referral was approved',
    body: `Hi {{firstName}},

Good news: {{referralName}}, who you referred, was approved as a Credit Partner.

{{rewardNews}}

See your balance and when it’s paid on your dashboard:

{{dashboardLink}}

Thank you for referring. Past rewards don’t guarantee future ones; see {{disclosuresLink}}

${choices}

${signature}`,
    button: toReferrals,
  },
  payout: {
    name: 'Payout on Its Way',
    subject: 'Your payout is on its way',
    body: `Hi {{firstName}},

We sent you {{payoutAmount}} by {{payoutMethod}}. Our reference is {{payoutReference}}. Depending on your bank, it can take a few business days to arrive.

Your statement is on your dashboard:

{{dashboardLink}}

If it hasn’t arrived within 5 business days, email {{supportEmail}} or call {{supportPhone}}.

${choices}

${signature}`,
    button: toReferrals,
  },
  'payout-returned': {
    name: 'Payout Returned',
    subject: 'Your payout didn’t go through',
    body: `Hi {{firstName}},

Your payout of {{payoutAmount}} by {{payoutMethod}} didn’t go through, so the money was not delivered to you. We added the amount back to your balance.

Please check that your payment settings on your dashboard are correct:

{{dashboardLink}}

If you did receive this payment, or have questions, email {{supportEmail}} or call {{supportPhone}}.

${signature}`,
    button: toPayments,
  },
  'payment-details': {
    name: 'Payment Details Changed',
    subject: 'Your payment details were changed',
    body: `Hi {{firstName}},

The payment details for {{email}} were just changed. We’ll pay you by {{payoutMethod}} from now on. To keep your money safe, we pause payouts for three days after a change.

If this wasn’t you, email {{supportEmail}} or call {{supportPhone}} right away, then log in and change your password:

{{loginLink}}

${signature}`,
    button: toPayments,
  },
} as const satisfies Record<TemplateId, Template>
