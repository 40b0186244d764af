import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxFileBytes, maxFilesPerUser } from '@shared/file-kinds'
import { maxBytesPerUser } from '@shared/files'
import { chooseSuperfluous, sumOfBytes, type EarlierContent } from './remove-superfluous-contents'

const content = (id: number, fileSize = 1, isApproved = false): EarlierContent => ({
  id,
  fileSize,
  approvedAt: isApproved ? new Date() : null,
})
const idsOf = (contents: EarlierContent[]) => contents.map(({ id }) => id)

it('removes nothing within the limits', () => {
  const contents = [content(1, 30), content(2, 30)]
  expect(chooseSuperfluous(contents, { count: 2, bytes: 60 })).toEqual([])
})

it('removes the oldest beyond a number, in whatever order they come', () => {
  const contents = [content(3), content(1), content(4), content(2)]
  expect(idsOf(chooseSuperfluous(contents, { count: 2, bytes: 100 }))).toEqual([1, 2])
})

it('removes the oldest beyond a number of bytes', () => {
  const contents = [content(1, 10), content(2, 30), content(3, 30)]
  expect(idsOf(chooseSuperfluous(contents, { bytes: 59 }))).toEqual([1, 2])
  expect(idsOf(chooseSuperfluous(contents, { bytes: 60 }))).toEqual([1])
})

it('keeps what was approved until nothing else is left to go', () => {
  const contents = [content(1, 1, true), content(2), content(3, 1, true), content(4)]
  expect(idsOf(chooseSuperfluous(contents, { count: 3, bytes: 100 }))).toEqual([2])
  expect(idsOf(chooseSuperfluous(contents, { count: 2, bytes: 100 }))).toEqual([2, 4])
  expect(idsOf(chooseSuperfluous(contents, { count: 1, bytes: 100 }))).toEqual([2, 4, 1])
})

it('always comes down to the limits, and removes no more than it must', () => {
  const some = fc.uniqueArray(
    fc.record({
      id: fc.nat(),
      fileSize: fc.nat(100),
      approvedAt: fc.constantFrom(null, new Date()),
    }),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(some, fc.nat(12), fc.nat(600), (contents, count, bytes) => {
      const removed = chooseSuperfluous(contents, { count, bytes })
      const kept = contents.filter((one) => !removed.includes(one))
      expect(kept.length <= count && sumOfBytes(kept) <= bytes).toBe(true)
      const last = removed.at(-1)
      if (!last) return
      expect(kept.length === count || sumOfBytes([...kept, last]) > bytes).toBe(true)
    }),
  )
})

it('what a person’s documents show can never reach what a person may have', () => {
  expect(maxFilesPerUser * maxFileBytes).toBeLessThan(maxBytesPerUser)
})
