/** Asks once, for everyone who wants to know within the given time after the answer. */
export function rememberShortly<Answer>(
  ask: () => Promise<Answer>,
  forMs: number,
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => (answer = undefined), forMs).unref()
    })
    return answer
  }
}
