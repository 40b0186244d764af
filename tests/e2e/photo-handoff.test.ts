import { expect, test } from 'vitest'
import { desk, phone } from '@tests/support/client/admin-window'
import { checkLook, fillAccountFields, open } from '@tests/support/client/journey-steps'
import { asPicked, newApplicant } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()

test('photos of a phone become the document of an application on a computer', async () => {
  const computer = await openVisitor(desk)
  await open(computer.page, '/onboarding')
  const started = computer.page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/photo-handoffs') && answer.request().method() === 'POST',
  )
  await computer.page.getByRole('button', { name: 'Use your phone’s camera' }).click()
  const { token } = await (await started).json()
  const dialog = computer.page.getByRole('dialog', { name: 'Use Your Phone’s Camera' })
  await dialog.getByRole('img', { name: /^Code that opens/ }).waitFor()
  await checkLook(computer.page, desk.viewport.width)
  await dialog.getByRole('button', { name: 'Close' }).click()

  const { page } = await openVisitor(phone)
  await open(page, `/photo#token=${token}`)
  const pictures = ['one', 'two'].map((text) => asPicked(samples.jpeg({ text })))
  await page.getByLabel('Photos', { exact: true }).setInputFiles(pictures)
  await page.getByRole('img', { name: 'Page 2' }).waitFor()
  await checkLook(page, phone.viewport.width)
  await page.getByRole('button', { name: 'Send 2 Photos' }).tap()
  await page.getByText('Continue on your computer.').waitFor()

  await computer.page.getByText('photos.pdf').waitFor()
  await fillAccountFields(computer.page, newApplicant())
  await computer.page.getByRole('button', { name: 'Submit Application' }).click()
  await computer.page.getByText('Document Submitted & Account Created!').waitFor()
})
