import type { Row } from './api-call'

const provider = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'not the token',
  sender: '+13035550142',
  kinds: ['decision'],
}

/** Calls of the provider, which need no session. */
export const providerCalls: Row[] = [
  ['post', '/sms/incoming'],
  ['post', '/sms/status/:id'],
]

/** Calls about text messages, for the administrator alone. */
export const textCalls: Row[] = [
  ['get', '/api/admin/settings/texts'],
  ['put', '/api/admin/settings/texts', provider],
  ['delete', '/api/admin/settings/texts'],
  ['post', '/api/admin/settings/texts/test-connection', provider],
  ['post', '/api/admin/settings/texts/send-test', { to: '(303) 555-0199' }],
  ['get', '/api/admin/texts'],
  ['post', '/api/admin/texts', { userId: 2_000_000_000, body: 'Please call us.' }],
  ['post', '/api/admin/texts/:id/cancel'],
]
