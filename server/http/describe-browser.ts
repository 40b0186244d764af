const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What a browser says it is, in words that its owner recognizes: 'Chrome on Android'. */
export function describeBrowser(userAgent: string | undefined): string {
  const find = (names: typeof browsers) =>
    names.find(([, mark]) => mark.test(userAgent ?? ''))?.[0] ?? null
  const browser = find(browsers) ?? 'Unknown device'
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
