import { z } from '@shared/zod'
import { newApplicant } from '@tests/support/client/people'
import { buildRegistration, type PortalCaller } from '@tests/support/portal/portal-caller'
import { readText } from '@tests/support/portal/answers'
import { testAdmin } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import type { EngineWindow } from './engine'
import {
  button,
  checkbox,
  chooseSample,
  eventually,
  fill,
  fillAccount,
  heading,
  logIn,
  press,
  see,
  seePage,
  tab,
  text,
  until,
} from './steps'

export interface Journey {
  name: string
  run: (window: EngineWindow, portal: JourneyPortal) => Promise<void>
}

export interface JourneyPortal {
  origin: string
  /** Speaks to the portal without a browser, for what happened before. */
  caller: PortalCaller
  /** For files that a journey chooses, and for its pictures. */
  folder: string
}

const reportPicker = 'Your credit report or score screenshot'

/** What must work in every browser; the journeys of `tests/e2e` say the rest. */
export const journeys: readonly Journey[] = [
  {
    name: 'apply with a report',
    async run(window, { origin, folder }) {
      const report = samples.pdf()
      await window.goTo(`${origin}/onboarding`)
      await fillAccount(window, newApplicant())
      await chooseSample(window, folder, reportPicker, report)
      await press(window, button('Submit Application'))
      await seePage(window, '/dashboard')
      await see(window, text('Application Under Review'))
      await see(window, text(report.name))
      await until(window, 'the figure 2-3 in one line', figureInOneLine, '2-3')
    },
  },
  {
    name: 'apply by sharing a login',
    async run(window, { origin }) {
      const applicant = newApplicant()
      const secret = `secret of ${applicant.email}`
      await window.goTo(`${origin}/onboarding`)
      await press(window, tab('Share Login Details'))
      await fill(window, {
        'Service name': 'Score Watch',
        'Service URL': 'https://score-watch.example/login',
        Username: applicant.email,
        'Service password': secret,
      })
      await fillAccount(window, applicant)
      await press(window, button('Submit Application'))
      await seePage(window, '/dashboard')
      await see(window, text('Application Under Review'))
      await press(window, button('Logout'))
      await seePage(window, '/')
      await window.goTo(`${origin}/admin/credentials?search=${encodeURIComponent(applicant.email)}`)
      await logIn(window)
      await see(window, text(secret))
    },
  },
  {
    name: 'log in and out',
    async run(window, { origin, caller }) {
      const { email, password } = await newPartner(caller)
      await window.goTo(`${origin}/login`)
      await logIn(window, { email, password: 'not the password' })
      await see(window, text('Invalid'))
      await logIn(window, { email, password })
      await seePage(window, '/dashboard')
      await see(window, text(email))
      await press(window, button('Logout'))
      await until(window, 'no session', `return (await fetch('/api/user')).status === 401`)
    },
  },
  {
    name: 'upload and view',
    async run(window, { origin, caller, folder }) {
      const picture = samples.png()
      await window.goTo(`${origin}/login`)
      await logIn(window, await newPartner(caller))
      await press(window, button('Upload Additional File'))
      await chooseSample(window, folder, 'Your document', picture)
      await press(window, button('Upload'))
      await press(window, button(`View ${picture.name}`))
      await eventually('a tab that shows the document', async () =>
        (await window.tabs()).some((address) => new URL(address).pathname.startsWith('/uploads/')),
      )
    },
  },
  {
    name: 'review a PDF and decide',
    async run(window, { origin, caller }) {
      const partner = await newPartner(caller, ['Score 742', 'Nothing overdue'])
      await window.goTo(`${origin}/admin/reports?search=${encodeURIComponent(partner.email)}`)
      await logIn(window)
      await press(window, button(partner.file.fileName))
      await see(window, text('Page 1 of 2'))
      await see(window, text('Score 742'))
      await until(window, 'the page, drawn', isDrawn)
      await press(window, button('Next page'))
      await see(window, text('Nothing overdue'))
      await until(window, 'a page that is whole', `return !find(values[0])`, text('is damaged'))

      await window.goTo(`${origin}/admin/users?search=${encodeURIComponent(partner.email)}`)
      const { firstName, lastName } = buildRegistration('', partner.email)
      await press(window, button(`Approve ${firstName} ${lastName}`))
      // Those of the journeys before have the same name and phone.
      await press(window, button('Approve Anyway'))
      await see(window, text('Status updated successfully'))
      await press(window, button('Logout'))
      await seePage(window, '/')
      await window.goTo(`${origin}/login`)
      await logIn(window, partner)
      await see(window, text('Application Approved'))
    },
  },
  {
    name: 'agree on a time to meet',
    async run(window, { origin, caller }) {
      const { partner, link } = await introduce(caller)
      await window.goTo(`${origin}/login`)
      await logIn(window, partner)
      await see(window, text('Meet Ana, Rivera Bakery'))
      await window.click(checkbox(''))
      await press(window, button('Send My Times'))
      await see(window, text('We’ll book the first time that works for both of you'))

      await window.goTo(link)
      await see(window, text('Meet Ada, a Credit Partner we approved'))
      await window.click(checkbox(''))
      await window.click(checkbox('You may record our video meeting.'))
      await press(window, button('Send My Times'))
      await see(window, text('Please enter the last 4 digits of your phone number.'))
      await fill(window, { 'Last 4 digits of your phone number': '0142' })
      await press(window, button('Send My Times'))
      await see(window, heading('You’re meeting Ada on'))
      await press(window, button('I Don’t Want This Introduction'))
      await see(window, text('You can’t take this back.'))
      await press(window, button('Cancel'))

      await window.goTo(`${origin}/dashboard`)
      await see(window, heading('You’re meeting Ana on'))
      await until(window, 'a time that stays together', isTimeTogether, 'You’re meeting Ana on')
    },
  },
  {
    name: 'see the film with captions',
    async run(window, { origin }) {
      await window.goTo(`${origin}/onboarding`)
      await until(window, 'the film', `return Boolean(document.querySelector('video'))`)
      await window.evaluate(`
        const film = document.querySelector('video')
        film.muted = true
        film.scrollIntoView({ block: 'center' })
        void film.play()`)
      await until(
        window,
        'a caption',
        `const [track] = document.querySelector('video').textTracks
         return track.mode === 'showing' && track.activeCues.length > 0`,
      )
    },
  },
]

async function newPartner(caller: PortalCaller, pages = ['Score 742']) {
  const partner = await caller.signUp(samples.pdf({ pages }))
  if (!partner) throw new Error('The portal refused a new partner.')
  return partner
}

/** Someone who was offered times to meet a partner: both know of it a minute later. */
async function introduce(caller: PortalCaller) {
  const cookie = (await caller.logIn(testAdmin)) ?? ''
  const asAdmin = async (method: string, path: string, json: object) => {
    const answer = await caller.send(method, path, { cookie, json })
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${answer?.status}`)
    return answer.json
  }
  const partner = await newPartner(caller)
  const { json } = (await caller.send('GET', '/api/user', { cookie: partner.cookie })) ?? {}
  const partnerId = idOf(json)
  await asAdmin('PATCH', `/api/admin/users/${partnerId}/status`, { status: 'approved' })
  const entrepreneur = await asAdmin('POST', '/api/admin/entrepreneurs', {
    firstName: 'Ana',
    lastName: 'Rivera',
    businessName: 'Rivera Bakery',
    email: `ana.${partnerId}@bakery.example`,
    phoneNumber: '(303) 555-0142',
    timeZone: 'America/Denver',
    summary: 'A bakery that supplies 14 cafés.',
    amountCents: 4_000_000,
    minScore: null,
    status: 'ready',
  })
  // Meetings don't overlap: each engine has hours of its own.
  const from = Math.ceil(Date.now() / 3_600_000 + 24 * partnerId) * 3_600_000
  const times = [0, 1].map((hours) => new Date(from + hours * 3_600_000).toISOString())
  const offer = { partnerId, entrepreneurId: idOf(entrepreneur), times }
  const link = readText(await asAdmin('POST', '/api/admin/matches', offer), 'link')
  const isShown = async () =>
    (await caller.send('GET', '/api/match', { cookie: partner.cookie }))?.json !== null
  await eventually('an introduction that can no longer be taken back', isShown, 90_000)
  return { partner, link }
}

const idOf = (json: unknown) => z.object({ id: z.number() }).parse(json).id

/** Some versions of ICU put a narrow no-break space before PM; ours is as wide as a space. */
const isTimeTogether = `
  const title = [...document.querySelectorAll('h2, h3')]
    .find((one) => one.textContent.startsWith(values[0])).textContent
  return /\\d:\\d\\d\\u00a0[AP]M\\u00a0\\S+/.test(title) && !title.includes('\\u202f')`

const isDrawn = `
  const canvas = document.querySelector('canvas')
  if (!canvas || canvas.width < 600) return false
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, index) => index % 4 < 3 && value < 128)`

/** Whether every such figure stays whole, in however narrow a column. */
const figureInOneLine = `
  const figures = [...document.querySelectorAll('span')]
    .filter((one) => one.textContent.startsWith(values[0]))
  if (figures.length === 0) return false
  const narrow = (width) => figures.forEach((one) => (one.parentElement.style.width = width))
  narrow('1px')
  const areWhole = figures.every((one) => one.getClientRects().length === 1)
  narrow('')
  return areWhole`
