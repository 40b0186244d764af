import type { TemplateId } from '@shared/mail'

interface Template {
  name: string
  subject: string
  body: string
}

const signature = `The Credit Partner team
{{supportPhone}} · {{supportEmail}}`

/** The default text of the three templates. */
export const defaultTemplates: Record<TemplateId, Template> = {
  welcome: {
    name: 'Welcome',
    subject: 'Welcome to the Credit Partner Program, {{firstName}}',
    body: `Hi {{firstName}} {{lastName}},

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
    body: `Hi {{firstName}} {{lastName}},

Congratulations: your Credit Partner application has been approved.

What happens next:

- We’ll contact you within 2 business days to set up your onboarding call
- On the call, we’ll explain how matching works and answer your questions
- You’ll then meet an entrepreneur on a video call, with a member of our team there to help

In the meantime, you can see your status and your documents here:

{{loginLink}}

${signature}`,
  },
  rejected: {
    name: 'Application Not Approved',
    subject: 'An update on your Credit Partner application',
    body: `Hi {{firstName}} {{lastName}},

Thank you for your interest in the Credit Partner Program. After reviewing your application, we are not able to approve it at this time.

This decision is not final. You may reapply after 90 days. You can use that time to pay down balances and correct errors on your credit reports.

If you have questions about the decision, email {{supportEmail}} or call {{supportPhone}}. You can still log in here:

{{loginLink}}

${signature}`,
  },
}
