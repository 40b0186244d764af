import { encode } from 'uqr'

/** Dark squares on white, with the quiet margin that readers need. */
function drawCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return { data, size, path: squares.join('') }
}

/** A text as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = drawCode(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 max-w-full rounded-lg border bg-white"
    >
      {/* In these two colors also where a browser has others: cameras want dark on light. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** A file that can be printed at any size. */
export function qrCodeSvg(text: string): Blob {
  const { size, path } = drawCode(text)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** A picture of about a thousand pixels; null where the browser can't make one. */
export function qrCodePng(text: string): Promise<Blob | null> {
  const { data, size } = drawCode(text)
  const scale = Math.ceil(1_000 / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) context.fillRect(x * scale, y * scale, scale, scale)
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
