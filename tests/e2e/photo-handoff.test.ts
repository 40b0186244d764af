import { expect, test } from 'vitest'
import { desk, phone } from '@tests/support/client/admin-window'
import { expectToFit, fillAccountFields, open } from '@tests/support/client/journey-steps'
import { asPicked, newApplicant } from '@tests/support/client/people'
import { jpegs, sendPhotos, showCode } from '@tests/support/client/photo-handoff'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test('photos of a phone become the document of an application on a computer', async () => {
  const { page } = await openVisitor(desk)
  await open(page, '/onboarding')
  await sendPhotos(openVisitor, await showCode(page), jpegs('one', 'two'))
  await page.getByText('photos.pdf').waitFor()
  await fillAccountFields(page, newApplicant())
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByText('Document Submitted & Account Created!').waitFor()
})

test('a HEIC photo is refused with what to do, and those beside it stay', async () => {
  const { page: computer } = await openVisitor(desk)
  await open(computer, '/onboarding')
  const heic = {
    name: 'IMG_0742.HEIC',
    type: 'image/heic',
    bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heic', 'latin1'),
  }
  const { page } = await openVisitor(phone)
  await open(page, `/photo#token=${await showCode(computer)}`)
  const [before, after] = jpegs('before', 'after')
  const chosen = [before, heic, after].flatMap((one) => (one ? [asPicked(one)] : []))
  await page.getByLabel('Photos', { exact: true }).setInputFiles(chosen)
  await page.getByText('This is a HEIC photo. Take a screenshot of it').waitFor()
  await page.getByRole('img', { name: 'Page 2' }).waitFor()
  expect(await page.getByRole('img', { name: /^Page / }).count()).toBe(2)
  await expectToFit(page)
})
