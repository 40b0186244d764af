import { toCall, type ApiCall, type Row } from './api-call'
import { deskCalls } from './desk-calls'
import { adminMatchCalls, meetingCalls, ownMatchCalls } from './match-calls'
import { moneyCalls } from './money-calls'
import { providerCalls, textCalls } from './text-calls'

const someKey = 'k'.repeat(43)
const decision = { status: 'approved', reason: 'Seen', basedOn: 'pending' }
const change = { status: 'read', basedOn: 'new' }
const draft = { to: 'rosa@partner.example', subject: 'Your review', body: 'Dear Rosa' }
const bulkRun = {
  of: 'users',
  action: 'approve',
  selection: { rows: [{ id: 2_000_000_000, basedOn: 'pending' }] },
  reason: 'Seen',
}
const mailbox = {
  email: 'office@mail.example',
  appPassword: 'secret',
  host: 'smtp.mail.example',
  port: 465,
  secure: true,
  service: 'gmail',
}
const sharedLogin = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example',
  username: 'rosa',
  password: 'secret',
  notes: 'Call first.',
}
const person = {
  firstName: 'Rosa',
  lastName: 'Delgado',
  email: 'rosa@partner.example',
  phoneNumber: '(303) 555-0199',
}

/** Calls that need no session. */
export const publicCalls = (
  [
    ['get', '/healthz'],
    ['get', '/readyz'],
    ['get', '/api/mail-status'],
    [
      'post',
      '/api/register',
      { ...person, password: 'a long enough phrase', uploadKey: someKey, agreeToTerms: true },
    ],
    ['post', '/api/referrers', { ...person, password: 'a long enough phrase', agreeToTerms: true }],
    ['get', '/r/:code'],
    ...providerCalls,
    ...meetingCalls,
    ['post', '/api/login', { email: person.email, password: 'not the password' }],
    ['post', '/api/logout'],
    ['post', '/api/password-reset', { email: person.email }],
    ['post', '/api/password-reset/confirm', { token: someKey, password: 'a long enough phrase' }],
    ['post', '/api/email-change/confirm', { token: someKey }],
    ['post', '/api/email-change/stop', { token: someKey }],
    ['post', '/api/email-confirmation/confirm', { token: someKey }],
    ['post', '/api/mail-choices/decline', { token: `v1.01234567.${someKey}`, kinds: ['payout'] }],
    ['post', '/api/upload', 'file'],
    ['post', '/api/photo-handoffs'],
    ['get', '/api/photo-handoffs'],
    ['get', '/api/photo-handoffs/open'],
    ['post', '/api/photo-handoffs/upload', 'file'],
    ['post', '/api/credit-credentials', sharedLogin],
    [
      'post',
      '/api/messages',
      { name: 'Rosa', email: person.email, subject: 'Review', message: 'When?', website: '' },
    ],
    [
      'post',
      '/api/referrals',
      {
        name: 'Rosa',
        email: person.email,
        phone: person.phoneNumber,
        referralName: 'Noor',
        referralEmail: 'noor@partner.example',
        referralPhone: '(303) 555-0123',
        website: '',
      },
    ],
  ] satisfies Row[]
).map(toCall)

/** Calls about one's own account and documents. */
export const ownCalls = (
  [
    ['get', '/api/user'],
    ['get', '/api/admin/status'],
    [
      'post',
      '/api/password',
      { currentPassword: 'not the password', newPassword: 'a long enough phrase' },
    ],
    [
      'patch',
      '/api/user',
      {
        firstName: person.firstName,
        lastName: person.lastName,
        phoneNumber: person.phoneNumber,
        currentPassword: 'not the password',
      },
    ],
    ['post', '/api/apply', { uploadKey: someKey }],
    ['post', '/api/referral-claims', { token: someKey }],
    ['patch', '/api/user/email', { email: person.email }],
    ['get', '/api/email-change'],
    ['post', '/api/email-change', { newEmail: person.email, currentPassword: 'not the password' }],
    ['delete', '/api/email-change'],
    ['post', '/api/account/data', { currentPassword: 'not the password' }],
    ['get', '/api/account/data'],
    ['post', '/api/account/close', { currentPassword: 'not the password' }],
    ['post', '/api/account/keep'],
    ...deskCalls,
    ...ownMatchCalls,
    ['get', '/api/second-factor'],
    ['post', '/api/second-factor', { currentPassword: 'not the password' }],
    ['post', '/api/second-factor/confirm', { code: '123456' }],
    ['post', '/api/second-factor/recovery-codes', { currentPassword: 'not the password' }],
    ['post', '/api/second-factor/remove', { currentPassword: 'not the password' }],
    ['post', '/api/reauthenticate', { password: 'not the password' }],
    ['get', '/api/sessions'],
    ['delete', '/api/sessions'],
    ['delete', '/api/sessions/:ref'],
    ['get', '/api/files'],
    ['get', '/api/credit-credentials'],
    ['patch', '/api/credit-credentials/:id', sharedLogin],
    ['delete', '/api/credit-credentials/:id'],
    ['get', '/api/consents'],
    ['post', '/api/consents/:kind', { isGiven: false }],
    ['get', '/api/mail-choices'],
    ['put', '/api/mail-choices/:kind', { isWanted: true }],
    ['post', '/api/link-file/:uploadKey'],
    ['post', '/api/question/answer', { answer: 'Yes, it is right.' }],
    ['post', '/api/reupload/:id', 'file'],
    ['post', '/api/reupload/:id/:uploadKey'],
    ['get', '/uploads/:uploadKey/:fileName'],
  ] satisfies Row[]
).map(toCall)

/** Calls that are the administrator's alone. */
export const adminCalls = (
  [
    ['get', '/api/admin/overview'],
    ['get', '/api/admin/users'],
    ['patch', '/api/admin/users/:id/status', decision],
    ['delete', '/api/admin/users/:id'],
    ['delete', '/api/admin/users/:id/sessions'],
    ['post', '/api/admin/users/:id/second-factor/remove', { currentPassword: 'not the password' }],
    ['post', '/api/admin/users/:id/email-change/confirm', { newEmail: person.email }],
    ['post', '/api/admin/users/:id/email-change/decline', { newEmail: person.email }],
    ['get', '/api/admin/users/:id/score'],
    ['post', '/api/admin/users/:id/score', { score: 742 }],
    ['delete', '/api/admin/users/:id/score'],
    ['get', '/api/admin/users/:id/notes'],
    ['post', '/api/admin/users/:id/notes', { text: 'Called, no answer.' }],
    ['patch', '/api/admin/notes/:id', { text: 'Called twice.' }],
    ['delete', '/api/admin/notes/:id'],
    ['get', '/api/admin/users/:id/consents'],
    ['post', '/api/admin/users/:id/consents/stop', { kinds: ['calls'], way: 'phone' }],
    ['get', '/api/admin/files'],
    ['patch', '/api/admin/files/:id/status', { ...decision, basedOnVersion: 'v' }],
    ['delete', '/api/admin/files/:id'],
    ['get', '/api/admin/files/:id/versions'],
    ['post', '/api/admin/files/:id/opened', { basedOnVersion: 'v' }],
    ['post', '/api/admin/files/:id/restore', { basedOnVersion: 'v', version: 1 }],
    ['post', '/api/admin/generate-file-token', { uploadKey: someKey }],
    ['get', '/api/admin/credentials'],
    ['get', '/api/admin/credentials/overview'],
    ['patch', '/api/admin/credentials/:id/status', { ...decision, basedOnVersion: 'v' }],
    ['delete', '/api/admin/credentials/:id'],
    ['post', '/api/admin/credentials/:id/reveal'],
    ['post', '/api/admin/decisions/:id/undo'],
    ['get', '/api/admin/users/:id/questions'],
    ['post', '/api/admin/users/:id/questions', { words: 'Please confirm your phone number.' }],
    ['post', '/api/admin/questions/:id/undo'],
    ['get', '/api/admin/rejection-reasons'],
    ['patch', '/api/admin/rejection-reasons/:kind', { reasons: ['Blurred'] }],
    ['delete', '/api/admin/rejection-reasons/:kind'],
    ['get', '/api/admin/messages'],
    ['get', '/api/admin/messages/:id'],
    ['patch', '/api/admin/messages/:id/status', change],
    ['post', '/api/admin/messages/:id/reply', { body: 'Thank you.' }],
    ['delete', '/api/admin/messages/:id'],
    ['get', '/api/admin/referrals'],
    ['get', '/api/admin/referrals/:id'],
    ['patch', '/api/admin/referrals/:id/status', change],
    ['post', '/api/admin/referrals/:id/reply', { body: 'Thank you.' }],
    ['delete', '/api/admin/referrals/:id'],
    ['get', '/api/admin/settings/email'],
    ['post', '/api/admin/settings/email', mailbox],
    ['post', '/api/admin/settings/email/test-connection', mailbox],
    ['post', '/api/admin/settings/email/send-test', { to: person.email }],
    ['get', '/api/admin/email-templates'],
    ['patch', '/api/admin/email-templates/:id', { subject: 'Hello', body: 'Dear {{firstName}}' }],
    ['delete', '/api/admin/email-templates/:id'],
    ['get', '/api/admin/emails'],
    ['post', '/api/admin/emails', draft],
    ['get', '/api/admin/emails/recipient'],
    ['post', '/api/admin/emails/:id/resend'],
    ['post', '/api/admin/emails/:id/cancel'],
    ['get', '/api/admin/sms'],
    ...textCalls,
    ['get', '/api/admin/audit-events'],
    ['get', '/api/admin/exports/users'],
    ['get', '/api/admin/exports/files'],
    ['get', '/api/admin/exports/credentials'],
    ['get', '/api/admin/exports/messages'],
    ['get', '/api/admin/exports/referrals'],
    ['get', '/api/admin/exports/referred-people'],
    ['get', '/api/admin/exports/audit-events'],
    ['get', '/api/admin/users/:id/history'],
    ['get', '/api/admin/users/:id/duplicates'],
    ['get', '/api/admin/users/duplicate-marks'],
    ['get', '/api/admin/users/bounce-marks'],
    ['post', '/api/admin/users/:id/duplicates/dismiss', { otherId: 1, reason: 'Twins' }],
    ['get', '/api/admin/bulk-runs'],
    ['get', '/api/admin/bulk-runs/:id'],
    ['post', '/api/admin/bulk-runs', bulkRun],
    ['post', '/api/admin/bulk-runs/:id/stop'],
    ...moneyCalls,
    ...adminMatchCalls,
    ['post', '/api/admin/reauthenticate', { password: 'not the password' }],
    ['get', '/api/admin/second-factor'],
    ['post', '/api/admin/second-factor', { currentPassword: 'not the password' }],
    ['post', '/api/admin/second-factor/confirm', { code: '123456' }],
    ['post', '/api/admin/second-factor/recovery-codes', { currentPassword: 'not the password' }],
    ['post', '/api/admin/second-factor/remove', { currentPassword: 'not the password' }],
  ] satisfies Row[]
).map(toCall)

export const allCalls = [...publicCalls, ...ownCalls, ...adminCalls]

/** The call's address with this in place of what varies in it. */
export const fillPath = (call: ApiCall, part: string): string => call.path.replace(/:\w+/g, part)
