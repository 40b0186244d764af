import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { currentTexts } from '@shared/consents'
import { nextTextMoment } from '@server/features/texts/text-hours'
import { desk, screens, setUpAdmin } from '@tests/support/client/admin-window'
import { answerBrowser, checkLook, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { fullName, newApplicant, ownPicture, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { startTextProvider } from '@tests/support/portal/text-provider'

const provider = await startTextProvider()
const portal = await startSharedPortal({ SMS_API_URL: provider.url })
const baseURL = portal.origin
const openAdmin = setUpAdmin(setUpVisitors(), { ...desk, baseURL })

/** Someone who agreed to texts. */
async function signUpReader(number: number) {
  const reader = newApplicant({ phoneNumber: `(303) 555-01${number}` })
  const session = await openSession(baseURL)
  await signUp(session, reader, ownPicture(reader))
  const data = { isGiven: true, textVersion: currentTexts.texts }
  expect((await session.post('/api/consents/texts', { data })).status()).toBe(200)
  return reader
}

const sent = () => provider.taken.map((form) => [form.get('To'), form.get('Body')])

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

async function choose(page: Page, person: ReturnType<typeof newApplicant>) {
  await page.getByLabel('Search by name, email, or phone').fill(person.email)
  await page.getByRole('button', { name: fullName(person) }).click()
}

test.each(screens)(
  '%s, the administrator connects a provider, texts people, and disconnects it',
  async (_, screen) => {
    const number = screen === desk ? 40 : 60
    const reader = await signUpReader(number)
    const { page } = await openAdmin('/admin/sms', screen)
    await page.getByText('SMS is not configured').waitFor()
    await checkLook(page)
    await page.getByLabel('Account SID').fill(`AC${'1'.repeat(32)}`)
    await page.getByLabel('Auth Token').fill('the auth token')
    await page.getByLabel('Sender').fill('+443035550142')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByText('Please enter a number such as +13035550142').waitFor()
    await page.getByLabel('Sender').fill('+13035550142')
    await page.getByRole('button', { name: 'Save Settings' }).click()

    await tab(page, 'Provider')
    await page.getByLabel('Your Mobile Number').fill('(303) 555-0199')
    await page.getByRole('button', { name: 'Send Test Text' }).click()
    await page.getByText('The provider accepted the text.').waitFor()
    await checkLook(page)
    await tab(page, 'Events')
    await page.getByRole('switch', { name: 'Decision about an application' }).click()
    await seeToast(page, 'Switched on', 'Decision about an application')
    await checkLook(page)

    await tab(page, 'Send Text')
    await choose(page, reader)
    await page.getByRole('textbox', { name: 'Text' }).fill('Please call us.')
    await page.getByText('1 segment, 62 of 160 characters').waitFor()
    await checkLook(page)
    await page.getByRole('button', { name: 'Send Text' }).click()
    await page.getByText(`To ${fullName(reader)}`, { exact: true }).waitFor()
    await expect
      .poll(sent)
      .toContainEqual(['+13035550199', expect.stringContaining('This is a test text.')])

    await tab(page, 'Outbox')
    const row = rowWith(page, fullName(reader))
    await checkLook(page)
    // Whether it leaves now depends on the hour at which this runs.
    const now = new Date()
    const leavesAt = nextTextMoment(now, { recipient: `+130355501${number}`, timeZone: null })
    if (leavesAt > now) {
      await row.getByText('Queued', { exact: true }).waitFor()
      await row.getByRole('button', { name: `Cancel the text to ${fullName(reader)}` }).click()
      await row.getByText('Canceled', { exact: true }).waitFor()
    } else {
      await row.getByText('Sent', { exact: true }).waitFor()
      expect(sent()).toContainEqual([
        `+130355501${number}`,
        'Credit Partner Program: Please call us. Reply STOP to opt out.',
      ])
    }

    await tab(page, 'Provider')
    const disconnect = page.getByRole('button', { name: 'Disconnect' })
    const question = await answerBrowser(page, 'accept', () => disconnect.click())
    expect(question).toContain('will be deleted')
    await page.getByText('SMS is not configured').waitFor()
  },
)
