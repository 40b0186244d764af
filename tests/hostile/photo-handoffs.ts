import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { samples } from '@tests/support/samples/samples'
import { atOnce, idIn, inTurn, textIn, type Attacker } from './attacker'
import { attempt, storing, strictStoring, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'
import { newKey } from './registrations'

const path = '/api/photo-handoffs'
const jpeg = samples.jpeg()

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

const look = ({ send }: Attacker, way: string, token: string) =>
  send('GET', path + way, bearer(token))

const hand = (
  { upload }: Attacker,
  token: string,
  { name, bytes }: { name: string; bytes: Buffer } = jpeg,
) => upload(name, bytes, { path: `${path}/upload`, ...bearer(token) })

async function start(attacker: Attacker) {
  const answer = await attacker.send('POST', path)
  assert.equal(answer.status, 201)
  const codes = { token: textIn(answer, 'token'), pickup: textIn(answer, 'pickup') }
  attacker.secrets.push(codes.token, codes.pickup)
  return codes
}

const guesses = [
  ...Array.from({ length: 10 }, () => randomBytes(32).toString('base64url')),
  '',
  'x',
  `${'A'.repeat(43)}, ${'B'.repeat(43)}`,
  'A'.repeat(5_000),
  '../'.repeat(14),
  "' or 1=1 --".padEnd(43, '-'),
]

/** Photos from a phone, which has a code and no session, and what is put in a document's place by its key. */
export const photoHandoffs: HostileCase[] = [
  attempt('B01', 'codes that are guessed, or no codes', [404], async (attacker) => {
    const answers = await inTurn(guesses, async (token) => [
      await look(attacker, '', token),
      await look(attacker, '/open', token),
      await hand(attacker, token),
    ])
    return answers.flat()
  }),
  storing(
    'B02',
    'the phone’s code for the computer’s, the computer’s for the phone’s, and either as another key',
    [401, 404],
    async (attacker) => {
      const { token, pickup } = await start(attacker)
      return [
        await look(attacker, '', token),
        await look(attacker, '/open', pickup),
        await hand(attacker, pickup),
        await attacker.send('GET', '/api/meeting', bearer(token)),
        await attacker.send('GET', '/api/files', bearer(token)),
        await attacker.send('GET', `/uploads/${pickup}/photo.jpg`),
      ]
    },
  ),
  storing('B03', 'one code used eight times at once, and again', [201, 404], async (attacker) => {
    const { token, pickup } = await start(attacker)
    const answers = await atOnce(8, () => hand(attacker, token))
    const taken = answers.filter(({ status }) => status === 201)
    assert.equal(taken.length, 1)
    assert.doesNotMatch(String(taken[0]?.body), /uploadKey/)
    const dead = [await look(attacker, '/open', token), await hand(attacker, token)]
    for (const { status } of dead) assert.equal(status, 404)
    const handed = await look(attacker, '', pickup)
    assert.match(handed.body.toString(), /"uploadKey":"[\w-]{43}"/)
    return [...answers, ...dead]
  }),
  storing('B04', 'photos that are none leave the code open', [400, 415], async (attacker) => {
    const { token } = await start(attacker)
    const refused = await inTurn(
      [
        { name: 'photo.jpg', bytes: Buffer.alloc(0) },
        { name: 'photo.jpg', bytes: Buffer.from('<script>alert(1)</script>') },
        { name: 'photo.jpg', bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heic', 'latin1') },
        { name: 'photo.exe', bytes: jpeg.bytes },
      ],
      (photo) => hand(attacker, token, photo),
    )
    assert.equal((await look(attacker, '/open', token)).status, 200)
    return refused
  }),
  storing('B05', 'a code that has expired', [404], async (attacker) => {
    const { token, pickup } = await start(attacker)
    await attacker.portal.query(
      `update photo_handoffs set expires_at = expires_at - interval '16 minutes'
       where expires_at = (select max(expires_at) from photo_handoffs)`,
    )
    return [
      await look(attacker, '/open', token),
      await hand(attacker, token),
      await look(attacker, '', pickup),
    ]
  }),
  strictStoring('B06', 'more than thirty codes an hour', [201, 429], async (attacker) => {
    const answers = await inTurn([...Array(32).keys()], () => attacker.send('POST', path))
    assert.deepEqual(
      answers.slice(-3).map(({ status }) => status),
      [201, 429, 429],
    )
    return answers
  }),
  attempt(
    'B07',
    'an upload in the place of someone else’s document, and someone else’s document in the place of one’s own',
    [404, 409],
    async ({ send, portal }) => {
      const { partner, other } = portal.people
      const { cookie } = partner
      const keys = [...guesses.slice(0, 3), other.file.uploadKey, partner.file.uploadKey, '%00']
      return [
        await send('POST', `/api/reupload/${other.file.id}/${portal.unclaimedKey}`, { cookie }),
        ...(await inTurn(keys, (key) =>
          send('POST', `/api/reupload/${partner.file.id}/${key}`, { cookie }),
        )),
      ]
    },
  ),
  storing('B08', 'one upload in two places at once', [200, 404, 409], async (attacker) => {
    const [one, another] = [await newPartner(attacker), await newPartner(attacker)]
    const uploadKey = await newKey(attacker)
    const ids = await inTurn([one, another], async ({ cookie }) =>
      idIn(await attacker.send('GET', '/api/files', { cookie })),
    )
    const answers = await atOnce(6, (at) =>
      attacker.send('POST', `/api/reupload/${ids[at % 2]}/${uploadKey}`, {
        cookie: (at % 2 === 0 ? one : another).cookie,
      }),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    return answers
  }),
]
