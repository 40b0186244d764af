import { eq, sql } from 'drizzle-orm'
import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { readCookie } from '@tests/support/portal/answers'
import { eventually } from '@tests/support/portal/eventually'
import { visit } from '@tests/support/portal/agents'
import { browserName, buildReferrer, openLink } from '@tests/support/portal/referral-links'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { referralClicks, referralLinks } from '../../db/schema/referral-links'
import { newCode } from './make-link'

const app = await startSharedApp()

const clicksOf = async (code: string) => {
  const [counted] = await app.db
    .select({ clicks: sql<number>`coalesce(sum(${referralClicks.clicks}), 0)::int` })
    .from(referralClicks)
    .where(eq(referralClicks.code, code))
  return counted?.clicks
}
const replace = (code: string) =>
  app.db.update(referralLinks).set({ replacedAt: new Date() }).where(eq(referralLinks.code, code))
/** A click is counted after its answer: so the next one is looked at. */
const expectClicks = (code: string, clicks: number) =>
  eventually(async () => expect(await clicksOf(code)).toBe(clicks))

async function expectNoClickBy(open: (code: string) => PromiseLike<unknown>): Promise<void> {
  const { code } = await buildReferrer(app)
  await open(code)
  await openLink(visit(app), code)
  await expectClicks(code, 1)
}

describe('a link', () => {
  it('leads to the landing page, with a cookie for 90 days, and is counted', async () => {
    const { code } = await buildReferrer(app)
    const { headers } = await openLink(visit(app), code).expect(303)
    expect(headers['location']).toBe(`/?ref=${code}`)
    expect(headers['cache-control']).toBe('no-store')
    const [cookie] = [headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(
      new RegExp(
        `^referral=${code}; Max-Age=${90 * 86_400}; Path=/; Expires=.+; HttpOnly; SameSite=Lax$`,
      ),
    )
    await expectClicks(code, 1)
  })

  it.each([
    '%20CODE%20',
    'code',
    'CO-DE',
    'CODE.',
    'CODE,',
    'CODE)',
    'CODE"',
    'CODE]',
    'CODE%3E',
    'CODE’',
    'CODE/',
    'CODE/index.html',
    '/CODE',
    'CODE%E2%80%8B',
    'CODE%E2%80',
    'CODE%0D%0A',
    'CODE&utm_source=newsletter',
    'CODE?utm_source=newsletter',
    'CODE%2520',
    'CODEThanks',
  ])('is opened as /r/%s', async (typed) => {
    const { code } = await buildReferrer(app)
    const path = typed
      .replace('CODE', code)
      .replace('CO-DE', `${code.slice(0, 4)}-${code.slice(4)}`)
      .replace('code', code.toLowerCase())
    const { headers } = await openLink(visit(app), path).expect(303)
    expect(headers['location']).toBe(`/?ref=${code}`)
    expect(readCookie(headers['set-cookie'])).toBe(`referral=${code}`)
  })

  it('is opened with a phone that is called like a program', async () => {
    const { code } = await buildReferrer(app)
    const phone = 'Mozilla/5.0 (Linux; Android 15; CUBOT KINGKONG AX) AppleWebKit/537.36 Mobile'
    await visit(app).get(`/r/${code}`).set('User-Agent', phone).expect(303)
    await expectClicks(code, 1)
  })

  it('leads to a page that it names', async () => {
    const { code } = await buildReferrer(app)
    const { headers } = await openLink(visit(app), code, `?to=${pages.onboarding}`).expect(303)
    expect(headers['location']).toBe(`/onboarding?ref=${code}`)
  })

  it.each(['//evil.example', '/Onboarding', '/no-such-page', ''])(
    'leads to the landing page instead of %j',
    async (to) => {
      const { code } = await buildReferrer(app)
      const query = `?${new URLSearchParams({ to })}`
      const { headers } = await openLink(visit(app), code, query).expect(303)
      expect(headers['location']).toBe(`/?ref=${code}`)
      const twice = await openLink(visit(app), code, `${query}&to=/onboarding`).expect(303)
      expect(twice.headers['location']).toBe(`/?ref=${code}`)
    },
  )

  it('counts by day, as the program counts days', async () => {
    const { code } = await buildReferrer(app)
    for (const agent of [visit(app), visit(app)]) await openLink(agent, code)
    await expectClicks(code, 2)
    const { rows } = await app.pool.query<{ isToday: boolean }>(
      `select day = (now() at time zone 'America/New_York')::date as "isToday"
        from referral_clicks where code = $1`,
      [code],
    )
    expect(rows).toEqual([{ isToday: true }])
  })
})

/** Without what is different in any two answers. */
const alike = ({ status, headers, text }: Response, code: string) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  const cookie = String(rest['set-cookie']).replace(/Expires=[^;]+/, '')
  return JSON.stringify([status, { ...rest, 'set-cookie': cookie }, text]).replaceAll(code, 'CODE')
}

describe('a code that leads nowhere', () => {
  it.each(['unknown', 'replaced'])('looks like any other when it is %s', async (why) => {
    const { code } = why === 'replaced' ? await buildReferrer(app) : { code: newCode() }
    await replace(code)
    const { code: good } = await buildReferrer(app)
    const [bad, known] = [await openLink(visit(app), code), await openLink(visit(app), good)]
    expect(bad.headers['location']).toBe(`/?ref=${code}`)
    expect(alike(bad, code)).toBe(alike(known, good))
    await expectClicks(good, 1)
    expect(await clicksOf(code)).toBe(0)
  })

  it('takes as long as any other: both are answered before they are looked up', async () => {
    const { code } = await buildReferrer(app)
    const client = await app.pool.connect()
    try {
      await client.query('begin; lock table referral_links in access exclusive mode')
      for (const one of [code, newCode()]) await openLink(visit(app), one).expect(303)
    } finally {
      await client.query('rollback')
      client.release()
    }
    await expectClicks(code, 1)
  })

  it.each([
    '',
    'x',
    'ABCD234.',
    'ABCD234O',
    'o'.repeat(500),
    '%00',
    '%E2%80',
    '%2e%2e',
    '<script>',
  ])('leads to a page that says it is incomplete when it cannot be one: %s', async (code) => {
    const { headers, status } = await openLink(visit(app), code)
    expect([status, headers['location']]).toEqual([303, '/?ref='])
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

describe('no click', () => {
  it('is a reload, or the link opened again in the same browser', async () => {
    const { code } = await buildReferrer(app)
    const agent = visit(app)
    for (let times = 0; times < 3; times += 1) await openLink(agent, code).expect(303)
    await openLink(agent, newCode())
    await openLink(agent, code).expect(303)
    await openLink(visit(app), code)
    await expectClicks(code, 2)
  })

  it('is what asks only for the headers', () =>
    expectNoClickBy((code) =>
      visit(app).head(`/r/${code}`).set('User-Agent', browserName).expect(303),
    ))

  it.each([
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
  ])('is what is fetched ahead (%s): the browser has to ask again', async (name, value) => {
    await expectNoClickBy(async (code) => {
      const { headers } = await openLink(visit(app), code).set(name, value).expect(503)
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers['cache-control']).toBe('no-store')
    })
    expect(app.logs()).not.toMatch(/"level":50.*"path":"\/r\//)
  })

  it.each(['image', 'iframe', 'script', 'empty'])(
    'is a part of some page, which gets no cookie: %s',
    async (kind) => {
      await expectNoClickBy(async (code) => {
        const { headers } = await openLink(visit(app), code).set('Sec-Fetch-Dest', kind).expect(303)
        expect(headers).not.toHaveProperty('set-cookie')
      })
    },
  )

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'curl/8.5.0',
    '',
  ])('is that of the program %j, which is led to the page', async (program) => {
    await expectNoClickBy(async (code) => {
      const { headers } = await openLink(visit(app), code).set('User-Agent', program).expect(303)
      expect(headers['location']).toBe(`/?ref=${code}`)
      expect(headers).not.toHaveProperty('set-cookie')
    })
  })
})

it('remembers the three links that were opened last', async () => {
  const [first, second, third, fourth] = [newCode(), newCode(), newCode(), newCode()]
  const agent = visit(app)
  for (const code of [first, second, third, second]) await openLink(agent, code)
  const { headers } = await openLink(agent, fourth)
  expect(readCookie(headers['set-cookie'])).toBe(`referral=${fourth}.${second}.${third}`)
})

it('has a cookie that only this host can set, over TLS', async () => {
  const secure = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' }
  const { code } = await buildReferrer(app)
  const visitor = visit(await startAppBeside(app, secure))
  const { headers } = await openLink(visitor, code).set('X-Forwarded-Proto', 'https')
  const [cookie] = [headers['set-cookie'] ?? []].flat()
  expect(cookie).toMatch(
    new RegExp(`^__Host-referral=${code}; .*Path=/; .*HttpOnly; Secure; SameSite=Lax$`),
  )
})

it('counts toward the limit on all calls from an address', async () => {
  await app.pool.query('delete from rate_limits')
  const strict = await startAppBeside(app, { LIMITS: '0.01' })
  const statuses = []
  for (let times = 0; times < 7; times += 1)
    statuses.push((await openLink(visit(strict), newCode())).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429])
})
