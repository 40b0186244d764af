import { acceptedExtensions, maxFileBytes } from '@shared/file-kinds'

export type FileProblem = 'wrong-type' | 'empty' | 'too-large' | null

/** What can be told before sending; the server looks at the content. */
export function checkFile(file: File): FileProblem {
  const extension = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0]
  if (!extension || !acceptedExtensions.split(',').includes(extension)) return 'wrong-type'
  if (file.size === 0) return 'empty'
  return file.size > maxFileBytes ? 'too-large' : null
}
