import assert from 'node:assert/strict'
import { isRemoved } from '@tests/support/portal/stored-files'
import { samples } from '@tests/support/samples/samples'
import { atOnce, getCookie, inTurn, textIn } from './attacker'
import { attempt, storing, type HostileCase } from './hostile-case'
import { newKey, register } from './registrations'

export const objects: HostileCase[] = [
  attempt('A40', 'a re-upload over somebody else’s file', [404], ({ upload, portal }) =>
    upload('a.pdf', samples.pdf().bytes, {
      path: `/api/reupload/${portal.people.other.file.id}`,
      cookie: portal.people.partner.cookie,
    }),
  ),
  storing(
    'A41',
    'an upload that nobody has claimed is claimed once',
    [200, 409],
    async (attacker) => {
      const { partner, admin } = attacker.portal.people
      const stored = await attacker.upload('a.pdf', samples.pdf({ text: 'Whose?' }).bytes)
      const uploadKey = textIn(stored, 'uploadKey')
      const path = `/api/link-file/${uploadKey}`
      const answers = await atOnce(3, () => attacker.send('POST', path, { cookie: partner.cookie }))
      const linked = answers.filter(({ status }) => status === 200)
      assert.equal(linked.length, 1)
      const id = /"id":(\d+)/.exec(String(linked[0]?.body))?.[1]
      await attacker.send('DELETE', `/api/admin/files/${id}`, { cookie: admin })
      // A job does this; other cases must not overlap with it.
      assert.ok(await isRemoved(attacker.portal.uploadsDir, uploadKey))
      return answers
    },
  ),
  attempt('A42', 'somebody else’s document', [404], ({ send, portal }) => {
    const { other, partner } = portal.people
    return send('GET', `/uploads/${other.file.uploadKey}/${other.file.fileName}`, {
      cookie: partner.cookie,
    })
  }),
  attempt('A43', 'the right key with another file’s name', [404], async ({ send, portal }) => {
    const { partner } = portal.people
    return inTurn(
      ['other.pdf', 'CREDIT-REPORT.PDF', 'credit-report.pdf%20', 'credit-report.pdf%00', '.'],
      (name) =>
        send('GET', `/uploads/${partner.file.uploadKey}/${name}`, {
          cookie: partner.cookie,
        }),
    )
  }),
  attempt('A44', 'a link by the administrator, who holds no documents', [403], ({ send, portal }) =>
    send('POST', `/api/link-file/${portal.unclaimedKey}`, { cookie: portal.people.admin }),
  ),
  attempt('A45', 'another method, smuggled in', [404], async ({ send, portal }) => {
    const cookie = portal.people.admin
    const path = '/api/admin/users/2'
    return [
      await send('POST', path, {
        cookie,
        headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' },
      }),
      await send('POST', `${path}?_method=DELETE`, { cookie, json: { _method: 'DELETE' } }),
      await send('GET', `${path}?_method=DELETE`, {
        cookie,
        headers: { 'X-HTTP-Method': 'DELETE' },
      }),
    ]
  }),
  attempt('A46', 'roundabout ways to a list', [400, 401, 404], async ({ send }) => {
    const ways = [
      '/API/ADMIN/USERS',
      '/api/admin/users/',
      '//api/admin/users',
      '/api//admin/users',
      '/api/./admin/users',
      '/api/x/../admin/users',
      '/api/%61dmin/users',
      '/api/admin%2fusers',
      '/api/admin/users;x=1',
      '/api/admin/users%20',
      '/api/admin/users%00',
      '/uploads/../api/admin/users',
      '/api/admin/users?',
      '/api\\admin\\users',
    ]
    return inTurn(ways, (path) => send('GET', path))
  }),
  attempt('A48', 'headers and cookies that say who one is', [403], async ({ send, portal }) => {
    const { cookie } = portal.people.partner
    const headers = {
      'X-User-Id': '1',
      'X-Admin': '1',
      'X-Forwarded-User': 'admin',
      'X-Original-URL': '/healthz',
      'X-Rewrite-URL': '/healthz',
    }
    return [
      await send('GET', '/api/admin/users', { cookie, headers }),
      await send('GET', '/api/admin/users?isAdmin=1', {
        cookie: `${cookie}; isAdmin=1; role=admin`,
      }),
    ]
  }),
  storing(
    'A56',
    'eight links at once to an account with room for two',
    [200, 409],
    async (attacker) => {
      const cookie = getCookie(await register(attacker, { uploadKey: await newKey(attacker) }))
      const keys = await inTurn([...Array(8).keys()], () => newKey(attacker))
      const answers = await Promise.all(
        keys.map((key) => attacker.send('POST', `/api/link-file/${key}`, { cookie })),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 2)
      return answers
    },
  ),
]
