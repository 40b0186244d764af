import assert from 'node:assert/strict'
import { isRemoved } from '@tests/support/portal/stored-files'
import { samples } from '@tests/support/samples/samples'
import { getCookie, inTurn, textIn } from './attacker'
import type { HostileCase } from './hostile-case'

export const objects: HostileCase[] = [
  {
    id: 'A40',
    title: 'a re-upload over somebody else’s file',
    expect: [404],
    run: ({ upload, portal }) =>
      upload('a.pdf', samples.pdf().bytes, {
        path: `/api/reupload/${portal.people.other.file.id}`,
        cookie: portal.people.partner.cookie,
      }),
  },
  {
    id: 'A41',
    title: 'an upload that nobody has claimed is claimed once',
    expect: [200, 409],
    mayStore: true,
    async run(attacker) {
      const { partner, admin } = attacker.portal.people
      const stored = await attacker.upload('a.pdf', samples.pdf({ text: 'Whose?' }).bytes)
      const uploadKey = textIn(stored, 'uploadKey')
      const path = `/api/link-file/${uploadKey}`
      const answers = await Promise.all(
        [1, 2, 3].map(() => attacker.send('POST', path, { cookie: partner.cookie })),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      const id = /"id":(\d+)/.exec(
        answers.find(({ status }) => status === 200)?.body.toString() ?? '',
      )?.[1]
      await attacker.send('DELETE', `/api/admin/files/${id}`, { cookie: admin })
      // A job does this; other cases must not overlap with it.
      assert.ok(await isRemoved(attacker.portal.uploadsDir, uploadKey))
      return answers
    },
  },
  {
    id: 'A42',
    title: 'somebody else’s document',
    expect: [404],
    run: ({ send, portal }) => {
      const { other, partner } = portal.people
      return send('GET', `/uploads/${other.file.uploadKey}/${other.file.fileName}`, {
        cookie: partner.cookie,
      })
    },
  },
  {
    id: 'A43',
    title: 'the right key with another file’s name',
    expect: [404],
    async run({ send, portal }) {
      const { partner } = portal.people
      return inTurn(
        ['other.pdf', 'CREDIT-REPORT.PDF', 'credit-report.pdf%20', 'credit-report.pdf%00', '.'],
        (name) =>
          send('GET', `/uploads/${partner.file.uploadKey}/${name}`, {
            cookie: partner.cookie,
          }),
      )
    },
  },
  {
    id: 'A44',
    title: 'a link by the administrator, who holds no documents',
    expect: [403],
    run: ({ send, portal }) =>
      send('POST', `/api/link-file/${portal.unclaimedKey}`, { cookie: portal.people.admin }),
  },
  {
    id: 'A45',
    title: 'another method, smuggled in',
    expect: [404],
    async run({ send, portal }) {
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
    },
  },
  {
    id: 'A46',
    title: 'roundabout ways to a list',
    expect: [400, 401, 404],
    async run({ send }) {
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
    },
  },
  {
    id: 'A48',
    title: 'headers and cookies that say who one is',
    expect: [403],
    async run({ send, portal }) {
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
    },
  },
  {
    id: 'A56',
    title: 'eight links at once to an account with room for two',
    expect: [200, 409],
    mayStore: true,
    async run(attacker) {
      const email = `full-${Date.now()}@partner.example`
      const form = {
        email,
        password: 'a long enough phrase',
        firstName: 'F',
        lastName: 'F',
        phoneNumber: '3035550100',
        agreeToTerms: true,
      }
      const keys: string[] = []
      for (let at = 0; at < 9; at += 1) {
        keys.push(
          textIn(await attacker.upload('a.pdf', samples.pdf({ text: `${at}` }).bytes), 'uploadKey'),
        )
      }
      const json = { ...form, uploadKey: keys.pop() }
      const cookie = getCookie(await attacker.send('POST', '/api/register', { json }))
      const answers = await Promise.all(
        keys.map((key) => attacker.send('POST', `/api/link-file/${key}`, { cookie })),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 2)
      return answers
    },
  },
]
