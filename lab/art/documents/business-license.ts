import { defaultBrand } from '@shared/brand'
import { contact, list, mark, rows, sampleNotice } from './layout'

const fields: readonly (readonly [string, string])[] = [
  ['Licensed business', '[Legal name of the operator]'],
  ['Trade name', defaultBrand.programName],
  ['Kind of business', '[As registered]'],
  ['Place of business', defaultBrand.streetAddress],
  ['License number', 'SAMPLE-0000-0000'],
  ['Issued by', '[Licensing authority]'],
  ['Date of issue', '[Month day, year]'],
  ['Valid until', '[Month day, year]'],
]

export const businessLicense = {
  file: 'business-license.pdf',
  title: 'SAMPLE: Business License',
  body: `
    ${mark()}
    <p class="kicker">Company documents</p>
    <h1>Business License</h1>
    <div class="notice">
      <strong>${sampleNotice}</strong>
      This page is not a license. No authority issued it, and the number, address, and contact details
      on it are placeholders. It shows where the operator’s own license will stand.
    </div>
    <div class="certificate">
      <div class="stamp" aria-hidden="true">SAMPLE</div>
      <h2>Business License</h2>
      <p class="issuer">State of Colorado, sample form</p>
      <table>${rows(fields)}</table>
    </div>
    <h2>How to check a business license yourself</h2>
    ${list([
      'Ask for the legal name of the business, and compare it with the name on every agreement.',
      'Look the name up in the business database of the Colorado Secretary of State: it shows the status, the date of formation, and the registered agent.',
      'Ask the authority named on the license whether its number is valid and still in force.',
    ])}
    ${contact}`,
}
