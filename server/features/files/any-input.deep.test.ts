import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxFileBytes } from '@shared/file-kinds'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worstCases } from '@tests/support/samples/worst-cases'
import { detectKind } from './content-type/detect-kind'

// The tests that `npm test` runs with a hundred inputs each, with many more.
describe('what is in memory', async () => {
  beforeAll(() => fc.configureGlobal({ numRuns: 20_000 }))
  await import('./choose-superfluous.test')
  await import('./content-type/pdf-landmarks.test')
  await import('./file-name.test')
})

describe('files', async () => {
  beforeAll(() => fc.configureGlobal({ numRuns: 2_000 }))
  await import('./content-type/detect-kind.test')
  await import('./content-type/detect-whole-files.test')
})

describe('10 MB of the worst', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'detect-worst-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each(worstCases(maxFileBytes))('$why are read in little time and memory', async (worst) => {
    const path = join(folder, 'worst')
    await writeFile(path, worst.bytes)
    const before = process.memoryUsage.rss()
    const cpuBefore = process.cpuUsage()
    expect((await detectKind(path)).kind).toBe(worst.kind)
    const { user, system } = process.cpuUsage(cpuBefore)
    const memory = process.memoryUsage.rss() - before
    expect((user + system) / 1e6).toBeLessThan(2)
    expect(memory).toBeLessThan(150 * 2 ** 20)
  })
})
