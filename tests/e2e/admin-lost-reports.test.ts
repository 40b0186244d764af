import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import {
  answerBrowser,
  chooseFile,
  findToast,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const cannotView = 'The original file was not found on the server.'
const cannotSave = "The file could not be downloaded because it wasn't found on the server."

/** The administrator, looking at a report whose bytes are gone from the disk. */
async function openLostReport(options: { andItsBackup: boolean }) {
  const owner = newApplicant()
  const report = { ...samples.jpeg(), name: `lost-${owner.phoneNumber.replace(/\D/g, '')}.jpg` }
  const uploadKey = await signUp(await openSession(), owner, report)
  const uploads = inject('uploadsDir')
  await rm(join(uploads, uploadKey), { recursive: true })
  if (options.andItsBackup) await rm(join(uploads, '.backups', uploadKey), { recursive: true })
  const { page, context } = await openVisitor()
  await logInAsAdmin(context.request)
  await page.goto(`/admin/reports?search=${owner.phoneNumber.replace(/\D/g, '')}`)
  await rowWith(page, report.name).waitFor()
  return { page, context, report }
}

const fixIt = (page: Page) => findToast(page).getByRole('button', { name: 'Fix It' }).click()
const download = (page: Page, name: string) =>
  page.getByRole('button', { name: `Download ${name}` }).click()

test('the administrator fixes a lost report by the backup, and its status stays', async () => {
  const { page, context, report } = await openLostReport({ andItsBackup: false })
  await page.getByLabel(`Status of ${report.name}`).selectOption('Approved')
  await seeToast(page, 'Status updated successfully', `Approved ${report.name}`)
  await page.getByRole('button', { name: `View ${report.name}` }).click()
  await seeToast(page, 'File Missing', cannotView)
  await expect.poll(() => context.pages().length).toBe(1)
  await fixIt(page)
  const choice = page.getByRole('dialog', { name: 'Fix a Missing File' })
  await choice.getByText(report.name).first().waitFor()
  const question = await answerBrowser(page, 'accept', () =>
    choice.getByRole('button', { name: 'Try Restore' }).click(),
  )
  expect(question).toMatch(/^Are you sure you want to restore this file from backup\?/)
  await seeToast(page, 'File restored successfully')
  await rowWith(page, report.name, 'Approved').waitFor()
  const saved = await saveFile(page, () => download(page, report.name))
  expect(saved).toEqual({ name: report.name, bytes: report.bytes })
})

test('the administrator fixes a report whose backup is lost too by sending it again', async () => {
  const { page, report } = await openLostReport({ andItsBackup: true })
  await download(page, report.name)
  await seeToast(page, 'File Missing', cannotSave)
  await fixIt(page)
  await answerBrowser(page, 'accept', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Try Restore' }).click(),
  )
  await seeToast(page, 'Error restoring file', 'There is no backup of this file to restore.')

  await download(page, report.name)
  await seeToast(page, 'File Missing', cannotSave)
  await fixIt(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Re-upload' }).click()
  await chooseFile(page, report, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, 'File re-uploaded successfully')
  const saved = await saveFile(page, () => download(page, report.name))
  expect(saved.bytes.equals(report.bytes)).toBe(true)
})
