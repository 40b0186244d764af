import { expect, test } from 'vitest'
import { addDocument, newApplicant, signUp } from '@tests/support/client/people'
import { checkPhoneLook, saveFile } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'
import { readZip } from '@tests/support/portal/read-zip'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()

test.each([360, 1440])('someone downloads everything held on them, at %i px', async (width) => {
  const person = newApplicant()
  const picture = samples.png({ text: person.lastName })
  const { page, context, allow } = await openVisitor({ viewport: { width, height: 900 } })
  allow(/status of 400|That isn’t your current password/)
  await signUp(context.request, person)
  await addDocument(context.request, picture)
  await page.goto('/account')
  const region = page.getByRole('region', { name: 'Your Data' })
  await region.getByRole('button', { name: 'Get My Data' }).click()
  await region.getByLabel('Your password').fill('not the password')
  await region.getByRole('button', { name: 'Prepare My Copy' }).click()
  await region.getByText('That isn’t your current password.').waitFor()
  await region.getByLabel('Your password').fill(person.password)
  await region.getByRole('button', { name: 'Prepare My Copy' }).click()
  const link = region.getByRole('link', { name: 'Download My Data' })
  await link.waitFor()
  if (width === 360) await checkPhoneLook(page)

  const { name, bytes } = await saveFile(page, () => link.click())
  expect(name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  const entries = await readZip(bytes)
  expect(entries.get(`documents/2-version-1-${picture.name}`)).toEqual(picture.bytes)
  expect(String(entries.get('index.html'))).toContain(person.email)
  expect(JSON.parse(String(entries.get('data.json')))).toMatchObject({
    account: [{ email: person.email }],
  })
})
