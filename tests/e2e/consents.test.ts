import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkPhoneLook, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

for (const width of [1440, 360]) {
  test(`a partner withdraws emails and agrees to recording, and the administrator sees both and records a STOP, at ${width} px`, async () => {
    const { page, context } = await openVisitor({
      viewport: { width, height: 800 },
      hasTouch: width === 360,
    })
    const person = { ...newApplicant(), contactConsent: true }
    await signUp(context.request, person)
    await page.goto('/account')
    const mine = page.getByRole('region', { name: 'Your Consents' })
    const heading = page.getByRole('heading', { name: 'Email', exact: true })
    const email = mine.getByRole('listitem').filter({ has: heading })
    await email.getByText(/You agreed on the application form, from the address/).waitFor()
    await email.getByText(/You may contact me about my application by phone call/).waitFor()
    if (width === 360) await checkPhoneLook(page)
    await mine.getByRole('button', { name: 'Withdraw consent to email' }).click()
    await seeToast(
      page,
      'Consent to email withdrawn',
      'We’ll email you only what your account needs.',
    )
    await email.getByText(/You withdrew your consent on this page/).waitFor()
    await mine.getByRole('button', { name: 'Agree to call recording' }).click()
    await seeToast(page, 'You agreed to call recording')
    await page.reload()
    await mine.getByRole('button', { name: 'Withdraw consent to call recording' }).waitFor()
    await mine.getByRole('button', { name: 'Agree to email' }).waitFor()

    const { page: desk, context: admin } = await openVisitor({
      viewport: { width: 1440, height: 900 },
    })
    await logInAsAdmin(admin.request)
    await desk.goto('/admin/email')
    await desk.getByLabel('Recipient Email').fill(person.email)
    await desk.getByText(`${fullName(person)} doesn’t want emails from us.`).waitFor()
    const { id } = await (await context.request.get('/api/user')).json()
    await desk.goto(`/admin/users?open=${id}`)
    await desk.getByText('Email (withdrawn)').waitFor()
    expect(await desk.getByText('Call recording (withdrawn)').count()).toBe(0)

    // They call and say STOP.
    await desk.getByRole('button', { name: 'Record a STOP' }).click()
    await desk.getByRole('button', { name: 'Record It' }).click()
    await seeToast(desk, 'Recorded', 'It takes effect right away.')
    await desk.getByText(/Phone calls \(withdrawn on the phone, recorded /).waitFor()
    await page.reload()
    await mine
      .getByText(/You withdrew your consent on the phone/)
      .first()
      .waitFor()
  })
}
