import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from '@shared/zod'

const newerThings = [
  'export const isAddress = (text: string) => URL.canParse(text)',
  'export const address = (text: string) => URL.parse(text)',
  'export const waiting = () => Promise.withResolvers()',
  'export const all = (list: unknown[]) => Array.fromAsync(list)',
  'export const grouped = (list: unknown[]) => Object.groupBy(list, String)',
  'export const either = (signals: AbortSignal[]) => AbortSignal.any(signals)',
  'export const later = (act: () => void) => requestIdleCallback(act)',
  'export async function read(stream: ReadableStream) {\n  for await (const part of stream) console.warn(part)\n}',
]
const folders = ['client/src', 'shared', 'server']

const report = z.object({ diagnostics: z.array(z.object({ filename: z.string() })) })
let project: string
let refused: Set<string>

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'browser-rules-'))
  for (const folder of [...folders, 'tests/tools'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const file of ['.oxlintrc.json', 'tests/tools/browser-rules.js'])
    cpSync(file, join(project, file))
  for (const folder of folders)
    newerThings.forEach((code, index) => writeFileSync(join(project, folder, `${index}.ts`), code))
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format=json', ...folders], {
    cwd: project,
    encoding: 'utf8',
  })
  const { diagnostics } = report.parse(JSON.parse(stdout))
  refused = new Set(diagnostics.map(({ filename }) => filename))
})
afterAll(() => rmSync(project, { recursive: true }))

it.each(newerThings.map((code, index) => [code, index] as const))(
  'refuses in client and shared, not on the server, what Safari 16.4 lacks: %s',
  (_code, index) => {
    const inFolders = folders.filter((folder) => refused.has(`${folder}/${index}.ts`))
    expect(inFolders).toEqual(['client/src', 'shared'])
  },
)
