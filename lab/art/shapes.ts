/** The few shapes that every picture is made of, as SVG. */

export const range = (count: number) => Array.from({ length: count }, (_, index) => index)
export const round = (value: number) => Math.round(value * 10) / 10

/** A point on a circle; 0 degrees is its left end, 90 the top, 180 the right end. */
export function onCircle(cx: number, cy: number, r: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180
  return { x: round(cx - r * Math.cos(angle)), y: round(cy - r * Math.sin(angle)) }
}

export const stroke = (color: string, weight: number) =>
  `fill="none" stroke="${color}" stroke-width="${round(weight)}"`

export function arc(cx: number, cy: number, r: number, from: number, to: number, style: string) {
  const start = onCircle(cx, cy, r, from)
  const end = onCircle(cx, cy, r, to)
  const sweep = to > from ? 1 : 0
  const large = Math.abs(to - from) > 180 ? 1 : 0
  const size = round(r)
  return `<path d="M${start.x} ${start.y}A${size} ${size} 0 ${large} ${sweep} ${end.x} ${end.y}" ${style}/>`
}

export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color: string,
  weight: number,
) => `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" ${stroke(color, weight)}/>`

export const disc = (cx: number, cy: number, r: number, color: string) =>
  `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${color}"/>`

export const box = (x: number, y: number, w: number, h: number, color: string, radius = 0) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${color}"/>`

export const dome = (cx: number, baseline: number, r: number, color: string) =>
  arc(cx, baseline, r, 0, 180, `fill="${color}"`)

/** The upper right quarter of a disc, or the upper left one. */
export function quarter(
  cx: number,
  cy: number,
  r: number,
  right: boolean,
  color: string,
  opacity = 1,
) {
  const shade = opacity < 1 ? ` fill-opacity="${opacity}"` : ''
  const end = right ? `1 ${round(cx + r)}` : `0 ${round(cx - r)}`
  const path = `M${round(cx)} ${round(cy)}V${round(cy - r)}A${r} ${r} 0 0 ${end} ${round(cy)}Z`
  return `<path d="${path}" fill="${color}"${shade}/>`
}
