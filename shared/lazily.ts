/** Makes a value when it is first asked for, and keeps it. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** A formatter of moments that is made when it is first used: to load its data blocks a phone for some 20 ms. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const format = lazily(() => new Intl.DateTimeFormat(locale, options))
  return (moment: Date): string => format().format(moment)
}
