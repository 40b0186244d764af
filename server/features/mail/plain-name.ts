/**
 * A name as a mail may show it: without anything that mail programs would make a link of. Whoever
 * applies with somebody else's address decides what the portal calls them.
 */
export const plainName = (name: string): string =>
  name
    .replace(/[/\\]{2,}/g, ' ')
    // An initial or 'St.' stays; a domain falls apart.
    .replace(/\.(?=\p{L}{2})/gu, '. ')
    .replace(/ {2,}/g, ' ')
    .trim()
