import { defaultBrand } from '@shared/brand'
import {
  brass,
  brassText,
  evergreen,
  hairline,
  ink,
  lightBrass,
  muted,
  paper,
  sand,
} from '../palette'

export const sampleNotice = 'SAMPLE. To be replaced by the operator before publication.'

/** A US Letter document; every page says at its top that it is a sample. */
export const documentStyle = `
  @page {
    size: letter;
    margin: 0.8in 0.85in 0.75in;
    @top-left { content: '${sampleNotice}'; font: 600 8.5pt Inter; color: #A3261B }
    @top-right { content: '${defaultBrand.programName}'; font: 500 8.5pt Inter; color: ${muted} }
    @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 400 8.5pt Inter; color: ${muted} }
  }
  html { font: 400 9.75pt/1.5 Inter; color: ${ink} }
  .mark { display: block; height: 22pt }
  .kicker { font-weight: 600; color: ${brassText}; margin-top: 12pt }
  h1 { font: 430 31pt/1.1 Fraunces; letter-spacing: -0.018em; margin-top: 4pt }
  h2 { font: 460 15.5pt/1.2 Fraunces; letter-spacing: -0.01em; margin: 16pt 0 4pt; break-after: avoid }
  p + p, p + ul, ul + p, table + p { margin-top: 7pt }
  .lead { font-size: 11.5pt; line-height: 1.45; color: ${muted}; margin-top: 8pt; max-width: 5.6in }
  .notice { background: #FBE3E0; color: #7C1D14; border-left: 3pt solid #A3261B; padding: 8pt 14pt; margin-top: 12pt; break-inside: avoid }
  .notice strong { display: block; color: #A3261B }
  table { width: 100%; border-collapse: collapse; margin-top: 6pt }
  caption { text-align: left; color: ${muted}; padding-bottom: 6pt }
  th, td { text-align: left; vertical-align: top; padding: 5pt 10pt 5pt 0; border-bottom: 0.75pt solid ${hairline} }
  th { width: 1.55in; font-weight: 600; color: ${evergreen} }
  thead th + th { width: auto }
  thead th { border-bottom: 1.25pt solid ${evergreen} }
  tr { break-inside: avoid }
  ul { padding-left: 14pt }
  li { margin-top: 3pt; break-inside: avoid }
  li::marker { color: ${brass} }
  .box { background: ${sand}; border-radius: 8pt; padding: 12pt 16pt; margin-top: 14pt; break-inside: avoid }
  .certificate { border: 1.25pt solid ${evergreen}; outline: 0.5pt solid ${brass}; outline-offset: -6pt; border-radius: 4pt; padding: 24pt 30pt 20pt; margin-top: 14pt; background: ${paper}; position: relative; overflow: hidden }
  .certificate h2 { font-size: 23pt; margin: 0; text-align: center }
  .certificate .issuer { text-align: center; color: ${muted}; margin-top: 3pt }
  .certificate th { width: 2in }
  .stamp { position: absolute; left: 0; right: 0; top: 43%; text-align: center; font: 600 96pt/1 Inter; letter-spacing: 0.06em; color: #A3261B; opacity: 0.13; transform: rotate(-24deg) }
  a { color: ${evergreen} }
`

/** The two arcs, light or on evergreen. */
export const mark = (isOnDark = false) => `
  <svg class="mark" viewBox="2 8 44 32" fill="none" stroke-linecap="round" stroke-width="4.5" role="img" aria-label="${defaultBrand.programName}">
    <path d="M6 28v-4a12 12 0 0 1 24 0v4" stroke="${isOnDark ? paper : evergreen}"/>
    <path d="M42 20v4a12 12 0 0 1-24 0v-4" stroke="${isOnDark ? lightBrass : brass}"/>
  </svg>`

export const rows = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')

export const list = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

export const contact = `
  <h2>Contact</h2>
  <p>${defaultBrand.supportEmail}, ${defaultBrand.supportPhone} (Monday to Friday, 9am-5pm ET)<br>${defaultBrand.streetAddress}</p>`
