import { lazily } from '@shared/lazily'
import type { Transaction } from '../../../db/client'
import type { Sealer } from '../../../db/sealing'
import { escapeHtml } from '../../../escape-html'

export type Row = Record<string, string | number | boolean | Date | null>

/** One kind of what is held on a person, as their copy has it. */
export interface Section {
  /** Its name in data.json. */
  name: string
  title: string
  note?: string
  read(tx: Transaction, of: { userId: number; sealer: Sealer }): Promise<Row[]>
}

export interface RenderedSection {
  title: string
  note?: string | undefined
  rows: readonly Row[]
}

const dateTime = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#14231d}
h1,h2{font-family:Georgia,serif;color:#0e4b3a}h2{margin-top:2.5rem}
dl{border-top:1px solid #dad3c5;margin:0 0 1.5rem;padding-top:.75rem}
dt{color:#55605a;font-size:.875rem}dd{margin:0 0 .5rem;overflow-wrap:anywhere;white-space:pre-wrap}`

/** A person's data as a page that needs nothing but itself, a row at a time. Everything is escaped. */
export function* renderPage(input: {
  portalName: string
  name: string
  at: Date
  sections: readonly RenderedSection[]
}): Generator<string> {
  const { portalName, name, at, sections } = input
  const title = `${portalName}: what we hold on ${name}`
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>As of ${dateTime().format(at)} UTC. The same data is in data.json, for other programs. Your documents are in the folder “documents”.</p>
`
  for (const section of sections) yield* renderSection(section)
  yield '</body>\n</html>\n'
}

function* renderSection({ title, note, rows }: RenderedSection): Generator<string> {
  yield `<section>\n<h2>${escapeHtml(title)}</h2>\n`
  if (note) yield `<p>${escapeHtml(note)}</p>\n`
  for (const row of rows) {
    const facts = Object.entries(row).map(([key, value]) => renderFact(key, value))
    yield `<dl>${facts.join('')}</dl>\n`
  }
  if (rows.length === 0) yield '<p>None.</p>\n'
  yield '</section>\n'
}

/** A `file` is the path of a document in the archive. */
function renderFact(key: string, value: Row[string]): string {
  if (value === null || value === undefined) return ''
  const text = escapeHtml(format(value))
  const address = encodeURI(String(value)).replaceAll('#', '%23').replaceAll('?', '%3F')
  const shown = key === 'file' ? `<a href="${escapeHtml(address)}">${text}</a>` : text
  return `<dt>${escapeHtml(inWords(key))}</dt><dd>${shown}</dd>`
}

function format(value: string | number | boolean | Date): string {
  if (value instanceof Date) return `${dateTime().format(value)} UTC`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

/** `termsVersion` as 'Terms version'. */
function inWords(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
