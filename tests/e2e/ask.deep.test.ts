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
import { fullName, type Applicant } from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { setUpVisitors } from '@tests/support/client/visitor'
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

/** Returns what is said of the answer, and the answer. */
async function answer(page: Page, isAtDesk: boolean): Promise<[RegExp, string]> {
  if (isAtDesk) {
    await press(page, 'Send a Document')
    await chooseFile(page, { ...samples.png(), name: 'page-two.png' }, 'Your document')
    await checkLook(page)
    await press(page, 'Upload')
    return [/^Answered with a document /, 'page-two.png']
  }
  const text = 'The report has one page only.'
  await page.getByLabel('Your answer').fill(text)
  await press(page, 'Send Answer')
  await seeToast(page, 'Answer sent', 'Thank you. We’ll continue your review.')
  return [/^Answered [A-Z]/, text]
}

describe.each(screens)('%s', (_, screen) => {
  const panel = screen === desk ? 'complementary' : 'dialog'

  test('someone is asked, answers, and is back in the queue where they were', async () => {
    const { page: partner, context } = await openVisitor({ ...screen, baseURL })
    const { family, people } = await signUpFamily({ baseURL })
    const [before, person, after] = people
    const everyone = people.map(fullName)
    const queue = `/admin/users?search=${family}&status=pending&sort=oldest`

    const { page: host } = await openAdmin(queue, screen)
    expect(await names(host)).toEqual(everyone)
    await press(host, fullName(person))
    await openQuestion(host, person, screen === desk)
    const dialog = host.getByRole('dialog', { name: `Ask ${fullName(person)}` })
    await dialog.getByRole('radio', { name: question }).check()
    await checkLook(host)
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await seeToast(host, 'Question sent', `Asked ${fullName(person)}: ${question}`)
    await host.getByRole(panel, { name: fullName(after) }).waitFor()
    await checkLook(host)

    await host.goto('/admin')
    await checkLook(host)
    await host.getByRole('link', { name: 'Waiting for 1 person to answer' }).click()
    await rowWith(host, fullName(person))
      .getByTitle(/^Asked on .+, waiting for them$/)
      .waitFor()
    expect(await names(host)).toEqual([fullName(person)])
    await checkLook(host)
    await host.goto(`/admin/reports?search=${family}&sort=oldest`)
    await rowWith(host, fullName(person))
      .getByTitle(/^Asked on .+, waiting for them$/)
      .waitFor()
    await host.goto(queue)
    await expect.poll(() => names(host)).toEqual([fullName(before), fullName(after)])

    await releaseHeldMails(pool)
    const mail = await mailTo(person.email, /^We have a question about your application$/)
    expect(mail.text).toContain(question)
    await logInAt(partner, '/login', person)
    await cardOf(partner).getByText(question).waitFor()
    const status = partner.getByRole('region', { name: 'Application Status' })
    await status.getByText('Waiting for your answer').waitFor()
    const [lead, below] = [await cardOf(partner).boundingBox(), await status.boundingBox()]
    expect(lead?.y).toBeLessThan(below?.y ?? 0)
    await checkLook(partner)
    const [answered, told] = await answer(partner, screen === desk)
    await cardOf(partner).waitFor({ state: 'detached' })
    await checkLook(partner)

    await host.reload()
    await expect.poll(() => names(host)).toEqual(everyone)
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

    await context.request.post('/api/reauthenticate', { data: { password: person.password } })
    await context.request.post('/api/account/data', { data: {} })
    const copy = await readZip(await (await context.request.get('/api/account/data')).body())
    const { questions: kept } = JSON.parse(String(copy.get('data.json')))
    expect(kept).toMatchObject([{ question, answered: expect.any(String) }])
    const { rows } = await pool.query(
      `select distinct status from mails where kind = 'question-reminder'`,
    )
    expect(rows).toEqual([{ status: 'cancelled' }])
  })
})
