import { parseArgs } from 'node:util'
import type { ExportedList } from '@shared/exports'
import { addManyDeskRows } from './many-desk-rows'
import { manyIntroductions, addManyRows } from '@tests/support/portal/many-rows'
import { callPortal } from '@tests/support/portal/portal-caller'
import { testAdmin } from '@tests/support/portal/portal-process'
import { runAs } from '@tests/support/portal/postgres'
import { timeCalls } from './time-calls'
import { residentMb } from './usage'
import { withPortal } from './with-portal'

const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '1000000' } },
})
const people = Number(options.people)
const sampleMs = 20
/** Runs of an export; in each, the highest use of memory is printed. */
const parts = 5
const exported = [
  'users',
  'files',
  'credentials',
  'messages',
  'referrals',
  'audit-events',
] as const satisfies ExportedList[]

/**
 * `npm run lab -- bench:desk`: with 1,000,000 people, each with a document and a shared login, two thirds of them
 * decided about, as many messages, referrals and events of the trail (`--people 100000` for fewer, and for the
 * fewest), 10,000 entrepreneurs and 100,000 introductions: how long the overview, the list sorted by score, its
 * marks, a person's other accounts and the pages of matching take, and what memory the portal takes while it hands
 * out whole lists as CSV. Over HTTP, in production mode. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  await withPortal(
    async ({ portal }) => {
      const caller = callPortal(portal.origin)
      const cookie = await caller.logIn(testAdmin)
      if (!cookie) throw new Error('The administrator could not log in.')
      await timeDesk(async (path) => {
        const answer = await caller.send('GET', `/api/admin/${path}`, { cookie })
        if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`)
      })
      const pid = portal.process.pid ?? 0
      for (const list of exported) await measureExport({ origin: portal.origin, cookie, list, pid })
    },
    async (databaseUrl) => {
      const amounts = { users: people, filesPerUser: 1, credentials: people }
      await addManyRows(databaseUrl, { ...amounts, areReviewed: true })
      // One in 500 has the phone number of the person before.
      await runAs(
        databaseUrl,
        `update users set phone_number = '303' || lpad((id - 1)::text, 7, '0') where id % 500 = 0`,
      )
      await addManyDeskRows(databaseUrl, people)
      await runAs(databaseUrl, manyIntroductions)
    },
  )
}

async function timeDesk(get: (path: string) => Promise<unknown>): Promise<void> {
  await timeCalls('the overview', () => get('overview'))
  const middle = Math.floor(people / 2)
  const lists = {
    'the newest people': 'users?limit=25',
    'the queue: pending, oldest first': 'users?limit=25&status=pending&sort=oldest',
    'by score, the first page': 'users?limit=25&sort=score',
    'by score, a status': 'users?limit=25&sort=score&status=approved',
    'the clean ones of the queue': 'users?limit=25&status=pending&verdict=clean',
    'those of the queue that need a look, by name':
      'users?limit=25&status=pending&verdict=look&sort=name',
  }
  for (const [name, path] of Object.entries(lists)) await timeCalls(name, () => get(path))
  const ids = Array.from({ length: 25 }, (_, index) => middle + index).join(',')
  await timeCalls('what is known of 25 people', () => get(`users/verdicts?ids=${ids}`))
  await timeCalls('a person’s other accounts', () => get(`users/${middle}/duplicates`))
  const [from, to] = [0, 14].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const matching = {
    'matching: the desk': 'match-desk',
    'matching: two weeks of the calendar': `match-calendar?from=${from}&to=${to}`,
    'introductions, the newest': 'matches?limit=25',
    'introductions, those booked': 'matches?limit=25&status=booked',
    'introductions of one partner': 'matches?limit=25&partner=4242',
    'one introduction': 'matches/100000',
    'entrepreneurs, the newest': 'entrepreneurs?limit=25',
    'entrepreneurs who are ready': 'entrepreneurs?limit=25&status=ready',
    'entrepreneurs, searched': 'entrepreneurs?limit=25&search=rivera4242',
  }
  for (const [name, path] of Object.entries(matching)) await timeCalls(name, () => get(path))
}

/** Reads a whole list as fast as it comes, and keeps nothing. Throws when rows are missing. */
async function measureExport(input: {
  origin: string
  cookie: string
  list: ExportedList
  pid: number
}): Promise<void> {
  const { origin, cookie, list, pid } = input
  const used: number[] = []
  const before = residentMb(pid)
  const sampling = setInterval(() => used.push(residentMb(pid)), sampleMs)
  const began = performance.now()
  let bytes = 0
  let rows = -1 // Without the heading.
  try {
    const answer = await fetch(`${origin}/api/admin/exports/${list}`, {
      headers: { Cookie: cookie },
    })
    if (answer.status !== 200 || !answer.body) throw new Error(`${list}: ${answer.status}`)
    for await (const part of answer.body) {
      bytes += part.length
      // A text of several lines has none of these.
      for (const byte of part) if (byte === 13) rows += 1
    }
  } finally {
    clearInterval(sampling)
  }
  if (rows < people) throw new Error(`${list}: ${rows} rows of ${people}.`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const each = Math.ceil(used.length / parts)
  const highest = Array.from({ length: parts }, (_, part) =>
    Math.max(...used.slice(part * each, (part + 1) * each)).toFixed(0),
  )
  console.log(
    `${list} as CSV: ${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s; ` +
      `memory ${before.toFixed(0)} MB before, highest in each fifth ${highest.join(', ')} MB`,
  )
}

await main()
