import { expect, it } from 'vitest'
import { damagedFiles } from './damaged-files'
import { oneFileAtOnce } from './one-file-at-once'
import { outcomeOf } from './outcome'
import { refusedUploads } from './refused-uploads'
import { abortedUploads } from './slow-clients'

it('damaged documents are never served as whole, and come back while a copy is sound', async () => {
  expect(await outcomeOf(damagedFiles, 1)).toBe('held')
})

it('readers of a document that is sent again, restored and deleted see one content, whole', async () => {
  expect(await outcomeOf(oneFileAtOnce, 2)).toBe('held')
})

it('uploads that are refused before their body was read each learn why', async () => {
  expect(await outcomeOf(refusedUploads, 10)).toBe('held')
})

it('uploads that are broken off leave no place taken, nothing open and nothing lying about', async () => {
  expect(await outcomeOf(abortedUploads, 20)).toBe('held')
})
