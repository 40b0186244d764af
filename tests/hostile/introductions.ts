import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { ownMatchCalls, meetingCalls } from '@tests/support/portal/feature-calls'
import { atOnce, idIn, inTurn, textIn, type Answer, type Attacker } from './attacker'
import { attempt, storing, strictStoring, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'
import { waitForMailText } from './password-resets'

const ana = {
  firstName: 'Ana',
  lastName: 'Rivera',
  businessName: 'Rivera Bakery',
  phoneNumber: '(303) 555-0142',
  timeZone: 'America/Denver',
  summary: 'Bakes bread.',
  amountCents: 4_000_000,
  minScore: null,
  status: 'ready',
}

/** Two introduced people no other case uses, and the token of the mailed link. */
async function introduce(attacker: Attacker, overrides: object = {}) {
  const { portal, send } = attacker
  const cookie = portal.people.admin
  const partner = await newPartner(attacker)
  await portal.query(
    `update users set status = 'approved', status_at = now() - interval '1 hour' where id = $1`,
    [partner.id],
  )
  const email = `ana-${crypto.randomUUID()}@bakery.example`
  const json = { ...ana, email, ...overrides }
  const added = await send('POST', '/api/admin/entrepreneurs', { cookie, json })
  const hour = 3_600_000
  const from = Math.ceil(Date.now() / hour) * hour + randomInt(100, 8_000) * hour
  const times = [0, 1].map((later) => new Date(from + later * hour).toISOString())
  const offer = { partnerId: partner.id, entrepreneurId: idIn(added), times }
  const offered = await send('POST', '/api/admin/matches', { cookie, json: offer })
  assert.deepEqual([added.status, offered.status], [201, 201])
  const id = idIn(offered)
  await portal.query(
    "update matches set created_at = created_at - interval '5 minutes' where id = $1",
    [id],
  )
  const [, token = ''] = /token=([\w-]{43})/.exec(textIn(offered, 'link')) ?? []
  assert.ok(token)
  attacker.secrets.push(token)
  return { id, partner, email, times, token }
}

const ask = (
  { send }: Attacker,
  token: string,
  [method, path, body]: (typeof meetingCalls)[number],
) =>
  send(method.toUpperCase(), path, {
    headers: { Authorization: `Bearer ${token}` },
    ...(body && { json: body }),
  })

const rowOf = async ({ portal }: Attacker, id: number) =>
  JSON.stringify(await portal.query('select to_jsonb(m) as row from matches m where id = $1', [id]))

const basisIn = (answer: Answer) => textIn(answer, 'basedOn')

/** Markup, ends of lines and parts, and what calendars and templates read as their own. */
const hostileText = `<img src=x onerror=alert(1)> [x](https://evil.example) {{link}} "; CN=x, y\\n`
const breaks = ['\r\nBcc: x@evil.example', '\nATTENDEE:mailto:x@evil.example', '\0x']

/** Introductions, and the link of someone who has no account. */
export const introductions: HostileCase[] = [
  storing(
    'W01',
    'an introduction of someone else, by a partner who is in none',
    [404],
    async (attacker) => {
      const { id } = await introduce(attacker)
      const before = await rowOf(attacker, id)
      const { cookie } = attacker.portal.people.partner
      const ways = ['', `?id=${id}&matchId=${id}&partner=${id}`]
      const changes = ownMatchCalls.filter(([method]) => method !== 'get')
      const answers = await inTurn(
        changes.flatMap(([method, path, json]) =>
          ways.map((way) => [method, path + way, json] as const),
        ),
        ([method, path, json]) => attacker.send(method.toUpperCase(), path, { cookie, json }),
      )
      const own = await inTurn(ways, (way) => attacker.send('GET', `/api/match${way}`, { cookie }))
      assert.deepEqual(
        own.map(({ body }) => body.toString()),
        ['null', 'null'],
      )
      assert.equal(await rowOf(attacker, id), before)
      return answers
    },
  ),
  attempt('W02', 'tokens that are guessed, dead, or no tokens', [400, 404], (attacker) =>
    inTurn(
      [
        ...Array.from({ length: 10 }, () => randomBytes(32).toString('base64url')),
        '',
        'x',
        `${'A'.repeat(43)}, ${'B'.repeat(43)}`,
        'A'.repeat(5_000),
        '../'.repeat(14),
        "' or 1=1 --",
      ].flatMap((token) => meetingCalls.map((call) => [token, call] as const)),
      ([token, call]) => ask(attacker, token, call),
    ),
  ),
  storing('W03', 'a link that was replaced', [404], async (attacker) => {
    const { id, token } = await introduce(attacker)
    const cookie = attacker.portal.people.admin
    const renewed = await attacker.send('POST', `/api/admin/matches/${id}/link`, { cookie })
    assert.equal(renewed.status, 200)
    return inTurn(meetingCalls, (call) => ask(attacker, token, call))
  }),
  strictStoring(
    'W04',
    'the four digits by force, many at once and from many addresses',
    [400, 429],
    async (attacker) => {
      const { id, token } = await introduce(attacker)
      const before = await rowOf(attacker, id)
      const guess = (phoneEnd: string) =>
        attacker.send('PUT', '/api/meeting/answer', {
          headers: {
            Authorization: `Bearer ${token}`,
            'X-Forwarded-For': [10, ...randomBytes(3)].join('.'),
          },
          json: { basedOn: 'b'.repeat(43), answer: 'declined', phoneEnd },
        })
      const guesses = await atOnce(40, (at) => guess(String(1_000 + at)))
      assert.equal(guesses.filter(({ status }) => status === 400).length, 10)
      // From then on the right ones help no one either, until the next day.
      const right = await guess('0142')
      assert.equal(right.status, 429)
      assert.equal(await rowOf(attacker, id), before)
      return [...guesses, right]
    },
  ),
  storing('W05', 'an entrepreneur who accepts before they have met', [409], async (attacker) => {
    const { token } = await introduce(attacker)
    const [look] = meetingCalls
    const basedOn = textIn(await ask(attacker, token, look), 'basedOn')
    const json = { basedOn, answer: 'accepted', phoneEnd: '0142' }
    const headers = { Authorization: `Bearer ${token}` }
    return attacker.send('PUT', '/api/meeting/answer', { headers, json })
  }),
  strictStoring(
    'W06',
    'markup and line breaks in every field that ends in an email or a calendar file',
    [200],
    async (attacker) => {
      const [marker, long] = [`m${randomInt(1e9)}`, hostileText.slice(0, 50)]
      const end = breaks.join('')
      const names = {
        firstName: `A ${long}${end}`,
        lastName: `B ${long}${end}`,
        businessName: `C ${long}${end}`,
      }
      const summary = `${marker} ${hostileText}\n.\nQUIT\r\nEND:VCALENDAR`
      const { token, partner, email, times } = await introduce(attacker, { ...names, summary })
      const { cookie } = partner
      const path = '/api/match/times'
      const note = `${hostileText}\r\nBcc: x@evil.example`
      const own = basisIn(await attacker.send('GET', '/api/match', { cookie }))
      const said = { times, zone: 'America/Denver', note }
      const mine = await attacker.send('PUT', path, { cookie, json: { ...said, basedOn: own } })
      const headers = { Authorization: `Bearer ${token}` }
      const theirs = basisIn(await attacker.send('GET', '/api/meeting', { headers }))
      const by = { basedOn: theirs, phoneEnd: '0142', isRecordingAllowed: true }
      const json = { ...said, ...by }
      const booked = await attacker.send('PUT', '/api/meeting/times', { headers, json })
      assert.equal(booked.json() && textIn(booked, 'state'), 'booked')
      for (const to of [partner.email, email]) {
        await waitForMailText(attacker, to, /BEGIN:VCALENDAR/)
        for (const { raw, html } of attacker.portal.mailbox.mails.filter((mail) =>
          mail.to.includes(to),
        )) {
          assert.doesNotMatch(html, /<img src=x|href="https:\/\/evil/)
          // A line that is only wrapped is no line of its own.
          const unwrapped = raw.replaceAll('=\r\n', '')
          assert.doesNotMatch(unwrapped, /^(?:Bcc|ATTENDEE:mailto:x@evil)/im)
          assert.ok((raw.match(/^END:VCALENDAR/gm) ?? []).length <= 2)
        }
      }
      return [mine, booked]
    },
  ),
]
