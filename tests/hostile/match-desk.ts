import assert from 'node:assert/strict'
import { nameMaxLength } from '@shared/accounts'
import { impossibleIds } from '@tests/support/portal/answers'
import { fillPath } from '@tests/support/portal/api-calls'
import { adminMatchCalls, ownMatchCalls, toCall } from '@tests/support/portal/feature-calls'
import { inTurn, textIn } from './attacker'
import { findId } from './confirm-admin'
import { attempt, each, storing, unseen, type HostileCase } from './hostile-case'

const strangeTexts = ['\0\u001b', '\ud800', 1, ['x'], {}, null, '', ' ', '\u200b']
const bodyOf = (method: string, path: string): object =>
  adminMatchCalls.find(([one, at]) => one === method && at === path)?.[2] ?? {}

const entrepreneur = bodyOf('post', '/api/admin/entrepreneurs')
const offer = bodyOf('post', '/api/admin/matches')
const meetings = bodyOf('put', '/api/admin/settings/meetings')

const names = [...strangeTexts, 'x'.repeat(nameMaxLength + 1)]
const strangeEntrepreneurs = each({
  firstName: names,
  lastName: names,
  businessName: names,
  email: ['', 'x', 'a@b.co,c@d.ee', 'a@b.co\r\nBcc: x@y.zz', 'A <a@b.co>', null, ['a@b.co']],
  phoneNumber: ['', '911', '+44 20 7183 8750', '\r\n', null, 3_035_550_142],
  timeZone: ['', 'Nowhere', '+05:00', '__proto__', 'America/Denver\0', null, ['UTC']],
  summary: [...strangeTexts, 'x'.repeat(601)],
  amountCents: [0, -1, 1.5, 1e12, '100', null, 1e308],
  minScore: [299, 851, 700.5, '700', [700]],
  status: ['matched', '__proto__', null, ['ready']],
  notes: [7, ['x'], 'x'.repeat(2_001)],
})

const strangeTimes = [
  [],
  'now',
  null,
  ['tomorrow'],
  ['2036-02-30T18:00:00Z'],
  ['2036-12-01T18:00:00'],
  ['+275760-09-14T00:00:00Z'],
  ['infinity'],
  [2_000_000_000_000],
  Array.from({ length: 6 }, (_, at) => `2036-12-0${at + 1}T18:00:00Z`),
]
const strangeRooms = [
  'http://video.example/room',
  'javascript:alert(1)',
  'data:text/html,<script>',
  'https://user:secret@video.example/room',
  'https://',
  'https://video.example/\r\nX: y',
  ` https://${'x'.repeat(2_001)}.example`,
  null,
  ['https://video.example'],
]

/** Introductions as the administrator could be led to arrange them, and partners to answer them. */
export const matchDesk: HostileCase[] = [
  attempt('W08', 'entrepreneurs that are none', [400], ({ send, portal }) =>
    inTurn(strangeEntrepreneurs, (one) =>
      send('POST', '/api/admin/entrepreneurs', {
        cookie: portal.people.admin,
        json: { ...entrepreneur, ...one },
      }),
    ),
  ),
  attempt('W09', 'offers and rooms that are none', [400, 404, 409], async (attacker) => {
    const { send, portal } = attacker
    const { admin: cookie, partner } = portal.people
    const partnerId = await findId(attacker, partner)
    const offers = each({
      times: strangeTimes,
      link: strangeRooms,
      reason: [...strangeTexts, 'x'.repeat(501)],
      partnerId: [0, -1, 1.5, '1', null, 2_147_483_648],
      entrepreneurId: [0, -1, 1.5, '1', null, 2_147_483_648],
    })
    const settings = each({ room: strangeRooms, minutes: [0, 14, 181, 45.5, '45', null, 1e308] })
    return [
      ...(await inTurn(offers, (one) =>
        send('POST', '/api/admin/matches', { cookie, json: { ...offer, partnerId, ...one } }),
      )),
      ...(await inTurn(settings, (one) =>
        send('PUT', '/api/admin/settings/meetings', { cookie, json: { ...meetings, ...one } }),
      )),
    ]
  }),
  storing(
    'W12',
    'a line break at the end of a room and a NUL in it, which are not kept',
    [200],
    async (attacker) => {
      const { admin: cookie } = attacker.portal.people
      const rooms = ['https://video.example/\r\n', 'https://video.example/\0']
      return inTurn(rooms, async (room) => {
        const json = { ...meetings, room }
        const kept = await attacker.send('PUT', '/api/admin/settings/meetings', { cookie, json })
        assert.doesNotMatch(textIn(kept, 'room'), unseen)
        return kept
      })
    },
  ),
  attempt('W10', 'introductions and entrepreneurs of ids that are none', [400, 404], (attacker) =>
    inTurn(
      adminMatchCalls
        .map(toCall)
        .filter(({ path }) => path.includes(':id'))
        .flatMap((call) => [...impossibleIds, '%ff'].map((id) => [call, id] as const)),
      ([call, id]) =>
        attacker.send(call.method.toUpperCase(), fillPath(call, id), {
          cookie: attacker.portal.people.admin,
          ...(call.body && { json: call.body }),
        }),
    ),
  ),
  attempt('W11', 'answers of a partner that are none', [400, 404], ({ send, portal }) => {
    const [, [, path, times], [, answerPath, answer]] = ownMatchCalls
    const { cookie } = portal.people.partner
    const wrongTimes = each({
      basedOn: ['', 'x', null, ['b'.repeat(43)]],
      times: strangeTimes.slice(1),
      note: [7, ['x'], 'x'.repeat(301)],
    })
    const wrongAnswers = each({ basedOn: ['', null], answer: ['maybe', '__proto__', null, true] })
    return inTurn(
      [
        ...wrongTimes.map((one) => [path, { ...times, ...one }] as const),
        ...wrongAnswers.map((one) => [answerPath, { ...answer, ...one }] as const),
      ],
      ([at, json]) => send('PUT', at, { cookie, json }),
    )
  }),
]
