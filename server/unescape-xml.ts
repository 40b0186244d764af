const named = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

/** The text that a piece of XML stands for. A reference to no character stays as it is. */
export const unescapeXml = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,4}));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
