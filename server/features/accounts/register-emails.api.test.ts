import { describe, expect, it, vi } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { readUser } from '@tests/support/portal/stored-user'

const app = await startSharedApp()

const register = (body: object) => visit(app).post('/api/register').send(body)

describe('refused registrations', () => {
  it('say and hash nothing about an email without an uploadKey that can be claimed', async () => {
    const owner = await buildUser(app)
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    const expired = await buildCredential(app, { createdAt: longAgo })
    const used = await buildFile(app, { owner })
    const hash = vi.spyOn(app.passwords, 'hash')
    for (const uploadKey of [unknownKey(), expired.uploadKey, used.uploadKey]) {
      const free = buildRegistration({ uploadKey })
      const ofFree = await register(free)
      const ofTaken = await register({ ...free, email: owner.email })
      expect(ofTaken.body).toEqual(ofFree.body)
      expect(ofTaken.status).toBe(ofFree.status)
      expect(Object.keys(ofTaken.body.errors)).toEqual(['uploadKey'])
    }
    const { uploadKey } = await buildFile(app)
    await register(buildRegistration({ uploadKey, email: owner.email })).expect(409)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
  })

  it('say that the email is taken, in whatever case it is written', async () => {
    const message = 'An account with this email already exists. Please log in.'
    const owner = await buildUser(app, { email: 'Taken@Example.com' })
    for (const email of ['taken@example.com', 'TAKEN@EXAMPLE.COM', ' Taken@Example.com ']) {
      const { uploadKey } = await buildFile(app)
      await register(buildRegistration({ uploadKey, email })).expect(409, {
        message,
        code: 'conflict',
        errors: { email: message },
      })
    }
    expect(await readUser(app, owner.email)).toMatchObject({ id: owner.id, firstName: 'Pat' })
  })
})
