import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { z } from '@shared/zod'
import { defaultBrand } from '@shared/brand'
import { originPlaceholder } from '@shared/public-origin'
import { escapeHtml } from '../escape-html'

const servedPage = z.object({
  file: z.string().endsWith('.html'),
  canonical: z.string().startsWith('/'),
  title: z.string().min(1),
  heading: z.string().min(1),
  description: z.string().min(1),
  image: z.string().startsWith('/'),
  type: z.enum(['website', 'article']),
  isIndexed: z.boolean(),
  structuredData: z.record(z.string(), z.unknown()).nullable(),
  module: z.string().nullable(),
  opening: z.string(),
})

const manifestChunk = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})

const manifestSchema = z.record(z.string(), manifestChunk)

export type ServedPage = z.infer<typeof servedPage>
export type Manifest = z.infer<typeof manifestSchema>

/**
 * Writes an HTML file for every page, each the built `index.html` with its own head and opening, and
 * `sitemap.xml`. The portal's own origin is left open in them, since it is known only at start-up.
 */
export async function writePages(clientDir: string): Promise<void> {
  const pages = await loadServedPages(clientDir)
  const manifestPath = join(clientDir, '.vite/manifest.json')
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestPath, 'utf8')))
  const template = await readFile(join(clientDir, 'index.html'), 'utf8')
  for (const page of pages) {
    const path = join(clientDir, page.file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, renderPage(template, page, manifest))
  }
  await writeFile(join(clientDir, 'sitemap.xml'), renderSitemap(pages))
  await rm(dirname(manifestPath), { recursive: true })
}

/** Heads and openings are the client's, brand settings included, so Vite builds them like the client. */
async function loadServedPages(clientDir: string): Promise<ServedPage[]> {
  const folder = await mkdtemp(join(dirname(clientDir), '.heads-'))
  try {
    await build({
      configFile: 'vite.config.ts',
      logLevel: 'warn',
      build: { ssr: 'src/app/served-pages.tsx', outDir: folder, copyPublicDir: false },
    })
    const module: unknown = await import(pathToFileURL(join(folder, 'served-pages.js')).href)
    return z.object({ servedPages: z.array(servedPage) }).parse(module).servedPages
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The built page with its own head and opening. Throws when the template has lost what they replace. */
export function renderPage(template: string, page: ServedPage, manifest: Manifest): string {
  const generic = /[ \t]*<title>[^<]*<\/title>\s*?\n(\s*<meta\s+name="description"[^>]*>\s*?\n)?/
  if (!generic.test(template)) throw new Error('index.html has no title to replace.')
  const skeleton = /<!-- Opening -->.*<!-- End of opening -->/s
  if (!skeleton.test(template)) throw new Error('index.html has no opening to replace.')
  return template
    .replace(generic, () => indented(headTags(page)))
    .replace('  </head>', () => `${indented(preloads(template, page, manifest))}  </head>`)
    .replace(skeleton, (skeletons) => page.opening || skeletons)
}

const indented = (lines: string[]) => lines.map((line) => `    ${line}\n`).join('')

function headTags(page: ServedPage): string[] {
  const { title, heading, description, canonical, image, type, isIndexed } = page
  const address = originPlaceholder + canonical
  const seen = [
    `<title>${escapeHtml(title)}</title>`,
    metaTag('name', 'description', description),
    isIndexed
      ? `<link rel="canonical" href="${escapeHtml(address)}" />`
      : metaTag('name', 'robots', 'noindex'),
  ]
  const shared = [
    metaTag('property', 'og:type', type),
    metaTag('property', 'og:site_name', defaultBrand.portalName),
    metaTag('property', 'og:locale', 'en_US'),
    metaTag('property', 'og:title', heading),
    metaTag('property', 'og:description', description),
    metaTag('property', 'og:url', address),
    metaTag('property', 'og:image', originPlaceholder + image),
    metaTag('property', 'og:image:type', 'image/png'),
    metaTag('property', 'og:image:width', '1200'),
    metaTag('property', 'og:image:height', '630'),
    metaTag('property', 'og:image:alt', heading),
    metaTag('name', 'twitter:card', 'summary_large_image'),
    metaTag('name', 'twitter:title', heading),
    metaTag('name', 'twitter:description', description),
    metaTag('name', 'twitter:image', originPlaceholder + image),
  ]
  const data = page.structuredData
    ? [`<script type="application/ld+json">${jsonForHtml(page.structuredData)}</script>`]
    : []
  return isIndexed ? [...seen, ...shared, ...data] : seen
}

const metaTag = (attribute: 'name' | 'property', key: string, content: string) =>
  `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`

/** JSON that cannot end the element around it. */
const jsonForHtml = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * The two Latin fonts, and what the page's own module needs beyond what the template loads. What it
 * asks for once it is shown must not share the line with what it is shown by.
 */
function preloads(template: string, page: ServedPage, manifest: Manifest): string[] {
  const fonts = Object.keys(manifest)
    .filter((source) => /(inter|fraunces)-latin-wght-normal\.woff2$/.test(source))
    .map((source) => manifest[source]?.file ?? '')
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`)
  const source = page.module && `src/pages/${page.module}.tsx`
  if (!source) return fonts
  const chunks = listChunks([source], manifest)
  const isNew = (file: string) => !template.includes(file)
  const scripts = chunks.map((chunk) => chunk.file).filter(isNew)
  const styles = new Set(chunks.flatMap((chunk) => chunk.css).filter(isNew))
  return [
    ...fonts,
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
  ]
}

/** The modules' chunks and all that they import, each once, those of the first module first. */
function listChunks(sources: readonly string[], manifest: Manifest): Manifest[string][] {
  const found = new Map<string, Manifest[string]>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(key)) return
    found.set(key, chunk)
    chunk.imports.forEach(visit)
  }
  sources.forEach(visit)
  return [...found.values()]
}

/** The sitemap of what search engines may keep, each address once. */
export function renderSitemap(pages: readonly ServedPage[]): string {
  const addresses = new Set(pages.filter((page) => page.isIndexed).map((page) => page.canonical))
  const urls = [...addresses].map(
    (address) => `  <url><loc>${originPlaceholder}${escapeHtml(address)}</loc></url>\n`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...urls,
    '</urlset>\n',
  ].join('')
}
