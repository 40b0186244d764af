import { expect, it } from 'vitest'
import { outcomeOf } from './outcome'
import { refusedUploads } from './refused-uploads'

it('uploads that are refused before their body was read each learn why', async () => {
  expect(await outcomeOf(refusedUploads, 10)).toBe('held')
})
