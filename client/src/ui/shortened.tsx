const mostLetters = 64

/** A name within a sentence: a very long one is cut, and whole where one points at it. */
export function Shortened({ text }: { text: string }) {
  const letters = Array.from(text)
  if (letters.length <= mostLetters) return text
  return (
    <span title={text}>
      {letters
        .slice(0, mostLetters - 1)
        .join('')
        .trimEnd()}
      …
    </span>
  )
}
