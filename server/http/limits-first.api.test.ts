import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { adminCalls, allCalls, fillPath, ownCalls } from '@tests/support/portal/api-calls'
import { sessionCookie } from '@tests/support/portal/agents'
import { countQueries, startSharedApp } from '@tests/support/portal/shared-app'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import type { ApiCall } from '@tests/support/portal/feature-calls'
import { createApp } from '../app'
import { buildLimits } from '@tests/support/portal/limits'
import type { LimitName } from './rate-limits'

const app = await startSharedApp()
const admin = await buildAdmin(app)
/** One of everything. */
const buildStrict = () => buildLimits(app, 0.000_1)
const nameOf = ({ method, path }: ApiCall) => `${method} ${path}`

/** They are for whatever watches the process, and their answer is remembered for a second. */
const unlimited = ['get /healthz', 'get /readyz']

it('with the calls of an address used up, no call reads anything, from the network or the database', async () => {
  const portal = request(createApp({ ...app, limits: buildStrict() }))
  const cookie = await sessionCookie(app, admin)
  await portal.get('/api/mail-status')
  const counted = countQueries(app)
  const costly: string[] = []
  for (const call of allCalls.filter((one) => !unlimited.includes(nameOf(one)))) {
    const before = counted()
    const sent = portal[call.method](fillPath(call, '2')).set({
      Cookie: cookie,
      Origin: app.origin,
    })
    // No JSON at all: who parsed it would answer 400.
    const body = call.path.startsWith('/sms/') ? '&'.repeat(8_000) : '{'.repeat(90_000)
    const type = call.path.startsWith('/sms/') ? 'form' : 'json'
    const { status } = await (call.method === 'get' ? sent : sent.type(type).send(body))
    if (status !== 429 || counted() > before) costly.push(`${nameOf(call)}: ${status}`)
  }
  expect(costly).toEqual([])
})

/** What a limit is counted by is read first, or what it guards is known only then; another limit stands before. */
const exceptions: Record<string, string> = {
  'put /api/meeting/times': 'the introduction of the link, by which wrong digits are counted',
  'put /api/meeting/answer': 'the same',
  'post /api/password': 'their names and email, so that a new password like them costs no hash',
}

const claimed: LimitName[] = [
  'registerHour',
  'registerRefused',
  'credentialsHour',
  'uploadHour',
  'photoHandoff',
  'loginPerIp',
  'resetPerIp',
  'resetPerAccount',
  'emailChange',
  'emailConfirmation',
  'emailCorrection',
  'referralLink',
  'referralDesk',
  'statementFile',
  'paymentFile',
  'mailTest',
  'formHour',
  'dataExport',
  'fileToken',
  'meetingPerIp',
  'matchAnswer',
  'restore',
  'secondFactor',
]

describe('with a limit of its own used up, a call asks nothing but who calls', () => {
  it('and says 429', async () => {
    const partner = await buildUser(app)
    const strict = buildStrict()
    const portal = request(
      createApp({ ...app, limits: { ...strict, everyCall: app.limits.everyCall } }),
    )
    const cookies = {
      admin: await sessionCookie(app, admin),
      partner: await sessionCookie(app, partner),
    }
    const keys = ['127.0.0.1', String(admin.id), String(partner.id), 'rosa@partner.example']
    for (const name of claimed) for (const key of keys) await strict.penalize(name, key)
    const counted = countQueries(app)
    const send = async (call: ApiCall, cookie: string | null) => {
      const before = counted()
      const sent = portal[call.method](fillPath(call, '2')).set('Origin', app.origin)
      if (cookie) sent.set('Cookie', cookie)
      if (call.path.startsWith('/api/meeting') || call.path.includes('photo-handoffs'))
        sent.set('Authorization', `Bearer ${'k'.repeat(43)}`)
      const { status } = await (call.method === 'get' || call.isUpload
        ? sent
        : sent.send(call.body))
      return { status, queries: counted() - before }
    }
    const nothing = { method: 'get', path: '/api/nothing', body: {}, isUpload: false } as const
    const limited: string[] = []
    const costly: string[] = []
    for (const call of allCalls) {
      const cookie = adminCalls.includes(call)
        ? cookies.admin
        : ownCalls.includes(call)
          ? cookies.partner
          : null
      const { queries: session } = await send(nothing, cookie)
      const { status, queries } = await send(call, cookie)
      if (status !== 429) continue
      limited.push(nameOf(call))
      if (queries > session && !(nameOf(call) in exceptions)) costly.push(nameOf(call))
    }
    expect(costly).toEqual([])
    expect(limited).toMatchInlineSnapshot(`
      [
        "post /api/register",
        "post /api/referrers",
        "get /api/meeting",
        "put /api/meeting/times",
        "put /api/meeting/answer",
        "post /api/meeting/contacts",
        "post /api/login",
        "post /api/password-reset",
        "post /api/password-reset/check",
        "post /api/password-reset/confirm",
        "post /api/email-change/confirm",
        "post /api/email-change/stop",
        "post /api/email-confirmation/confirm",
        "post /api/mail-choices/decline",
        "post /api/upload",
        "post /api/photo-handoffs",
        "post /api/photo-handoffs/upload",
        "post /api/credit-credentials",
        "post /api/messages",
        "post /api/referrals",
        "post /api/password",
        "patch /api/user",
        "patch /api/user/email",
        "post /api/email-change",
        "post /api/account/data",
        "post /api/account/close",
        "put /api/payment-settings",
        "get /api/referral-desk",
        "get /api/referral-desk/referrals",
        "get /api/referral-desk/statements",
        "get /api/referral-desk/statements/:month",
        "get /api/referral-desk/statements/:month.csv",
        "get /api/referral-desk/statements/:month.pdf",
        "post /api/referral-link",
        "put /api/match/times",
        "put /api/match/answer",
        "post /api/second-factor",
        "post /api/second-factor/confirm",
        "post /api/second-factor/recovery-codes",
        "post /api/second-factor/remove",
        "post /api/reauthenticate",
        "patch /api/credit-credentials/:id",
        "post /api/reupload/:id",
        "post /api/reupload/:id/:uploadKey",
        "post /api/admin/files/:id/restore",
        "post /api/admin/generate-file-token",
        "post /api/admin/settings/email/test-connection",
        "post /api/admin/settings/email/send-test",
        "post /api/admin/settings/texts/test-connection",
        "post /api/admin/settings/texts/send-test",
        "post /api/admin/reauthenticate",
        "post /api/admin/second-factor",
        "post /api/admin/second-factor/confirm",
        "post /api/admin/second-factor/recovery-codes",
        "post /api/admin/second-factor/remove",
      ]
    `)
  })
})
