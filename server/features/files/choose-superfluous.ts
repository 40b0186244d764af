/** A stored content that its file no longer shows. */
export interface EarlierContent {
  id: number
  fileSize: number
  approvedAt: Date | null
}

/** Oldest first, but what was approved stays longest. */
const byWorth = (one: EarlierContent, other: EarlierContent) =>
  Number(one.approvedAt !== null) - Number(other.approvedAt !== null) || one.id - other.id

/** Which of the contents have to go, so that no more than this many and this many bytes stay. */
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
