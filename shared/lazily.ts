/** Makes a value when it is first asked for, and keeps it. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** A date formatter that is made when it is first used: making one blocks a phone for about 20 ms. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const format = lazily(() => new Intl.DateTimeFormat(locale, options))
  return (moment: Date): string => format().format(moment)
}
