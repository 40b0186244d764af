import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Box, type ReportPage, joinWords, type PlacedText } from './report-page'

/** A score is at the front; reports of three bureaus have about a hundred pages. */
const maxPages = 60
const maxTexts = 20_000
/** Smaller letters, in points, are for no one to read. */
const minSize = 3

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** The text of the first pages, with its places. Throws for what is damaged or asks for a password. */
export async function readPdf(bytes: Uint8Array): Promise<ReportPage[]> {
  const { getDocument, VerbosityLevel } = await loadLibrary()
  const loading = getDocument({
    // The library keeps what it is given.
    data: Uint8Array.from(bytes),
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    isEvalSupported: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const pdf = await loading.promise
    const pages: ReportPage[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
      const page = await pdf.getPage(number)
      pages.push(await readPage(page, number))
      page.cleanup()
    }
    return pages
  } finally {
    await loading.destroy()
  }
}

/**
 * When it is loaded, the library asks for a class that in Node it takes from a drawing library of native
 * code. Reading text never uses it.
 */
async function loadLibrary() {
  Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? Object })
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

async function readPage(page: PDFPageProxy, number: number): Promise<ReportPage> {
  const viewport = page.getViewport({ scale: 1 })
  const { width, height } = viewport
  const { items } = await page.getTextContent()
  const placed = items.slice(0, maxTexts).flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const matrix: unknown[] = item.transform
    const text = place(item.str, item.width, multiply(viewport.transform, matrix))
    return text && isOnPage(text.box, width, height) ? [text] : []
  })
  return { number, width, height, segments: joinWords(placed, number) }
}

type Matrix = [number, number, number, number, number, number]

function place(text: string, length: number, matrix: Matrix): PlacedText | null {
  const [a, b, c, d, x, y] = matrix
  const size = Math.hypot(c, d)
  if (!(size >= minSize)) return null
  const radians = Math.atan2(b, a)
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  // From the baseline to a little below the tallest letters.
  const rise = 0.8 * size
  const corners = [
    [x, y],
    [x + length * cos, y + length * sin],
    [x + rise * sin, y - rise * cos],
    [x + length * cos + rise * sin, y + length * sin - rise * cos],
  ] as const
  const across = corners.map(([left]) => left)
  const down = corners.map(([, top]) => top)
  return {
    text,
    start: x * cos + y * sin,
    length,
    baseline: y * cos - x * sin,
    size,
    angle: Math.round((radians * 180) / Math.PI),
    box: {
      left: Math.min(...across),
      top: Math.min(...down),
      right: Math.max(...across),
      bottom: Math.max(...down),
    },
  }
}

const times = (a = 0, b = 0, c = 0, d = 0, e = 0) => a * c + b * d + e

/** How the page is turned, and then how a text is placed on it. */
function multiply(page: unknown[], text: unknown[]): Matrix {
  const [a, b, c, d, e, f] = page.map(Number)
  const [g, h, i, j, k, l] = text.map(Number)
  return [
    times(a, c, g, h),
    times(b, d, g, h),
    times(a, c, i, j),
    times(b, d, i, j),
    times(a, c, k, l, e),
    times(b, d, k, l, f),
  ]
}

const isOnPage = (box: Box, width: number, height: number) =>
  box.right > 0 && box.left < width && box.bottom > 0 && box.top < height
