import { resetMinutes } from '@shared/accounts'
import { emailChangeHours } from '@shared/email-changes'
import { pageOfCard, pages } from '@shared/pages'
import { emailConfirmationHours } from '@shared/profile-completion'
import { meetingLetters } from './meeting-letters'

const notice = <Happened extends string>(happened: Happened) =>
  `Hi {{firstName}},

${happened}, and every other device was logged out.

If this wasn’t you, email {{supportEmail}} or call {{supportPhone}} right away.` as const

const refusal = <Next extends string>(next: Next) =>
  `Hi {{firstName}},

We looked at “{{name}}” and couldn’t accept it.

${next}

{{dashboardLink}}

If you have questions, email {{supportEmail}} or call {{supportPhone}}.` as const

const asking = <Intro extends string, Next extends string>(intro: Intro, next: Next) =>
  `Hi {{firstName}},

${intro}

{{question}}

To answer, write to us or send us a document on your dashboard. ${next}

{{dashboardLink}}

If you have questions, email {{supportEmail}} or call {{supportPhone}}.` as const

const toQuestion = { label: 'Answer', page: pageOfCard('question') }
const toPayments = { label: 'Open Payment Settings', page: pageOfCard('payments') }
const toDocument = { label: 'Open Your Dashboard', page: pageOfCard('document') }

/** Letters with a text that the administrator can't edit. */
export const fixedLetters = {
  reset: {
    kind: 'reset',
    subject: 'Reset your password',
    body: `Hi {{firstName}},

We received a request to reset your password for {{portalName}}. You have ${resetMinutes} minutes to choose a new one here:

{{link}}

The link works once. If you didn’t ask for it, you can ignore this email, and your password will stay the same.`,
    button: { label: 'Choose a New Password', page: pages.resetPassword },
  },
  'payout-question': {
    kind: 'payout-question',
    subject: 'How would you like to be paid?',
    body: `Hi {{firstName}},

You’ve earned {{payoutAmount}}, and we don’t know yet where to send it.

Choose Zelle, a bank transfer, or PayPal on your dashboard. We’ll pay you in the next payout run.

{{dashboardLink}}

If you have questions, email {{supportEmail}} or call {{supportPhone}}.`,
    button: toPayments,
  },
  'password-changed': {
    kind: 'notice',
    subject: 'Your password was changed',
    body: notice('The password for your account on {{portalName}} was just changed'),
  },
  'second-factor-on': {
    kind: 'notice',
    subject: 'Two-step login was turned on',
    body: notice('Two-step login for your account on {{portalName}} was just turned on'),
  },
  'second-factor-off': {
    kind: 'notice',
    subject: 'Two-step login was turned off',
    body: notice('Two-step login for your account on {{portalName}} was just turned off'),
  },
  'recovery-codes-replaced': {
    kind: 'notice',
    subject: 'You have new recovery codes',
    body: notice('The recovery codes for your account on {{portalName}} were just replaced'),
  },
  /** To the email that someone logs in with now. */
  'email-change-asked': {
    kind: 'email-change',
    subject: 'Your email is about to change',
    body: `Hi {{firstName}},

Someone who knows your password asked to change the email for your account on {{portalName}}. It will change once the new address is confirmed.

If this was you, there’s nothing to do. If it wasn’t, stop the change:

{{link}}

The link also works for ${emailChangeHours} hours after the change, and gives you your email back. Then choose a new password. If you need help, email {{supportEmail}} or call {{supportPhone}}.`,
    button: { label: 'Stop This Change', page: pages.stopEmailChange },
  },
  /** To the new email, whose owner may not know us: nothing about the person who asked. */
  'email-change-link': {
    kind: 'email-change',
    subject: 'Confirm your new email',
    body: `Hi,

Someone asked to use this address for their account on {{portalName}}. If it was you, confirm it within ${emailChangeHours} hours:

{{link}}

The link works once. After that, you’ll log in with this address. If you didn’t ask for this, you can ignore this email, and nothing will change.`,
    button: { label: 'Confirm This Email', page: pages.confirmEmail },
  },
  /** To the owner of an email that someone else asked for, and not who that was. */
  'email-taken': {
    kind: 'notice',
    subject: 'Someone asked to use your email',
    body: `Hi {{firstName}},

Someone asked to use this address for another account on {{portalName}}. You already have an account with it, so nothing has changed.

If it was you, log in with this address. If it wasn’t, you don’t need to do anything. If you have questions, email {{supportEmail}} or call {{supportPhone}}.`,
  },
  /** To the email before. */
  'email-changed': {
    kind: 'notice',
    subject: 'Your email was changed',
    body: `Hi {{firstName}},

Your account on {{portalName}} now has a different email, and every other device was logged out. Please log in with the new address from now on.

If this wasn’t you, use the link in our earlier email, “Your email is about to change”. Or email {{supportEmail}} or call {{supportPhone}} right away.`,
  },
  /** To the email that someone signed up with, which may be a stranger's: nothing about who that was. */
  'email-corrected': {
    kind: 'notice',
    subject: 'Your email was removed from an account',
    body: `Hi,

Someone used this address to create an account on {{portalName}}, and has now replaced it with another one. We won’t send you any more emails about that account.

If you created the account and didn’t replace your email, email {{supportEmail}} or call {{supportPhone}} right away. If you don’t know about it, you don’t need to do anything.`,
  },
  'email-confirmation': {
    kind: 'email-confirmation',
    subject: 'Confirm your email',
    body: `Hi {{firstName}},

Please confirm that this is your email address. The link works for ${emailConfirmationHours} hours:

{{link}}

If you don’t have an account with us, you can ignore this email.`,
    button: { label: 'Confirm My Email', page: pages.verifyEmail },
  },
  closing: {
    kind: 'notice',
    subject: 'Your account closes on {{closesOn}}',
    body: `Hi {{firstName}},

You asked us to close your account on {{portalName}}. On {{closesOn}} we remove your details, your documents with every earlier version and backup copy, your shared logins, and our emails to you. This can’t be undone.

Until then you can change your mind. Log in and choose “Keep My Account”:

{{loginLink}}

If you didn’t ask for this, log in, keep your account, and change your password. Or email {{supportEmail}} or call {{supportPhone}} right away.`,
  },
  'file-rejected': {
    kind: 'refusal',
    subject: 'We couldn’t accept a document you sent',
    body: refusal(
      'What to do next: log in and replace the document, or upload another one. We’ll look at it as soon as it’s here.',
    ),
    button: toDocument,
  },
  'credential-rejected': {
    kind: 'refusal',
    subject: 'We couldn’t use a login you shared',
    body: refusal(
      'What to do next: log in and upload your credit report instead, or contact us and we’ll find another way.',
    ),
    button: toDocument,
  },
  question: {
    kind: 'question',
    subject: 'We have a question about your application',
    body: asking(
      'We have a question about {{about}}:',
      'Your review continues as soon as we hear from you.',
    ),
    button: toQuestion,
  },
  'question-reminder': {
    kind: 'question-reminder',
    subject: 'We’re waiting for your answer',
    body: asking(
      'We haven’t heard from you yet. This is our question about {{about}}:',
      'Your review is on hold until we hear from you.',
    ),
    button: toQuestion,
  },
  'referral-link': {
    kind: 'referral-link',
    subject: 'Your referral link',
    body: `Hi {{firstName}},

Thank you for your referral on {{portalName}}. Here is a link that you can share with others:

{{sharedLink}}

To follow your referrals and be paid for them, make the link yours. Create an account, or log in if you have one:

{{link}}

If you didn’t send us a referral, you can ignore this email.`,
    button: { label: 'Make This Link Yours', page: pages.referralProgram },
  },
  ...meetingLetters,
} as const
