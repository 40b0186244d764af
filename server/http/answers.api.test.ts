import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adminStatus, currentUser, profileFields } from '@shared/accounts'
import { listedEvent } from '@shared/audit'
import {
  listedCredential,
  monitoringCredential,
  sharedCredentials,
  shareCredentialsRequest,
} from '@shared/credentials'
import { takenDecision } from '@shared/decisions'
import { confirmation, errorBody } from '@shared/errors'
import { fileToken, ownFile, reviewedFile, uploadedFile } from '@shared/files'
import {
  emailSettings,
  emailTemplate,
  listedMail,
  mailAvailability,
  smsReadiness,
} from '@shared/mail'
import { listedMessage, listedReferral, receipt, referralReceipt } from '@shared/messages'
import { listedUser } from '@shared/users'
import type { z } from '@shared/zod'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { anyCharacter } from '@tests/support/samples/any-character'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp({
  env: {
    SMTP_URL: 'smtp://127.0.0.1:2525',
    SMTP_FROM: 'p@mail.example',
    SMTP_ALLOW_LOOPBACK: 'on',
  },
})
const admin = await logInAdmin(app)

/** The answer fits its schema, and holds nothing else. */
function expectShape(schema: z.ZodObject, body: unknown) {
  expect(schema.strict().safeParse(body).error).toBeUndefined()
}

const anyLine = (max: number) =>
  fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: max })
    .filter((text) => profileFields.firstName.safeParse(text).success)
const isPassword = (text: string) => shareCredentialsRequest.shape.password.safeParse(text).success
const anyApplicant = fc.record({
  firstName: anyLine(40),
  lastName: anyLine(40),
  phoneNumber: fc.stringMatching(/^\d{3}[-. ]\d{3}[-. ]\d{4}$/),
  contactConsent: fc.boolean(),
})

let number = 0
async function signUp(applicant: object, uploadKey: string): Promise<Agent> {
  number += 1
  const partner = visit(app)
  const account = { email: `shape-${number}@example.com`, password: 'a long enough phrase' }
  const answer = await partner
    .post('/api/register')
    .send({ ...account, ...applicant, uploadKey, agreeToTerms: true })
    .expect(201)
  expectShape(currentUser, answer.body)
  return partner
}

describe('anyone who signs up', () => {
  it('is answered in the shapes that are promised, and so is who reviews them', async () => {
    const { name, bytes } = samples.pdf()
    await fc.assert(
      fc.asyncProperty(anyApplicant, anyLine(60).filter(isPassword), async (applicant, text) => {
        const upload = await visit(app).post('/api/upload').attach('file', bytes, name).expect(201)
        expectShape(uploadedFile, upload.body)
        const login = {
          serviceName: text,
          serviceUrl: 'https://score-watch.example',
          username: text,
          password: text,
          notes: text,
        }
        const shared = await visit(app).post('/api/credit-credentials').send(login).expect(201)
        expectShape(sharedCredentials, shared.body)

        const partner = await signUp(applicant, upload.body.uploadKey)
        await signUp(applicant, shared.body.uploadKey)
        expectShape(currentUser, (await partner.get('/api/user').expect(200)).body)
        expectShape(adminStatus, (await partner.get('/api/admin/status').expect(200)).body)
        const { body: files } = await partner.get('/api/files').expect(200)
        expect(files).toHaveLength(1)
        expectShape(ownFile, files[0])

        const question = { email: 'rosa@partner.example', subject: text, message: text }
        expectShape(receipt, (await visit(app).post('/api/messages').send(question)).body)
        const referral = {
          name: applicant.firstName,
          email: 'rosa@partner.example',
          phone: applicant.phoneNumber,
          referralName: applicant.lastName,
          referralEmail: 'noor@partner.example',
          referralPhone: applicant.phoneNumber,
        }
        expectShape(referralReceipt, (await visit(app).post('/api/referrals').send(referral)).body)
      }),
      { numRuns: 10 },
    )
  })

  it.each([
    ['users', listedUser, { status: 'approved', reason: 'Seen' }],
    ['files', reviewedFile, { status: 'rejected' }],
    ['credentials/overview', listedCredential, { status: 'approved' }],
    ['credentials', monitoringCredential, { status: 'approved' }],
    ['messages', listedMessage, { status: 'read' }],
    ['referrals', listedReferral, { status: 'done' }],
  ])('is listed among the %s in the promised shape, decided about or not', async (...row) => {
    const [list, schema, decision] = row
    const { body } = await admin.get(`/api/admin/${list}?limit=100`).expect(200)
    expect(body.length).toBeGreaterThan(9)
    for (const listed of body) expectShape(schema, listed)
    const path = `/api/admin/${list.split('/', 1)[0]}/${body[0].id}/status`
    const object = list === 'credentials' ? listedCredential : schema
    const isReviewed = /^(users|files|credentials)/.test(list)
    const decided = isReviewed ? object.extend(takenDecision.shape) : object
    expectShape(decided, (await admin.patch(path).send(decision).expect(200)).body)
  })
})

describe('the rest of what the administrator reads', () => {
  it('has the promised shapes', async () => {
    const read = async (path: string) => (await admin.get(path).expect(200)).body
    expectShape(smsReadiness, await read('/api/admin/sms'))
    expectShape(mailAvailability, await read('/api/mail-status'))
    expectShape(emailSettings, await read('/api/admin/settings/email'))
    const templates = await read('/api/admin/email-templates')
    expect(templates.length).toBeGreaterThan(0)
    for (const template of templates) expectShape(emailTemplate, template)
    const mails = await read('/api/admin/emails')
    expect(mails.length).toBeGreaterThan(9)
    for (const mail of mails) expectShape(listedMail, mail)

    const events = await read('/api/admin/audit-events')
    expect(events.length).toBeGreaterThan(9)
    for (const event of events) expectShape(listedEvent, event)

    const [file] = await read('/api/admin/files')
    const { uploadKey } = file
    const token = await admin.post('/api/admin/generate-file-token').send({ uploadKey })
    expectShape(fileToken, token.body)
    expectShape(confirmation, (await admin.delete(`/api/admin/files/${file.id}`)).body)
    expectShape(confirmation, (await admin.post('/api/logout')).body)
  })
})

const user = await buildUser(app)
const owner = await logIn(app, user)
const file = await buildFile(app, { owner: user })
const filePath = `/uploads/${file.uploadKey}/${file.fileName}`

const tooMuch = { x: 'x'.repeat(110_000) }
const noReport = Buffer.from('x')
const answers = [
  ['a success', 200, () => owner.get('/api/user')],
  ['a stored file', 200, () => owner.get(filePath)],
  ['a health check', 200, () => visit(app).get('/healthz')],
  ['bad input', 400, () => visit(app).post('/api/login').send({})],
  ['no session', 401, () => visit(app).get('/api/user')],
  ['no right', 403, () => owner.get('/api/admin/users')],
  ['another site', 403, () => owner.post('/api/login').set('Origin', 'https://evil.example')],
  ['no such call', 404, () => visit(app).get('/api/nothing/here')],
  ['no such file', 404, () => owner.get('/uploads/x/y.pdf')],
  ['no such page', 404, () => visit(app).get('/no-pages-are-built-here')],
  ['an unreadable path', 400, () => visit(app).post('/api/link-file/%ff')],
  ['too much', 413, () => visit(app).post('/api/login').send(tooMuch)],
  ['a wrong type', 415, () => visit(app).post('/api/upload').attach('file', noReport, 'x.pdf')],
] as const

describe.each(answers)('the answer to %s', (_what, status, ask) => {
  it('carries every security header and a request id', async () => {
    const { headers } = await ask().expect(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('answers', () => {
  it('that refuse are JSON with a message and a code', async () => {
    for (const [what, status, ask] of answers) {
      if (status === 200) continue
      const { body, headers } = await ask().expect(status)
      expect([what, headers['content-type']]).toEqual([what, 'application/json; charset=utf-8'])
      expect(errorBody.strict().parse(body).message).not.toBe('')
    }
  })

  it('each have a request id of their own, whatever the request claims', async () => {
    const ask = () => visit(app).get('/healthz').set('X-Request-Id', 'mine')
    const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain('mine')
    expect(app.logs()).toContain(`"id":"${ids[0]}"`)
  })
})
