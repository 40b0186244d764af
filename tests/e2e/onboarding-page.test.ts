import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '@shared/brand'
import { addDocument, newApplicant, signUp } from '@tests/support/client/people'
import { chooseFile, fillAccountFields } from '@tests/support/client/journey-steps'
import { expectToSay, readLinks, open, readTexts } from '@tests/support/client/reading'
import { samples } from '@tests/support/samples/samples'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const film = (page: Page) => page.locator('video')
/** A film takes its time to begin on a busy machine. */
const within20Seconds = { timeout: 20_000 }
const playedFor = (video: Locator) =>
  video.evaluate((node: HTMLVideoElement) => (node.paused ? 0 : node.currentTime))

/** What both pages tell an applicant around their form. */
async function expectGuidance(page: Page, timeline: string, tips: string): Promise<void> {
  const steps = await readTexts(region(page, 'What Happens Next').getByRole('listitem'))
  expect(steps).toHaveLength(3)
  expect(steps[0]).toMatch(/^1 Credit verification 1-2 business days /)
  expect(steps[1]).toMatch(/^2 Entrepreneur matching /)
  expect(steps[1]).toContain('Usually one match is enough; sometimes one more entrepreneur')
  expect(steps[2]).toMatch(/^3 Zoom introduction Within 1 week /)
  expect(steps[2]).toContain('with a member of our support team')
  expect(steps[2]).toContain('Both sides must accept for a match to succeed.')

  const times = await readTexts(region(page, timeline).getByRole('listitem'))
  expect(times).toHaveLength(3)
  expect(times[0]).toContain('Today')
  expect(times[1]).toContain('1-2 business days')
  expect(times[2]).toMatch(/Within 1 week.*meet/)

  expect(await region(page, tips).getByRole('listitem').count()).toBe(4)
  await expectToSay(region(page, 'Reminders'), ['Results are not guaranteed.'])
  await expectToSay(region(page, 'Support'), [
    defaultBrand.supportPhone,
    defaultBrand.supportEmail,
    '9am-5pm ET Mon-Fri',
    'Typical reply in 4-6 hours during business hours',
  ])
  const consent = region(page, 'Consent to Be Contacted')
  await expectToSay(consent, [
    'phone call, SMS text message, and email',
    'calls may be recorded',
    'Consent to contact is not required to submit this application.',
    `You can call us instead at ${defaultBrand.supportPhone}`,
  ])
  expect((await readLinks(consent)).slice(-4)).toEqual([
    ['Terms of Use', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Dispute Resolution', '/dispute-resolution'],
    ['FTC Disclosures', '/ftc-disclosures'],
  ])
}

test('the application page says what is asked, what follows, and who helps', async () => {
  const { page } = await openVisitor()
  await open(page, '/onboarding')
  await page.getByRole('heading', { level: 1, name: 'Credit Partner Application' }).waitFor()
  await expectToSay(page.getByRole('main'), ['under 1 minute', 'a personal credit score over 680'])
  const progress = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  expect(await readTexts(progress)).toEqual(['1 Upload Document & Create Account', '2 Complete'])
  expect(await progress.first().getAttribute('aria-current')).toBe('step')
  expect(await readTexts(page.getByRole('tab'))).toEqual([
    'Upload Credit Report',
    'Share Login Details',
  ])
  await page.getByRole('tab', { name: 'Upload Credit Report', selected: true }).waitFor()
  await expectGuidance(page, 'Timeline', 'Meeting Tips')
})

test('the explainer film plays with its captions', async () => {
  const { page } = await openVisitor()
  await open(page, '/onboarding')
  // As Safari leaves them, although they are the default.
  await film(page).evaluate((node: HTMLVideoElement) => {
    for (const track of node.textTracks) track.mode = 'disabled'
  })
  await page.getByRole('button', { name: 'Play video' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => playedFor(film(page)), within20Seconds).toBeGreaterThan(0)
  const captions = () =>
    film(page).evaluate((node: HTMLVideoElement) => {
      const [track] = node.textTracks
      return { mode: track?.mode, lines: track?.cues?.length ?? 0 }
    })
  await expect.poll(async () => (await captions()).lines, within20Seconds).toBeGreaterThan(5)
  expect((await captions()).mode).toBe('showing')
})

test('a film that cannot be loaded says ‘Video unavailable’', async () => {
  const { page, context, allow } = await openVisitor()
  allow(/Failed to load resource: net::ERR_FAILED/)
  await context.route(/\/video\/explainer\.(webm|mp4)$/, (route) => route.abort())
  await open(page, '/onboarding')
  await page.getByRole('button', { name: 'Play video' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Video unavailable').waitFor()
  expect(await film(page).count()).toBe(0)

  await open(page, '/confirmation')
  await page.getByText('Video unavailable').waitFor()
})

test('the thank-you page plays its film by itself, silently and again and again', async () => {
  const { page } = await openVisitor()
  await open(page, '/confirmation')
  await page.getByRole('heading', { level: 1, name: 'Thank You for Your Application' }).waitFor()
  const video = film(page)
  await expect.poll(() => playedFor(video), within20Seconds).toBeGreaterThan(0)
  expect(await video.evaluate((node: HTMLVideoElement) => [node.muted, node.loop])).toEqual([
    true,
    true,
  ])
  const nearItsEnd = await video.evaluate((node: HTMLVideoElement) => {
    node.currentTime = node.duration - 0.3
    return node.currentTime
  })
  await expect
    .poll(async () => {
      const at = await playedFor(video)
      return at > 0 && at < nearItsEnd / 2
    }, within20Seconds)
    .toBe(true)
  await page.getByRole('button', { name: 'Pause video' }).click()
  await page.getByRole('button', { name: 'Play video' }).waitFor()
  expect(await video.evaluate((node: HTMLVideoElement) => node.paused)).toBe(true)
})

test('the thank-you page waits for a press where less motion is preferred', async () => {
  const { page } = await openVisitor({ reducedMotion: 'reduce' })
  await open(page, '/confirmation')
  await page.getByLabel('First name').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await playedFor(film(page))).toBe(0)
  await page.getByRole('button', { name: 'Play video' }).click()
  await expect.poll(() => playedFor(film(page)), within20Seconds).toBeGreaterThan(0)
})

test('the thank-you page prepares for the guided meeting', async () => {
  const { page } = await openVisitor()
  await open(page, '/confirmation')
  await expectToSay(page.getByRole('main'), ['a personal credit score over 680'])
  await region(page, 'Upload Proof of Your Credit Score').waitFor()
  await page.getByLabel('First name').waitFor()
  await expectGuidance(page, 'Expected Timeline', 'Preparation Tips')
  await expectToSay(region(page, 'Your Guided Meeting'), [
    'After approval, you’ll meet the entrepreneur on Zoom',
    'The entrepreneur',
    'Our support team',
    'Both sides must accept for a match to succeed.',
    'Usually one match is enough; sometimes one more entrepreneur is offered.',
  ])
  const questions = await readTexts(region(page, 'Questions to Ask').getByRole('listitem'))
  expect(questions).toHaveLength(5)
  for (const question of questions) expect(question).toMatch(/\?$/)
})

test('on the thank-you page a stranger sends a report, gets an account, and is taken in', async () => {
  const { page } = await openVisitor()
  const applicant = newApplicant()
  await open(page, '/confirmation')
  await fillAccountFields(page, applicant)
  await chooseFile(page, samples.pdf())
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByText('Document Submitted Successfully!').waitFor()
  await page.getByText('Your report was uploaded and your account was created.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/confirmation')
  await page.waitForURL('**/dashboard')
  await page.getByText(applicant.email).first().waitFor()
})

test('on the thank-you page a partner adds a document, but no fourth', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await addDocument(context.request, samples.png())
  const submit = page.getByRole('button', { name: 'Upload Document' })
  await open(page, '/confirmation')
  await chooseFile(page, samples.docx())
  await submit.click()
  await page.getByText('Document Submitted Successfully!').waitFor()
  await page.waitForURL('**/dashboard')

  await open(page, '/confirmation')
  await chooseFile(page, samples.pdf())
  await submit.click()
  await page.getByText('Maximum files reached').first().waitFor()
  await page.getByText('You can upload a maximum of 3 files.').first().waitFor()
})
