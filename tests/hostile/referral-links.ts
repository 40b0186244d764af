import assert from 'node:assert/strict'
import { buildReferral } from '@tests/support/samples/forms'
import { getCookie, idIn, inTurn, textIn, type Answer, type Attacker } from './attacker'
import { attempt, expectNoWayOut, storing, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'
import { applicant, newEmail, newKey, register } from './registrations'

const unknownCode = 'ZZZZ9999'
const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101' }

/** A link that is no one's, and the token that claims it. */
async function newLink({ send }: Attacker) {
  const answer = await send('POST', '/api/referrals', { json: buildReferral() })
  const [code = ''] = textIn(answer, 'link').split('/').slice(-1)
  return { code, token: textIn(answer, 'claim') }
}

function newReferrer(attacker: Attacker, overrides: object) {
  const { uploadKey: _none, ...person } = { ...applicant(attacker), ...overrides }
  return attacker.send('POST', '/api/referrers', { json: person })
}

/** A link may set its own cookie, as it is, and nothing else. */
function expectOwnPage(answer: Answer): void {
  const { 'set-cookie': cookie, ...others } = answer.headers
  expectNoWayOut({ ...answer, headers: others })
  if (cookie === undefined) return
  assert.match(
    String(cookie),
    new RegExp(
      `^referral=${unknownCode}; Max-Age=[0-9]+; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`,
    ),
  )
}

const ways = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '%2F%2Fevil.example',
  '%252F%252Fevil.example',
  'https:%2F%2Fevil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/%09/evil.example',
  '/onboarding%0d%0aX-Injected:%20yes',
  '/onboarding@evil.example',
  '/onboarding/..//evil.example',
  '/onboarding%00',
]

/** Referral links and what hangs on them. */
export const referralLinks: HostileCase[] = [
  attempt(
    'K01',
    'a link that is to lead to another site',
    [303, 400],
    ({ send }) =>
      inTurn([...ways, ...ways.map((to) => `/onboarding&to=${to}`)], (to) =>
        send('GET', `/r/${unknownCode}?to=${to}`, { headers }),
      ),
    expectOwnPage,
  ),
  attempt(
    'K02',
    'codes that are none',
    [303, 400, 404],
    ({ send }) =>
      inTurn(
        ['%00', '%ff', '..%2f..%2fetc', '%2e%2e', "';--", '0'.repeat(4_000), '%3Cscript%3E', '%20'],
        (code) => send('GET', `/r/${code}`, { headers }),
      ),
    expectNoWayOut,
  ),
  storing(
    'K03',
    'guessed codes, which look like the one that there is',
    [303],
    async (attacker) => {
      const { code } = await newLink(attacker)
      const codes = [code, unknownCode, 'YYYY8888']
      const answers = await inTurn(codes, (one) => attacker.send('GET', `/r/${one}`, { headers }))
      const looks = answers.map(({ headers: sent, body }, at) => {
        const { date: _date, 'x-request-id': _id, ...rest } = sent
        const cookie = String(rest['set-cookie']).replace(/Expires=[^;]+/, '')
        return JSON.stringify([{ ...rest, 'set-cookie': cookie }, body.toString()]).replaceAll(
          codes[at] ?? '',
          'CODE',
        )
      })
      assert.equal(new Set(looks).size, 1, looks.join(' '))
      return answers
    },
  ),
  storing(
    'K04',
    'the token of a link, used twice, by two people, and by no one',
    [200, 401, 404],
    async (attacker) => {
      const { token } = await newLink(attacker)
      const [first, second] = [await newPartner(attacker), await newPartner(attacker)]
      const claim = (cookie: string) =>
        attacker.send('POST', '/api/referral-claims', { cookie, json: { token } })
      const answers = await inTurn(['', first.cookie, first.cookie, second.cookie], claim)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 200, 404, 404],
      )
      return answers
    },
  ),
  storing(
    'K05',
    'somebody who refers themself, with a tag in the email',
    [201],
    async (attacker) => {
      const email = newEmail()
      const own = await newReferrer(attacker, { email })
      const id = idIn(own)
      const [link] = await attacker.portal.query<{ code: string }>(
        'select code from referral_links where user_id = $1',
        [id],
      )
      const again = email.replace('@', '+two@')
      const json = { email: again, uploadKey: await newKey(attacker), referralCode: link?.code }
      const answer = await register(attacker, json)
      const holds = await attacker.portal.query<{ reason: string }>(
        `select reason from reward_holds join referred_people p on p.id = referred_person_id
          join users u on u.id = p.referred_id where u.email = $1 and p.referrer_id = $2`,
        [again, id],
      )
      assert.ok(holds.some(({ reason }) => reason === 'same-email'))
      return [own, answer]
    },
  ),
  storing(
    'K06',
    'a referrer’s account with keys that nobody asked for',
    [201, 403, 409],
    async (attacker) => {
      const wanted = { isAdmin: 1, kind: 'partner', status: 'approved', userId: 1, id: 1 }
      const made = await newReferrer(attacker, wanted)
      const cookie = getCookie(made)
      assert.match(
        made.body.toString(),
        /"status":"pending","statusReason":null.+"isReferrer":true/,
      )
      const uploadKey = await newKey(attacker)
      return [
        made,
        await attacker.send('GET', '/api/admin/users', { cookie }),
        await attacker.send('POST', `/api/link-file/${uploadKey}`, { cookie }),
      ]
    },
  ),
  attempt(
    'K07',
    'referrers’ accounts and applications that are none',
    [400, 401, 409],
    async (attacker) => {
      const { partner } = attacker.portal.people
      const { unclaimedKey: uploadKey } = attacker.portal
      const apply = (json: unknown, cookie = '') =>
        attacker.send('POST', '/api/apply', { json, cookie })
      return [
        ...(await inTurn(
          [
            { agreeToTerms: 'true' },
            { agreeToTerms: false },
            { password: 'password' },
            { referralCode: { $ne: '' } },
            { referralCode: ['A'.repeat(8)] },
            { claim: 'short' },
            { email: partner.email },
          ],
          (one) => newReferrer(attacker, one),
        )),
        await apply({ uploadKey }),
        await apply({ uploadKey }, partner.cookie),
        await apply({ uploadKey: ['x'] }, partner.cookie),
        await apply({}, partner.cookie),
      ]
    },
  ),
  storing('K08', 'cookies and codes that are to break a registration', [201], (attacker) =>
    inTurn(
      [
        "referral='); drop table users;--",
        'referral=%00; referral=ABCD2345',
        `referral=${unknownCode}`,
        `referral=${`${unknownCode}.`.repeat(400)}`,
        'referral=...__proto__.%2e',
      ],
      async (cookie) => {
        const json = { uploadKey: await newKey(attacker), referralCode: '<script>' }
        return register(attacker, json, cookie)
      },
    ),
  ),
]
