import { acceptedExtensions, maxFileBytes } from '@shared/file-kinds'
import { describeForeign, describeRefusedName, headBytes } from '@shared/foreign-files'

export interface FileProblem {
  kind: 'wrong-type' | 'empty' | 'too-large'
  /** Says what the file is and what to do, behind the sentence of the page. */
  advice: string | null
}

/** Finds what can be told before sending; the server looks at all of the content. */
export async function checkFile(file: File): Promise<FileProblem | null> {
  const refusedName = describeRefusedName(file.name)
  if (refusedName) return { kind: 'wrong-type', advice: refusedName }
  if (file.size === 0) return { kind: 'empty', advice: null }
  const ending = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0]
  if (!ending || !acceptedExtensions.split(',').includes(ending)) {
    const advice = await adviseOn(file)
    if (advice) return { kind: 'wrong-type', advice }
  }
  return file.size > maxFileBytes ? { kind: 'too-large', advice: null } : null
}

/** Says what kind of file we don't take this is, and what to do; null when no one knows. */
export const adviseOn = async (file: Blob) => describeForeign(await readHead(file))

/** Nothing of a file that cannot be read, such as one in a cloud: sending it will say so. */
async function readHead(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

export const describeProblem = (
  sentences: Record<FileProblem['kind'], string>,
  { kind, advice }: FileProblem,
): string => [sentences[kind], advice].filter(Boolean).join(' ')
