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
const lateSums = [
  'total += await count()',
  'total -= await count()',
  'total *= await count()',
  'total ??= await count()',
  'total += (await list()).length',
  'total += 1 + (await count())',
  'total = total + (await count())',
  'total = add(total, await count())',
  'total = isFirst ? 0 : total + (await count())',
  'sums.total += await count()',
  'sums.total = sums.total + (await count())',
  'names = [...names, ...(await list())]',
  'text = `${text}${await count()}`',
]
const safeSums = [
  'total = (await count()) + total',
  'total = await add(total, 1)',
  'total = isFirst ? total : await count()',
  'total = await count()',
  'total += 1',
  'names = [...names, async () => await list()]',
]
const outsideChanges = [
  'total += 1',
  'total = 1',
  'total++',
  'names.push(1)',
  'sums.total = 1',
  'ids.set(1, 2)',
  'const add = () => names.push(1); add()',
]
const insideChanges = [
  'let count = 0; count += 1; return count',
  'const found = []; found.push(1); return found',
  'const { list } = made; list.push(1)',
  'await tx.update(names).set({ total })',
]
const pastTransaction = [
  'await note(ctx)',
  'await note(ctx.db)',
  'await note([ctx.db])',
  'await ctx.tx(note)',
  'await note({ ...ctx, db: tx })',
  'await db.insert(names)',
  'await note({ db })',
  'await note({ db: tx, ...inTx })',
  'await note({ ...inTx, by })',
]
const ownContexts = [
  'await note(inTx)',
  'await note(ctx.by, ctx.env.name)',
  'await note({ db: tx, by })',
  'await note({ ...inTx, db: tx })',
  'const { db } = inTx; await db.insert(names)',
]
const inContext = (statement: string) =>
  `export const act = (ctx, db, by) => ctx.tx(async (inTx) => { const { db: tx } = inTx; ${statement} })`
const inTransaction = (statement: string) =>
  `export const act = (db) => db.transaction(async (tx) => { ${statement} })`
const inFunction = (statement: string) =>
  `export async function sum() {\n  ${statement}\n}\nlet total: number, text: string, names: unknown[]`
const folders = ['client/src', 'shared', 'server']

const report = z.object({
  diagnostics: z.array(z.object({ filename: z.string(), code: z.string().optional() })),
})
let project: string
let refused: Set<string>
let stale: string[]
let changing: string[]
let past: string[]

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  for (const folder of [...folders, 'tests/tools'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const file of ['.oxlintrc.json', 'tests/tools/lint-rules.js'])
    cpSync(file, join(project, file))
  for (const folder of folders)
    newerThings.forEach((code, index) => writeFileSync(join(project, folder, `${index}.ts`), code))
  lateSums.forEach((line, index) =>
    writeFileSync(join(project, 'server', `late-${index}.ts`), inFunction(line)),
  )
  safeSums.forEach((line, index) =>
    writeFileSync(join(project, 'server', `safe-${index}.ts`), inFunction(line)),
  )
  for (const [name, list] of Object.entries({ outside: outsideChanges, inside: insideChanges }))
    list.forEach((line, index) =>
      writeFileSync(join(project, 'server', `${name}-${index}.ts`), inTransaction(line)),
    )
  for (const [name, list] of Object.entries({ past: pastTransaction, own: ownContexts }))
    list.forEach((line, index) =>
      writeFileSync(join(project, 'server', `${name}-${index}.ts`), inContext(line)),
    )
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format=json', ...folders], {
    cwd: project,
    encoding: 'utf8',
  })
  const { diagnostics } = report.parse(JSON.parse(stdout))
  refused = new Set(diagnostics.map(({ filename }) => filename))
  const filesWith = (rule: string) =>
    diagnostics.filter(({ code }) => code === `portal(${rule})`).map(({ filename }) => filename)
  stale = filesWith('no-stale-assignment')
  changing = filesWith('no-outside-changes')
  past = [...new Set(filesWith('no-context-outside'))]
})
afterAll(() => rmSync(project, { recursive: true }))

it('refuses in client and shared, not on the server, what Safari 16.4 lacks', () => {
  for (const [index, code] of newerThings.entries()) {
    const inFolders = folders.filter((folder) => refused.has(`${folder}/${index}.ts`))
    expect([code, inFolders]).toEqual([code, ['client/src', 'shared']])
  }
})

it('refuses what reads a value, waits, and writes it, and nothing that waits first', () => {
  expect(stale.toSorted()).toEqual(
    lateSums.map((_line, index) => `server/late-${index}.ts`).toSorted(),
  )
})

it('refuses what a transaction that runs twice does twice, and nothing that it makes itself', () => {
  expect(changing.toSorted()).toEqual(
    outsideChanges.map((_line, index) => `server/outside-${index}.ts`).toSorted(),
  )
})

it('refuses what goes past a transaction, or under the name of someone else, and no context of its own', () => {
  expect(past.toSorted()).toEqual(
    pastTransaction.map((_line, index) => `server/past-${index}.ts`).toSorted(),
  )
})
