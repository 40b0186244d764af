import { expect, it } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { checkFile } from './check-file'

it.each([
  ['report.pdf', 1, null],
  ['report.PDF', maxFileBytes, null],
  ['report.pdf', 0, 'empty'],
  ['report.pdf', maxFileBytes + 1, 'too-large'],
  ['report.exe', 0, 'wrong-type'],
])('%s of %i bytes: %s', (name, size, problem) => {
  expect(checkFile(new File([new Uint8Array(size)], name))).toBe(problem)
})
