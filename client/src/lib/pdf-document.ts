import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  PDFWorker,
  VerbosityLevel,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextContent } from 'pdfjs-dist/types/src/display/api'

// Where the build puts what the library reads by name: character maps, fonts, picture decoders.
const library = `/assets/pdfjs-${version}`
GlobalWorkerOptions.workerSrc = `${library}/legacy/build/pdf.worker.min.mjs`

// A scan of 64 million pixels takes 256 MB once it is unpacked.
const maxImagePixels = 64 * 1024 * 1024
const pageWidth = 1200
const maxPageHeight = 6000

/** A page with its text for those who do not see it. */
export interface PdfPage {
  canvas: HTMLCanvasElement
  text: string
}

export interface PdfDocument {
  pageCount: number
  /** Draws a page, the first being 1. */
  drawPage(number: number, signal: AbortSignal): Promise<PdfPage>
}

/** Opened before anyone has asked to see it. */
let prepared: { bytes: ArrayBuffer; pdf: Promise<PdfDocument>; close: () => void } | null = null

/**
 * Opens a PDF until the signal is aborted. Nothing in it runs. Throws for what is damaged, or asks
 * for a password (`asksForPassword` tells).
 */
export async function openPdf(bytes: ArrayBuffer, signal: AbortSignal): Promise<PdfDocument> {
  // No one would close what is opened after that: each document has a worker of its own.
  signal.throwIfAborted()
  if (prepared?.bytes !== bytes) return load(bytes, signal)
  const { pdf, close } = prepared
  prepared = null
  signal.addEventListener('abort', close)
  return pdf
}

/** Begins to open a PDF and to draw its first page, for `openPdf` of the same bytes. */
export function preparePdf(bytes: ArrayBuffer, signal: AbortSignal): void {
  signal.throwIfAborted()
  const controller = new AbortController()
  const close = () => {
    controller.abort()
    if (prepared?.bytes === bytes) prepared = null
  }
  signal.addEventListener('abort', close)
  prepared?.close()
  prepared = { bytes, pdf: loadAndDraw(bytes, controller.signal), close }
  // A person who opens the document is told.
  prepared.pdf.catch(() => undefined)
}

async function loadAndDraw(bytes: ArrayBuffer, signal: AbortSignal): Promise<PdfDocument> {
  const pdf = await load(bytes, signal)
  const first = pdf.drawPage(1, signal)
  first.catch(() => undefined)
  prepareNextPdf()
  return {
    ...pdf,
    drawPage: (number, over) => (number === 1 ? first : pdf.drawPage(number, over)),
  }
}

async function load(bytes: ArrayBuffer, signal: AbortSignal): Promise<PdfDocument> {
  const worker = takeWorker()
  const loading = getDocument({
    worker,
    // The worker takes what it is given away.
    data: bytes.slice(0),
    cMapUrl: `${library}/cmaps/`,
    standardFontDataUrl: `${library}/standard_fonts/`,
    wasmUrl: `${library}/wasm/`,
    isEvalSupported: false,
    maxImageSize: maxImagePixels,
    verbosity: VerbosityLevel.ERRORS,
  })
  signal.addEventListener('abort', () => void loading.destroy().finally(() => worker.destroy()))
  const pdf = await loading.promise
  return {
    pageCount: pdf.numPages,
    drawPage: (number, over) => drawPage(pdf, number, over),
  }
}

let spareWorker: PDFWorker | null = null

/** A worker that has been prestarted, if there is one: starting takes longer than drawing a page. */
function takeWorker(): PDFWorker {
  const worker = spareWorker ?? startWorker()
  spareWorker = null
  return worker
}

const startWorker = () => new PDFWorker({ verbosity: VerbosityLevel.ERRORS })

/** Starts the worker of the next document; readers usually go on to another. */
export function prepareNextPdf(): void {
  spareWorker ??= startWorker()
}

export const asksForPassword = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException'

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  signal: AbortSignal,
): Promise<PdfPage> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(pageWidth / natural.width, maxPageHeight / natural.height)
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  return { canvas, text: await readText(page.streamTextContent()) }
}

/** The library's own `getTextContent` iterates over this stream, which Safari cannot before 27. */
async function readText(stream: ReadableStream<TextContent>): Promise<string> {
  const reader = stream.getReader()
  const texts: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return texts.join(' ')
    for (const item of value.items) texts.push('str' in item ? item.str : '')
  }
}
