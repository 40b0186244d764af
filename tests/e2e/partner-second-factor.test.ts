import { expect, test } from 'vitest'
import { codeFrom, readSecret, waitForFreshCode } from '@tests/support/client/authenticator'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkLook, logInAt, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'
import { testAdmin } from '@tests/support/portal/portal-process'

const openVisitor = setUpVisitors()

test.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])(
  'a partner turns two-step login on, $width px wide; the administrator turns it off once the phone is lost',
  async (viewport) => {
    const person = newApplicant()
    const { page, context } = await openVisitor({ viewport })
    await signUp(context.request, person)
    await page.goto('/account')
    const region = page.getByRole('region', { name: 'Two-Step Login' })
    await region.getByText('Two-step login is off').waitFor()
    await region.getByLabel('Your password').fill(person.password)
    await region.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
    const secret = await readSecret(page)
    await waitForFreshCode()
    await region.getByLabel('Authentication code').fill(codeFrom(secret, -30))
    await region.getByRole('button', { name: 'Turn On' }).click()
    await region.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    await checkLook(page, viewport.width)
    await region.getByRole('button', { name: 'I’ve Saved Them' }).click()
    await region.getByText(/^10 recovery codes are left/).waitFor()

    const phone = await openVisitor({ viewport })
    await logInAt(phone.page, '/login', person)
    await phone.page.getByLabel('Authentication code').waitFor()

    const admin = await openVisitor()
    admin.allow(/status of 400|That isn’t your current password/)
    await logInAsAdmin(admin.context.request)
    await admin.page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`)
    await admin.page.getByRole('button', { name: fullName(person), exact: true }).click()
    const name = `Turn off two-step login for ${fullName(person)}`
    await admin.page.getByRole('button', { name }).click()
    const dialog = admin.page.getByRole('dialog', { name: `${name}?` })
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByRole('button', { name: 'Turn Off' }).click()
    await dialog.getByText('That isn’t your current password.').waitFor()
    await dialog.getByLabel('Your password').fill(testAdmin.password)
    await dialog.getByRole('button', { name: 'Turn Off' }).click()
    await seeToast(admin.page, `Two-step login is off for ${fullName(person)}`)
    await expect.poll(() => admin.page.getByRole('button', { name }).count()).toBe(0)

    expect((await context.request.get('/api/user')).status()).toBe(401)
    await logInAt(phone.page, '/login', person)
    await phone.page.getByText('Application Under Review').waitFor()
  },
)
