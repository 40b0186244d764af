/** A stored content that its file no longer shows. */
export interface EarlierContent {
  id: number
  fileSize: number
  approvedAt: Date | null
}

/** Oldest first, except that approved contents are kept longest. */
const byWorth = (one: EarlierContent, other: EarlierContent) =>
  Number(one.approvedAt !== null) - Number(other.approvedAt !== null) || one.id - other.id

/** The contents to remove so that at most this many contents and bytes are kept. */
export function chooseSuperfluous<Content extends EarlierContent>(
  contents: readonly Content[],
  limits: { count?: number; bytes: number },
): Content[] {
  const { count = Infinity, bytes } = limits
  let countLeft = contents.length
  let bytesLeft = sumOfBytes(contents)
  const superfluous: Content[] = []
  for (const content of contents.toSorted(byWorth)) {
    if (countLeft <= count && bytesLeft <= bytes) break
    superfluous.push(content)
    countLeft -= 1
    bytesLeft -= content.fileSize
  }
  return superfluous
}

export const sumOfBytes = (contents: readonly { fileSize: number }[]): number =>
  contents.reduce((sum, { fileSize }) => sum + fileSize, 0)
