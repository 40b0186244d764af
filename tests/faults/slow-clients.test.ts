import { expect, it } from 'vitest'
import { outcomeOf } from './outcome'
import { abortedUploads } from './slow-clients'

it('uploads that are broken off leave no place taken, nothing open and nothing lying about', async () => {
  expect(await outcomeOf(abortedUploads, 20)).toBe('held')
})
