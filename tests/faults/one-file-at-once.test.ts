import { expect, it } from 'vitest'
import { oneFileAtOnce } from './one-file-at-once'
import { outcomeOf } from './outcome'

it('readers of a document that is sent again, restored and deleted see one content, whole', async () => {
  expect(await outcomeOf(oneFileAtOnce, 2)).toBe('held')
})
