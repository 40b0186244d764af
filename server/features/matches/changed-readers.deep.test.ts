import { describe, expect, it } from 'vitest'
import { sides, type Side } from '@shared/matches'
import { logIn, visit } from '@tests/support/portal/agents'
import { actAsPartner, actByLink, showMatch, tokenOf } from '@tests/support/portal/introductions'
import {
  describeMail,
  matchStages,
  startIntroductions,
  waitAnHour,
  type MatchStage,
} from '@tests/support/portal/mailed-introductions'
import { otherSide } from './next-match'

const {
  app,
  admin,
  mailbox,
  introduce,
  freshEmail,
  changeEmailOf,
  arrivedAt,
  calendarOf,
  sendAll,
  sendDue,
  zonesWaitingAt,
} = await startIntroductions()

type Built = Awaited<ReturnType<typeof introduce>>
const phoneNumber = '(720) 555-0177'
const zone = 'Pacific/Honolulu'

const changeEntrepreneur = ({ entrepreneur }: Built, change: object) =>
  admin.patch(`/api/admin/entrepreneurs/${entrepreneur.id}`).send(change).expect(200)

/** Each returns the address at which they read from then on. */
const changes = {
  async email(built: Built, side: Side) {
    const email = freshEmail()
    await changeEmailOf(built, side, email)
    return email
  },
  async phone(built: Built, side: Side) {
    const { firstName, lastName, password: currentPassword, email } = built.partner
    if (side === 'entrepreneur') {
      await changeEntrepreneur(built, { phoneNumber })
      expect(await showContacts(built.token, '0142')).toBeUndefined()
      return built.entrepreneur.email
    }
    const details = { firstName, lastName, phoneNumber, currentPassword }
    await (await logIn(app, built.partner)).patch('/api/user').send(details).expect(200)
    return email
  },
  /** A partner is where they answer from; where an entrepreneur is, the administrator can say. */
  async zone(built: Built, side: Side) {
    if (side === 'partner') await built.partners.choose(built.times, { zone })
    else await changeEntrepreneur(built, { timeZone: zone })
    return built[side].email
  },
}
type Change = keyof typeof changes
const isChange = (name: string): name is Change => name in changes

/** What someone sees by a link who knows the last digits of the phone; undefined where these are wrong. */
async function showContacts(token: string, phoneEnd: string) {
  const header = { Authorization: `Bearer ${token}` }
  const answer = await visit(app).post('/api/meeting/contacts').set(header).send({ phoneEnd })
  return answer.body.contacts
}
const lookAt = async (token: string) => (await actByLink(visit(app), token).look()).status

/** What becomes of a change: who is mailed what, which link lives, which calendar has the meeting, and what is read. */
async function observe(stage: MatchStage, side: Side, what: Change) {
  const built = await introduce(stage, side)
  const { [side]: person, [otherSide(side)]: other } = built
  if (stage !== 'hidden') await waitAnHour(app, built.id)
  const known = new Map([person, other].map(({ email }) => [email, arrivedAt(email).length]))
  const address = await changes[what](built, side)
  await sendAll()
  const news = (one: string) => arrivedAt(one).slice(known.get(one)).map(describeMail)
  if (stage === 'hidden') await showMatch(app, built.id)
  const token = await tokenOf(app, built.id)
  const link = actByLink(visit(app), token)
  const isRenewed = token !== built.token
  expect([(await link.look()).status, isRenewed && (await lookAt(built.token))]).toEqual([
    200,
    isRenewed && 404,
  ])
  const partners =
    side === 'partner' && what === 'email'
      ? actAsPartner(await logIn(app, { ...built.partner, email: address }))
      : built.partners
  const pages = { partner: await partners.read(), entrepreneur: await link.read() }
  const contacts = side === 'partner' ? await showContacts(token, '0142') : pages.partner.contacts
  const isMoved = address !== person.email
  return {
    mailed: news(address),
    atOld: isMoved ? news(person.email) : [],
    other: news(other.email),
    calendars: [calendarOf(address), isMoved ? calendarOf(person.email) : 'nothing'],
    link: isRenewed ? 'renewed' : 'stays',
    contacts: contacts && [
      contacts.email === address,
      contacts.phoneNumber === (what === 'phone' ? phoneNumber : person.phoneNumber),
    ],
    zones: [
      pages[side].timeZone,
      ...new Set((await zonesWaitingAt(address)).map((shown) => shown.replace(/[SD]T$/, 'T'))),
    ],
  }
}
type Seen = Awaited<ReturnType<typeof observe>>

const quiet: Seen = {
  mailed: [],
  atOld: [],
  other: [],
  calendars: ['nothing', 'nothing'],
  link: 'stays',
  contacts: null,
  zones: ['America/Denver'],
}
const inCalendar = { calendars: ['the meeting', 'nothing'] }
const link = 'renewed'
const contacts = [true, true]
const toPartner = ['Choose a time to meet Ana']
const toEntrepreneur = ['Choose a time to meet Pat']
const [unknown, denver, honolulu] = [
  { zones: [null, 'ET'] },
  { zones: ['America/Denver', 'MT'] },
  { zones: ['Pacific/Honolulu', 'HT'] },
]
const atHonolulu = { zones: ['Pacific/Honolulu'] }
const removal = { atOld: ['CANCEL: Your meeting'], ...inCalendar }

/** A new state of an introduction, or a change of another kind, does not compile without its cells. */
const cells: Record<Change, Record<Side, Record<MatchStage, Partial<Seen>>>> = {
  email: {
    partner: {
      hidden: { mailed: toPartner, other: toEntrepreneur, ...unknown },
      asked: { mailed: toPartner, ...unknown },
      answered: {},
      booked: { mailed: ['REQUEST: You’re meeting Ana'], ...removal, ...denver },
      met: { mailed: ['How was your meeting with Ana?'] },
      accepted: {},
      succeeded: { contacts },
      ended: {},
    },
    entrepreneur: {
      hidden: { mailed: toEntrepreneur, other: toPartner, link, ...denver },
      asked: { mailed: toEntrepreneur, link, ...denver },
      answered: { mailed: ['Your new link for meeting Pat'], link },
      booked: { mailed: ['REQUEST: You’re meeting Pat'], ...removal, link, ...denver },
      met: { mailed: ['How was your meeting with Pat?'], link },
      accepted: { mailed: ['Your new link for meeting Pat'], link },
      succeeded: { mailed: ['It’s a match: you and Pat both accepted'], link, contacts },
      ended: { link },
    },
  },
  phone: {
    partner: {
      hidden: { mailed: toPartner, other: toEntrepreneur, ...unknown },
      asked: unknown,
      answered: {},
      booked: { ...inCalendar, ...denver },
      met: {},
      accepted: {},
      succeeded: { contacts },
      ended: {},
    },
    entrepreneur: {
      hidden: { mailed: toEntrepreneur, other: toPartner, ...denver },
      asked: denver,
      answered: {},
      booked: { ...inCalendar, ...denver },
      met: {},
      accepted: {},
      succeeded: { contacts },
      ended: {},
    },
  },
  zone: {
    partner: {
      // Nobody answers what they can’t see yet.
      hidden: { mailed: toPartner, other: toEntrepreneur, ...unknown },
      asked: atHonolulu,
      answered: atHonolulu,
      booked: { ...inCalendar, ...honolulu },
      met: atHonolulu,
      accepted: atHonolulu,
      succeeded: { contacts, ...atHonolulu },
      ended: atHonolulu,
    },
    entrepreneur: {
      hidden: { mailed: toEntrepreneur, other: toPartner, ...honolulu },
      asked: honolulu,
      answered: atHonolulu,
      booked: { ...inCalendar, ...honolulu },
      met: atHonolulu,
      accepted: atHonolulu,
      succeeded: { contacts, ...atHonolulu },
      ended: atHonolulu,
    },
  },
}

describe.each(Object.keys(changes).filter(isChange))('a changed %s', (what) => {
  describe.each(sides)('of a %s', (side) => {
    it.each(matchStages)('while it is %s', async (stage) => {
      expect(await observe(stage, side, what)).toEqual({ ...quiet, ...cells[what][side][stage] })
    })
  })
})

it.each(sides)('a letter that waits has the phone that a %s has now', async (side) => {
  const built = await introduce('accepted', 'partner')
  const reader = built[otherSide(side)]
  await mailbox.goDown()
  await built.guests.answer('accepted')
  await sendDue()
  await changes.phone(built, side)
  await mailbox.comeBack()
  await app.pool.query("update mails set next_attempt_at = now() where status = 'queued'")
  await sendDue()
  const letters = arrivedAt(reader.email).filter(({ subject }) =>
    subject.startsWith('It’s a match'),
  )
  expect(letters.map(({ text }) => text?.includes(phoneNumber))).toEqual([true])
})
