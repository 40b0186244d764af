export interface ReceivedMail {
  /** Where the server was told to put it. */
  to: string[]
  from: string
  replyTo: string
  subject: string
  messageId: string
  text: string
  html: string
  /** As it went over the wire. */
  raw: string
}

/** Reads a mail as far as the portal's own mails need it: encoded headers, text and HTML parts. */
export function readMail(raw: string, to: string[]): ReceivedMail {
  const { headers, body } = split(raw)
  const parts = partsOf(headers, body)
  const bodyOf = (type: string) =>
    parts.find((part) => part.headers('content-type').startsWith(type))?.text ?? ''
  return {
    to,
    from: headers('from'),
    replyTo: headers('reply-to'),
    subject: headers('subject'),
    messageId: headers('message-id'),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
    raw,
  }
}

type Headers = (name: string) => string

function split(raw: string): { headers: Headers; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return {
    headers: (name) => {
      const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? ''
      return decodeWords(line.slice(name.length + 1).trim())
    },
    body: raw.slice(end + 4),
  }
}

function partsOf(headers: Headers, body: string): { headers: Headers; text: string }[] {
  const [, boundary] = /boundary="?([^";]+)"?/.exec(headers('content-type')) ?? []
  if (!boundary) return [{ headers, text: decodeBody(headers, body) }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const inner = split(part.replace(/^\r\n/, ''))
      return partsOf(inner.headers, inner.body)
    })
}

function decodeBody(headers: Headers, body: string): string {
  const encoding = headers('content-transfer-encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=\r\n/g, '')).trimEnd()
  return body.replaceAll('\r\n', '\n').trimEnd()
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}
