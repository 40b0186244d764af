import { mimeTypes } from '@shared/file-kinds'
import type { FoundScore } from '@shared/scores'
import { findScores } from './find-scores'
import { readDocx } from './read-docx'
import { readPdf } from './read-pdf'

/** Fewer letters are a scan with a stamp on it. */
const minLetters = 20

export type ReportReading =
  { state: 'done'; scores: FoundScore[] } | { state: 'unreadable' | 'failed' }

/** The scores in a report. Whatever it holds, it does not throw; bounding time and memory is the caller's. */
export async function readReport(bytes: Buffer, fileType: string): Promise<ReportReading> {
  const isWord = fileType === mimeTypes.docx
  try {
    const pages = isWord ? await readDocx(bytes) : await readPdf(bytes)
    const texts = pages.flatMap(({ segments }) => segments.map(({ text }) => text))
    if (texts.join('').replace(/\W/g, '').length < minLetters) return { state: 'unreadable' }
    return { state: 'done', scores: isWord ? findScores(pages).map(unmarked) : findScores(pages) }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { state: isLocked ? 'unreadable' : 'failed' }
  }
}

const unmarked = (score: FoundScore): FoundScore => ({ ...score, mark: null })
