import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'

/** The secret that the page hands to an authenticator app. */
export async function readSecret(page: Page): Promise<Secret> {
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const link = page.getByRole('link', { name: 'open it on this device' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  return Secret.fromBase32(address.searchParams.get('secret') ?? '')
}

/** The code that the app shows, now or some seconds from now. */
export const codeFrom = (secret: Secret, seconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

export const findRecoveryCodes = (page: Page): Locator =>
  page.getByText(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)

/** Types the app's code, which turns two-step login on. Answers that code, and the recovery codes. */
export async function confirmApp(
  page: Page,
  secret: Secret,
): Promise<{ used: string; codes: string[] }> {
  const used = codeFrom(secret)
  await page.getByLabel('Authentication code').fill(used)
  await page.getByRole('button', { name: 'Turn On' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  return { used, codes: await findRecoveryCodes(page).allTextContents() }
}
