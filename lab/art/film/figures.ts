import { brass, evergreen, hairline, lightBrass, paper, sand, white } from '../palette'
import { disc, round } from '../shapes'

export const serif = 'Fraunces'
const sans = 'Inter'

interface TextStyle {
  size: number
  color: string
  family?: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  spacing?: number
}

export function text(x: number, y: number, content: string, style: TextStyle): string {
  const { size, color, family = sans, weight = 400, anchor = 'start', spacing = 0 } = style
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${round(x)}" y="${round(y)}" font-family="${family}" font-size="${size}" font-weight="${weight}" letter-spacing="${spacing}" text-anchor="${anchor}" fill="${color}">${safe}</text>`
}

interface Place {
  x?: number
  y?: number
  scale?: number
  opacity?: number
}

/** A group of shapes moved, scaled about its own origin, or faded. */
export function group(parts: readonly string[], { x = 0, y = 0, scale = 1, opacity = 1 }: Place) {
  if (opacity <= 0) return ''
  const place = `transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})"`
  return `<g ${place} opacity="${opacity.toFixed(3)}">${parts.join('')}</g>`
}

/** A path drawn as far as its share of the way, with round ends. */
export function drawn(path: string, color: string, weight: number, share: number): string {
  if (share <= 0) return ''
  const dash = `pathLength="1" stroke-dasharray="${share.toFixed(4)} 2"`
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${weight}" stroke-linecap="round" ${dash}/>`
}

/** The two clasped arcs, 176 wide about their middle, drawn one after the other. */
export function clasp(first: number, second: number, onDark: boolean): string[] {
  return [
    drawn('M-78 16V0A52 52 0 0 1 26 0V16', onDark ? paper : evergreen, 20, first),
    drawn('M78 -16V0A52 52 0 0 1 -26 0V-16', onDark ? lightBrass : brass, 20, second),
  ]
}

/** A person: a head, and shoulders that are one arc. Its feet are on the origin, 150 tall. */
export function person(body: string, head: string): string[] {
  return [`<path d="M-62 0V-14A62 62 0 0 1 62 -14V0Z" fill="${body}"/>`, disc(0, -112, 35, head)]
}

/** A tick in a disc, drawn as far as its share. */
export function tick(r: number, color: string, share: number): string[] {
  const grown = Math.min(1, share * 2)
  const path = `M${-0.42 * r} ${0.04 * r}L${-0.1 * r} ${0.36 * r}L${0.46 * r} ${-0.3 * r}`
  return [disc(0, 0, r * grown, color), drawn(path, white, r * 0.2, Math.max(0, share * 2 - 1))]
}

/** A rounded box with a hairline around it. */
export function card(x: number, y: number, w: number, h: number, radius = 14, fill = paper) {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${fill}" stroke="${hairline}" stroke-width="1.5"/>`
}

/** A status in a rounded pill, about its middle. */
export function pill(label: string, width: number, colors: { text: string; surface: string }) {
  return [
    `<rect x="${-width / 2}" y="-23" width="${width}" height="46" rx="23" fill="${colors.surface}"/>`,
    disc(-width / 2 + 26, 0, 6, colors.text),
    text(-width / 2 + 42, 7, label, { size: 20, weight: 600, color: colors.text }),
  ]
}

/** A score's gauge about the middle of its baseline; `share` of its half circle is filled. */
export function gauge(r: number, share: number): string[] {
  const half = `M${-r} 0A${r} ${r} 0 0 1 ${r} 0`
  return [drawn(half, sand, 20, 1), drawn(half, evergreen, 20, share)]
}

/** A coin with the two arcs on it. */
export function coin(r: number): string[] {
  return [disc(0, 0, r, lightBrass), group(clasp(1, 1, false), { scale: r / 132 })]
}
