import { Pool } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { desk, screens, setUpAdmin } from '@tests/support/client/admin-window'
import { seePerson } from '@tests/support/client/decide-by-key'
import {
  checkLook,
  chooseFile,
  logInAt,
  rowWith,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'
import { readZip } from '@tests/support/portal/read-zip'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const { portal, mailTo } = await startPortalWithMailbox({ TRUST_PROXY: 'loopback' })
const baseURL = portal.origin
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })
const pool = new Pool({ connectionString: portal.env['DATABASE_URL'] })
afterAll(() => pool.end())

const [, question = ''] = defaultReasons.question
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const cardOf = (page: Page) => page.getByRole('region', { name: 'We have a question for you' })
const names = (page: Page) => page.locator('tbody tr button.link').allTextContents()

async function openQuestion(page: Page, person: Applicant, isAtDesk: boolean): Promise<void> {
  if (!isAtDesk) return press(page, `Ask ${fullName(person)}`)
  await seePerson(page, person)
  await page.keyboard.press('q')
}

const seeWaiting = (page: Page, person: Applicant) =>
  rowWith(page, fullName(person))
    .getByTitle(/^Asked on .+, waiting for them$/)
    .waitFor()

/** Returns what is said of the answer, and the answer. */
async function answer(page: Page, isAtDesk: boolean): Promise<[RegExp, string]> {
  if (isAtDesk) {
    await press(page, 'Send a Document')
    await chooseFile(page, { ...samples.png(), name: 'page-two.png' }, 'Your document')
    await page.getByLabel('Yes', { exact: true }).check()
    await checkLook(page)
    await press(page, 'Send')
    return [/^Answered with a document /, 'page-two.png']
  }
  const text = 'The report has one page only.'
  await page.getByLabel('Your answer').fill(text)
  await press(page, 'Send Answer')
  await seeToast(page, 'Answer sent', 'Thank you. We’ll continue your review.')
  return [/^Answered [A-Z]/, text]
}

/** As the administrator, by a call. */
async function ask(email: string): Promise<void> {
  const office = await openSession(baseURL)
  await logInAsAdmin(office)
  const found = await office.get('/api/admin/users', { params: { search: email } })
  const [{ id }] = await found.json()
  const asked = await office.post(`/api/admin/users/${id}/questions`, { data: { words: question } })
  expect(asked.status()).toBe(201)
}

describe.each(screens)('%s', (_, screen) => {
  const isAtDesk = screen === desk
  const panel = isAtDesk ? 'complementary' : 'dialog'

  test('someone is asked, and is out of the queue', async () => {
    const { family, people } = await signUpFamily({ baseURL })
    const [before, person, after] = people
    const queue = `/admin/users?search=${family}&status=pending&sort=oldest`
    const { page: host } = await openAdmin(queue, screen)
    await press(host, fullName(person))
    await openQuestion(host, person, isAtDesk)
    const dialog = host.getByRole('dialog', { name: `Ask ${fullName(person)}` })
    await dialog.getByRole('radio', { name: question }).check()
    await checkLook(host)
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await seeToast(host, 'Question sent', `Asked ${fullName(person)}: ${question}`)
    await host.getByRole(panel, { name: fullName(after) }).waitFor()
    await checkLook(host)

    await host.goto('/admin')
    await checkLook(host)
    await host.getByRole('link', { name: /^\d+ (person owes|people owe) you an answer$/ }).click()
    await seeWaiting(host, person)
    expect(await names(host)).not.toContain(fullName(before))
    await checkLook(host)
    await host.goto(`/admin/reports?search=${family}&sort=oldest`)
    await seeWaiting(host, person)
    await host.goto(queue)
    await expect.poll(() => names(host)).toEqual([fullName(before), fullName(after)])
  })

  test('they answer, are not reminded, and find it in the copy of their data', async () => {
    const { page, context } = await openVisitor({ ...screen, baseURL })
    const person = newApplicant()
    await signUp(await openSession(baseURL), person)
    await ask(person.email)
    await releaseHeldMails(pool)
    const mail = await mailTo(person.email, /^We have a question about your application$/)
    expect(mail.text).toContain(question)
    await logInAt(page, '/login', person)
    await cardOf(page).getByText(question).waitFor()
    const status = page.getByRole('region', { name: 'Application Status' })
    await status.getByText('Waiting for your answer').waitFor()
    const [lead, below] = [await cardOf(page).boundingBox(), await status.boundingBox()]
    expect(lead?.y).toBeLessThan(below?.y ?? 0)
    await checkLook(page)
    await answer(page, isAtDesk)
    await cardOf(page).waitFor({ state: 'detached' })
    await checkLook(page)

    await context.request.post('/api/reauthenticate', { data: { password: person.password } })
    await context.request.post('/api/account/data', { data: {} })
    const copy = await readZip(await (await context.request.get('/api/account/data')).body())
    const { questions: kept } = JSON.parse(String(copy.get('data.json')))
    expect(kept).toMatchObject([{ question, answered: expect.any(String) }])
    const { rows } = await pool.query(
      "select distinct status from mails where kind = 'question-reminder' and recipient = $1",
      [person.email],
    )
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('an answer is where the administrator decides, and who answered is back in the queue', async () => {
    const { family, people } = await signUpFamily({ baseURL })
    const [, person] = people
    await ask(person.email)
    const { page, context } = await openVisitor({ ...screen, baseURL })
    await context.request.post('/api/login', { data: person })
    await page.goto('/dashboard')
    const [answered, told] = await answer(page, isAtDesk)
    await cardOf(page).waitFor({ state: 'detached' })

    const queue = `/admin/users?search=${family}&status=pending&sort=oldest`
    const { page: host } = await openAdmin(queue, screen)
    expect(await names(host)).toEqual(people.map(fullName))
    await press(host, fullName(person))
    const opened = host.getByRole(panel, { name: fullName(person) })
    const questions = opened.getByRole('region', { name: 'Questions' })
    await questions.getByText(question).waitFor()
    await questions.getByText(answered).waitFor()
    await opened.getByText(told).first().waitFor()
    const history = opened.getByRole('region', { name: 'History' })
    for (const act of [/^Asked .+ a question/, /^Answered a question/])
      await history.getByText(act).first().waitFor()
    await checkLook(host)
    await history.getByRole('link', { name: 'Show in Audit Trail' }).click()
    for (const act of [/^Asked .+ a question/, /^Answered a question/])
      await host.getByText(act).first().waitFor()
  })
})
