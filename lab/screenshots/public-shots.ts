import type { Page } from 'playwright-core'
import { secondFactorRequired } from '@shared/error-codes'
import { handoffMinutes } from '@shared/file-kinds'
import { pages } from '@shared/pages'
import { chooseFile, fillAccountFields } from '@tests/support/client/journey-steps'
import { asPicked, newApplicant } from '@tests/support/client/people'
import { samples } from '@tests/support/samples/samples'
import { answer, inTurn, openTab, press, statesOf, submitEmpty, type Shot } from './shot'

/** A link from a mail; what it leads to is not asked for before the button is pressed. */
const withToken = (path: string) => `${path}#token=${'t'.repeat(43)}`

const submit = press('Submit Application')
const confirmEmail = press('Confirm This Email')
const as = 'visitor'

const siteShots = [
  ...statesOf(
    { path: pages.home, as },
    {
      'not-found': { path: '/no-such-page' },
      'home-menu-open': { widths: [360], act: press('Open menu') },
      'blog-article': { path: `${pages.blog}?article=3` },
      'blog-nothing-found': { path: `${pages.blog}?search=zeppelin` },
    },
  ),
  ...statesOf(
    { path: pages.support, as },
    {
      'support-faq-open': (page) => page.locator('button[aria-controls^="faq-"]').first().click(),
      'support-errors': submitEmpty,
      'support-sent': sendMessage,
    },
  ),
  ...statesOf(
    { path: pages.login, as },
    {
      'login-errors': submitEmpty,
      'login-refused': inTurn(
        answer('/api/login', 401, { message: 'Invalid email or password. Please try again.' }),
        fillLogin,
        submitEmpty,
        (page) => page.getByText('Invalid email or password').first().waitFor(),
      ),
      'login-code': inTurn(
        answer('/api/login', 401, { message: 'Enter a code.', code: secondFactorRequired }),
        fillLogin,
        submitEmpty,
        (page) => page.getByRole('textbox', { name: /code/i }).waitFor(),
      ),
      'login-after-session': { path: pages.dashboard },
      'admin-login': { path: pages.admin },
    },
  ),
]

const linkShots = statesOf(
  { path: withToken(pages.confirmEmail), as },
  {
    'reset-password-dead': { path: withToken(pages.resetPassword) },
    'reset-password-link': { path: withToken(pages.resetPassword), act: openLiveLink },
    'reset-password-errors': {
      path: withToken(pages.resetPassword),
      act: inTurn(openLiveLink, submitEmpty),
    },
    'email-change-link': {},
    'email-change-refused': confirmEmail,
    'email-change-done': inTurn(
      answer('/api/email-change/confirm', 200, { message: 'Done' }),
      confirmEmail,
    ),
    'email-stop-link': { path: withToken(pages.stopEmailChange) },
    'email-stop-done': {
      path: withToken(pages.stopEmailChange),
      act: inTurn(
        answer('/api/email-change/stop', 200, { message: 'Done' }),
        press('Keep My Email'),
      ),
    },
    'email-choices-link': {
      path: `${pages.emailChoices}#token=v1.01234567.${'k'.repeat(60)}&kind=payout`,
    },
    'email-verify-link': { path: withToken(pages.verifyEmail) },
    'email-verify-done': {
      path: withToken(pages.verifyEmail),
      act: inTurn(
        answer('/api/email-confirmation/confirm', 200, { message: 'Done' }),
        press('Confirm My Email'),
      ),
    },
  },
)

const applicationShots = statesOf(
  { path: pages.onboarding, as },
  {
    'onboarding-share': openTab('Share Login Details'),
    'onboarding-share-errors': async (page) => {
      await openTab('Share Login Details')(page)
      await page.getByLabel('Service URL').fill('not an address')
      await submit(page)
    },
    'onboarding-errors': inTurn(choose, submit),
    'onboarding-refused-file': inTurn(
      answer('/api/upload', 400, { message: 'This file is not a PDF, whatever its name says.' }),
      fillApplication,
      submit,
      (page) => page.getByText('This file is not a PDF').first().waitFor(),
    ),
    'onboarding-email-typo': async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('rosa@gmial.com')
      await page.getByLabel('Phone number').focus()
      await page.getByText('Did you mean').waitFor()
    },
    'onboarding-done': apply,
    'onboarding-correct-email': inTurn(
      answer('/api/email-change', 200, {
        waiting: null,
        correctableUntil: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      apply,
      press('Correct your email'),
      (page) => page.getByRole('textbox', { name: /email/i }).waitFor(),
    ),
    'onboarding-applied': { as: 'partner' },
    'onboarding-referrer': { as: 'referrer' },
    'onboarding-referrer-login': { as: 'referrer', act: openTab('Share Login Details') },
  },
)

const detailsPath = `${pages.referralProgram}?way=details`

const referralShots = statesOf(
  { path: pages.referralProgram, as },
  {
    referral: {},
    'referral-errors': { path: detailsPath, act: submitEmpty },
    'referral-sent': { path: detailsPath, act: sendReferral },
    'referral-get-link-errors': press('Get Your Link'),
    'referral-claim': { path: withToken(pages.referralProgram) },
    'referral-claim-logged-in': { path: withToken(pages.referralProgram), as: 'referrer' },
    'referral-logged-in': { as: 'referrer' },
  },
)

const open = answer('/api/photo-handoffs/open', 200, { secondsLeft: handoffMinutes * 60 })
const again = (page: Page) => page.reload()
const photoShots = statesOf(
  { path: withToken(pages.photo), as },
  {
    'photo-dead': {},
    'photo-empty': inTurn(open, again, (page) =>
      page.getByRole('button', { name: 'Take a Photo' }).waitFor(),
    ),
    'photo-taken': inTurn(open, again, takePhotos),
    'photo-code': {
      path: pages.onboarding,
      widths: [1366, 1440],
      act: inTurn(press('Use your phone’s camera'), (page) =>
        page.getByRole('img', { name: /^Code that opens/ }).waitFor(),
      ),
    },
  },
)

/** Pages for everyone, and what their forms say. */
export const publicShots: readonly Shot[] = [
  ...siteShots,
  ...linkShots,
  ...applicationShots,
  ...referralShots,
  ...photoShots,
]

async function choose(page: Page): Promise<void> {
  await chooseFile(page, samples.pdf())
}

async function fillApplication(page: Page): Promise<void> {
  await choose(page)
  await fillAccountFields(page, newApplicant())
}

async function apply(page: Page): Promise<void> {
  await answer('/api/upload', 201, { uploadKey: 'k'.repeat(32) })(page)
  await answer('/api/register', 201, {
    id: 1,
    firstName: 'Rosa',
    lastName: 'Delgado',
    email: 'rosa@partner.example',
    isAdmin: 0,
    createdAt: new Date().toISOString(),
  })(page)
  await fillApplication(page)
  await submit(page)
  await page.getByText('Account Created!').first().waitFor()
}

async function takePhotos(page: Page): Promise<void> {
  const pictures = ['one', 'two', 'three'].map((text) => asPicked(samples.jpeg({ text })))
  await page.getByLabel('Photos', { exact: true }).setInputFiles(pictures)
  await page.getByRole('img', { name: 'Page 3' }).waitFor()
}

async function fillLogin(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill('rosa@partner.example')
  await page.getByLabel('Password', { exact: true }).fill('not my password')
}

async function sendMessage(page: Page): Promise<void> {
  const form = page.locator('form').first()
  await form.getByLabel('Name').fill('Jo Kim')
  await form.getByLabel('Email').fill('jo.kim@partner.example')
  await form.getByLabel('Subject').fill('When is a decision made?')
  await form.getByLabel('Message').fill('I sent my report on Monday.')
  await answer('/api/messages', 201, { message: 'Done' })(page)
  await form.locator('button[type="submit"]').click()
  await form.waitFor({ state: 'detached' })
}

/** As if the link were good, which the server would know. */
async function openLiveLink(page: Page): Promise<void> {
  await answer('/api/password-reset/check', 200, { message: 'This link works.' })(page)
  await page.reload()
  await page.getByLabel('New password').waitFor()
}

async function sendReferral(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Refer Someone' })
  await form.getByLabel('Your name').fill('Jo Kim')
  await form.getByLabel('Your email').fill('jo.kim@partner.example')
  await form.getByLabel('Your phone').fill('(555) 010-1234')
  await form.getByLabel('Referral name').fill('Elise Fournier')
  await form.getByLabel('Referral email').fill('elise@friend.example')
  await form.getByLabel('Referral phone').fill('(555) 010-4477')
  await form.getByRole('button', { name: 'Submit Referral' }).click()
  await page.getByRole('heading', { name: 'Referral received' }).waitFor()
}
