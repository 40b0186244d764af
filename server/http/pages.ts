import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import { isKnownPage } from '@shared/pages'
import { originPlaceholder } from '@shared/public-origin'
import { notFound } from '../errors'
import { pdfWorkerPolicy } from './security-headers'
import { createRouter } from './routes'

/** The smallest first. The build stores files in each of these; pages are compressed here. */
const encodings = [
  { name: 'br', extension: '.br', compress: compressText },
  { name: 'gzip', extension: '.gz', compress: (body: Buffer) => gzipSync(body, { level: 9 }) },
] as const

function compressText(body: Buffer): Buffer {
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliCompressSync(body, {
    params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

/** A page or another text with the portal's own origin in it, kept in memory. */
interface Document {
  type: string
  body: Buffer
  /** Filled as encodings are first asked for: all of them together would take a third of the start. */
  compressed: Map<string, Buffer>
}

const pdfWorker = /[/\\]assets[/\\]pdfjs-[^/\\]+[/\\].*pdf\.worker\.min\.mjs(?:\.br|\.gz)?$/
const isDocument = (file: string) => /^(robots\.txt|sitemap\.xml|.*\.html)$/.test(file)

/**
 * Serves the built client: hashed assets for a year, pages never from a cache, each with the head
 * that the build wrote for it. Any path that is no file shows the app, with status 404 where the app
 * has no such page.
 */
export function servePages(clientDir: string, origin: string): Router {
  const files = listFiles(clientDir)
  const documents = new Map<string, Document>(
    files.filter(isDocument).map((file) => {
      const text = readFileSync(join(clientDir, file), 'utf8').replaceAll(originPlaceholder, origin)
      return [file, { type: extname(file), body: Buffer.from(text), compressed: new Map() }]
    }),
  )
  const router = createRouter()
  for (const name of ['robots.txt', 'sitemap.xml']) {
    const document = documents.get(name)
    if (!document) continue
    router.get(`/${name}`, (req, res) => {
      res.set('Cache-Control', 'no-cache')
      sendDocument(req, res, document)
    })
  }
  const names = new Set(files)
  router.use(hideStoredForms, chooseStoredForm(names), sendFiles(clientDir, names), refuseRange)
  router.get('/{*path}', (req, res) => {
    // No page's address has a dot in it: this is a file that is not there.
    const page = req.path.includes('.') ? undefined : findPage(documents, req)
    if (!page) throw notFound()
    res.status(isKnownPage(req.path) ? 200 : 404)
    sendDocument(req, res, page)
  })
  router.use(() => {
    throw notFound()
  })
  return router
}

/** Answers with a document in the smallest encoding that the client takes. */
function sendDocument(req: Request, res: Response, { type, body, compressed }: Document): void {
  res.vary('Accept-Encoding').type(type)
  const encoding = encodings.find(({ name }) => req.acceptsEncodings(name))
  if (!encoding) {
    res.send(body)
    return
  }
  const sent = compressed.get(encoding.name) ?? encoding.compress(body)
  compressed.set(encoding.name, sent)
  res.set('Content-Encoding', encoding.name).send(sent)
}

/** The app knows its pages with and without a slash at the end. */
function findPage(documents: ReadonlyMap<string, Document>, req: Request): Document | undefined {
  const { path } = req
  const folder = path === '/' ? '' : `${path.replace(/^\/|\/$/g, '')}/`
  const { article } = req.query
  const names = [
    ...(typeof article === 'string' ? [`${folder}article-${article}/index.html`] : []),
    `${folder}index.html`,
    'private.html',
  ]
  const found = isKnownPage(path) ? names.find((name) => documents.has(name)) : '404.html'
  return documents.get(found ?? 'index.html') ?? documents.get('index.html')
}

/** Pages and compressed files are only served under their own address. */
const hideStoredForms: RequestHandler = (req, _res, next) => {
  if (/\.(html|br|gz)$/i.test(req.path)) throw notFound()
  next()
}

/** Points the request at the smallest stored form of the file that the client takes. */
function chooseStoredForm(files: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    const stored = encodings.filter(({ extension }) => files.has(req.path.slice(1) + extension))
    if (stored.length > 0) res.vary('Accept-Encoding')
    const chosen = stored.find(({ name }) => req.acceptsEncodings(name))
    if (chosen) {
      res.type(extname(req.path)).set('Content-Encoding', chosen.name)
      req.url = req.path + chosen.extension
    }
    next()
  }
}

/** Only by the exact names listed: no other spelling of a file's path leads to it. */
function sendFiles(clientDir: string, files: ReadonlySet<string>): RequestHandler {
  const send = express.static(clientDir, {
    index: false,
    redirect: false,
    setHeaders: (res, path) => {
      const isHashed = path.startsWith(join(clientDir, 'assets/'))
      res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (pdfWorker.test(path)) res.setHeader('Content-Security-Policy', pdfWorkerPolicy)
    },
  })
  return (req, res, next) => (files.has(req.path.slice(1)) ? send(req, res, next) : next())
}

/** Asked for a part beyond the file's end, express.static leaves the answer to the error handler. */
const refuseRange: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.get('Content-Range')?.startsWith('bytes */')) res.status(416).end()
  else next(error)
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
