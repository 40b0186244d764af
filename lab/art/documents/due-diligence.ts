import { defaultBrand } from '@shared/brand'
import { contact, list, mark, rows, sampleNotice } from './layout'

const checks: readonly (readonly [string, string, string])[] = [
  [
    'Identity',
    'Government-issued identification of every owner',
    'Confirms who signs and who guarantees',
  ],
  [
    'Company',
    'Formation documents, good standing, and licenses',
    'Confirms that the company exists and may do business',
  ],
  [
    'Finances',
    'Bank statements, tax returns, and current debts',
    'Shows whether payments can be met',
  ],
  ['Plan', 'Use of the funding, budget, and forecast', 'Shows what the money is for'],
  [
    'History',
    'Liens, judgments, bankruptcies, and public records',
    'Brings earlier difficulties to light',
  ],
  [
    'Guarantee',
    'The entrepreneur’s signed personal guarantee',
    'Says who is responsible for the debt',
  ],
]

const parties = rows([
  ['Credit Partner', 'Lends the standing of their credit, reviews the match, and may say no'],
  ['Entrepreneur', 'Seeks funding, personally guarantees the debt, and pays the Credit Partner'],
  [
    defaultBrand.programName,
    'Verifies credit, introduces both sides, and takes part in the first meeting',
  ],
])

export const dueDiligence = {
  file: 'due-diligence.pdf',
  title: 'SAMPLE: Due Diligence Overview',
  body: `
    ${mark()}
    <p class="kicker">Company documents</p>
    <h1>Due Diligence Overview</h1>
    <p class="lead">
      What is checked before a Credit Partner and an entrepreneur meet, what each side should ask, and
      what no one can promise.
    </p>
    <div class="notice">
      <strong>${sampleNotice}</strong>
      The procedure below is an example. The operator replaces it with the checks it really carries
      out. Contact details and addresses are placeholders.
    </div>

    <h2>Who does what</h2>
    <table>${parties}</table>

    <h2>How an entrepreneur is checked</h2>
    <table>
      <caption>Sample list, to be replaced by the operator’s own.</caption>
      <thead><tr><th scope="col">Subject</th><th scope="col">What is asked for</th><th scope="col">Why</th></tr></thead>
      <tbody>${checks
        .map(
          ([subject, asked, why]) =>
            `<tr><th scope="row">${subject}</th><td>${asked}</td><td>${why}</td></tr>`,
        )
        .join('')}</tbody>
    </table>

    <h2>How a Credit Partner is checked</h2>
    <p>
      A Credit Partner gives proof of credit, as a report, a screenshot of a score, or the login of a
      monitoring service. Verification takes 1-2 business days, and a verification call is possible.
      A typical review takes 2-3 business days.
    </p>

    <h2>Before you accept a match</h2>
    <p>Take your time, and ask until you are satisfied:</p>
    ${list([
      'What is the funding for, and when does the business expect to repay it?',
      'Which lender, which amount, which term, and in whose name?',
      'What exactly do I sign, and what happens to my credit when a payment is late?',
      'How much am I paid, by whom, on which day, and for how long?',
      'How does the arrangement end, and who must agree to that?',
      'May my own lawyer and tax advisor read every document first?',
    ])}
    <p>Both sides must accept for a match to succeed. You are free to say no.</p>

    <div class="box">
      <h2 style="margin-top: 0">What no one can promise</h2>
      ${list([
        'Results are not guaranteed. Every earnings figure is an estimate.',
        'Payments come from entrepreneurs, not from the program. A check lowers a risk and does not remove it.',
        'A personal guarantee is a promise by the entrepreneur. It is not insurance.',
        'Lending the standing of your credit can affect your score, your ability to borrow, and your finances.',
        'All sales are final, and disputes go to binding arbitration, as the Terms of Use explain.',
      ])}
    </div>
    ${contact}`,
}
